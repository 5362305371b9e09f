"""Files with rubbish in them: refused in sentences, or checked; never a traceback."""

import json

import pytest
from brute_swiss import next_round

from tournament.event_file import EventFileError, dump_event, parse_event
from tournament.swiss.dice import Dice
from tournament.swiss_check import check_event
from tournament.swiss_events import random_event

NUMBERS = (0, -1, 99, 2, 1, None, "1", 1.5, True)
TEXTS = ("", "x", "random", "strict", "window:2", "blocks:1", "matrix", "1/3", None)


def places(value, path=()):
    yield path, value
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in inside:
            yield from places(one, (*path, key))


def spoiled(data, dice):
    """Change one place of a file; protocols more rarely, of which there is so much."""
    path, value = dice.pick(
        [one for one in places(data) if one[0] and (one[0][0] != "protocols" or dice.one_in(6))]
    )
    here = data
    for step in path[:-1]:
        here = here[step]
    if dice.one_in(6) and isinstance(here, dict):
        del here[path[-1]]
    elif isinstance(value, int):
        here[path[-1]] = dice.pick((value + 1, value - 1, *NUMBERS))
    elif isinstance(value, list):
        here[path[-1]] = dice.pick(
            ([], value[:-1], value + value[:1], value[::-1], [None, *value], None)
        )
    else:
        here[path[-1]] = dice.pick((*TEXTS, {}, []))


@pytest.mark.parametrize("number", range(20))
def test_rubbish(number):
    event = random_event(f"rubbish {number}", next_round, formats=((2, 2), (3, 2), (2, 3)))
    dice = Dice(f"rubbish {number}")
    for _ in range(6):
        data = json.loads(dump_event(event))
        for _ in range(1 + dice.below(2)):
            spoiled(data, dice)
        try:
            read = parse_event(json.dumps(data))
        except EventFileError:
            continue
        report = check_event(read)
        json.dumps(report.as_json())
        for one in report.rounds:
            assert all(finding.sentence("ru") for finding in one.findings)
