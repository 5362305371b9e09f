import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desk.wishes import club_groups, parse_group, slots
from schedules import PlayersFile, SeatingError

NAMES = ("Анна", "Boris", "Smith, John", "7", "Zoë", "ann a-b", "O'Neil", "x", "y", "z")


@settings(deadline=None)
@given(st.lists(st.integers(1, len(NAMES)), min_size=2, max_size=6, unique=True))
def test_numbers_and_names_mean_the_same_slots(numbers):
    due = tuple(n - 1 for n in numbers)
    assert slots(tuple(numbers), (), len(NAMES)) == due
    assert slots(parse_group(", ".join(map(str, numbers))), (), len(NAMES)) == due
    if 4 not in numbers:  # that one is called 7
        quoted = ",".join(f'"{NAMES[n - 1]}"' for n in numbers)
        assert slots(parse_group(quoted), NAMES, len(NAMES)) == due


def test_names_are_found_as_people_type_them():
    assert slots(("анна", " BORIS", "smith,john"), NAMES, 10) == (0, 1, 2)


@pytest.mark.parametrize(
    ("group", "says"),
    [
        (("7", "x"), '7 is both a name and the number of "O\'Neil"; write 4'),
        (("0", "x"), "player 0; the players are 1 to 10"),
        (("11", "x"), "player 11; the players are 1 to 10"),
        (("-1", "x"), "player -1; the players are 1 to 10"),
        (("Bori", "x"), "'Bori', who is not among the 10 names; did you mean 'Boris'"),
        (("99999999999999", "x"), "not among the 10 names; write a name"),
    ],
)
def test_whoever_is_not_a_player_is_named(group, says):
    with pytest.raises(SeatingError, match=r"^(A wish|7)") as error:
        slots(group, NAMES, len(NAMES))
    assert says in str(error.value)


def test_clubs_and_cities():
    players = PlayersFile(
        names=("a", "b", "c", "d", "e"),
        clubs=("Red", "", "red ", "", "Blue"),
        cities=("Kyiv", "Riga", "Riga", "", ""),
        source="n.csv",
    )
    assert club_groups(players, "Club") == ((0, 2),)
    assert club_groups(players, "город") == ((1, 2),)
    with pytest.raises(SeatingError, match=r"n\.csv has no column 'team' .* club or city"):
        club_groups(players, "team")
    with pytest.raises(SeatingError, match="add one with the header club"):
        club_groups(PlayersFile(names=("a", "b"), source="n.csv"), "club")
