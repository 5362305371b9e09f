"""What tournament says to people, in English and Russian, from ``phrases.toml``."""

from pathlib import Path

from schedules.phrases import Catalogue

FILE = Path(__file__).with_name("phrases.toml")

phrase = Catalogue(FILE).phrase
