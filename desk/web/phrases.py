"""What the judges' pages say, in English and Russian, from ``phrases.toml``."""

from pathlib import Path

from schedules.phrases import Catalogue

FILE = Path(__file__).with_name("phrases.toml")

phrase = Catalogue(FILE).phrase
