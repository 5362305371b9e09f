import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desk.wishes import club_groups, parse_group, readings, slots, with_names
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
        (("4", "7"), "4 and 7 are one player in a wish"),
        (("x", "x"), "x is written twice in a wish; name at least two different players."),
        (("#11", "x"), "player 11; the players are 1 to 10"),
        (("#x", "x"), "'#x', who is not among the 10 names"),
        (("Smith", "John", "x"), """write the wish so: --apart '"Smith, John",x'"""),
        (("x", "smith", "john"), """write the wish so: --apart 'x,"Smith, John"'"""),
        (("0", "x"), "player 0; the players are 1 to 10"),
        (("11", "x"), "player 11; the players are 1 to 10"),
        (("-1", "x"), "player -1; the players are 1 to 10"),
        (("Bori", "x"), "'Bori', who is not among the 10 names; did you mean 'Boris'"),
        (("99999999999999", "x"), "not among the 10 names; write a name"),
    ],
)
def test_whoever_is_not_a_player_is_named(group, says):
    with pytest.raises(SeatingError, match=r"^(A wish|A name|4 and|x is)") as error:
        slots(group, NAMES, len(NAMES))
    assert says in str(error.value)


def test_a_name_comes_before_a_number_and_a_hash_forces_the_number():
    assert slots(("7", "x"), NAMES, 10) == (3, 7)
    assert slots((7, "x"), NAMES, 10) == (6, 7)
    assert slots(("#7", "x"), NAMES, 10) == (6, 7)
    assert slots(parse_group("#1, #2"), (), 10) == (0, 1)
    assert readings([("7", "x"), (7, "8")], NAMES, 10) == [
        '7 in a wish is taken for the player of that name, in slot 4; for the slot 7 write "#7".'
    ]
    assert readings([("#7", "4", "x")], NAMES, 10) == []
    assert readings([("1", "20")], ("1", "20"), 2) == []


def test_a_refusal_names_its_players():
    said = "1, 2 and 4 are to be kept apart."
    clubs = ("А", "а", "", "А ", "", "", "", "", "", "")
    named = "Анна, Boris and 7 (1, 2, 4"
    assert with_names(said, (0, 1, 3), NAMES) == f"{named}) are to be kept apart."
    assert (
        with_names(said, (0, 1, 3), NAMES, clubs=clubs) == f"{named}; club А) are to be kept apart."
    )
    assert (
        with_names("1 and 3 no.", (0, 2), NAMES, clubs=clubs) == "Анна and Smith, John (1, 3) no."
    )
    assert with_names("Player 2 needs 9.", [1], NAMES, clubs=clubs) == "Boris (2) needs 9."
    assert with_names("Too many.", [1], NAMES) == "Too many. It is about Boris (2)."


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
