"""Wishes from options and from columns of the names file, read as a person writes them."""

import re

import pytest

from desk.problem_file import Facts
from desk.wish_options import WishOptions, column_facts, resolved
from schedules.errors import SeatingError
from schedules.names import PlayersFile, read_players

NAMES = PlayersFile(names=("Анна", "Борис", "Smith, John", "7"), source="n.csv")


def test_every_option_is_read():
    options = WishOptions(
        apart=("Анна,Борис",),
        prefer_apart=('"Smith, John",7',),
        together=("1,3",),
        team=("1,2",),
        at_most=("Анна,Борис:2",),
        at_least=("1,3:1",),
        fewer=("1,2", "4"),
        fixed_table=("Анна:2",),
        forbid_table=("1,2:1",),
        absent=("3:1,4-5",),
        not_in_a_row=True,
    )
    wishes = resolved(options.facts(), options, NAMES, 4)
    assert wishes["apart"] == ((0, 1),)
    assert wishes["teams"] == ((0, 1),)
    assert wishes["at_most"] == (((0, 1), 2),)
    assert wishes["at_least"] == (((0, 2), 1),)
    assert wishes["fewer"] == [0, 1, 3]
    assert wishes["fixed_tables"] == ((0, 1),)
    assert wishes["forbidden_tables"] == ((0, 0), (1, 0))
    assert wishes["absent"] == ((2, 0), (2, 3), (2, 4))
    assert wishes["soft"].prefer_apart == ((2, 3),)
    assert wishes["soft"].prefer_together == ((0, 2),)
    assert wishes["soft"].not_in_a_row


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (WishOptions(at_most=("4,17",)), 'says no number of meetings; write it behind a colon'),
        (WishOptions(at_least=("4:1",)), "--at-least"),
        (WishOptions(fixed_table=("5",)), 'does not say who and which table'),
        (WishOptions(absent=("5:x",)), "'x' is no round; write numbers with commas"),
        (WishOptions(absent=("5:1-9999",)), "are too many rounds"),
        (WishOptions(team=("1",)), '--team "1" names fewer than two players'),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(options, said):
    with pytest.raises(SeatingError, match=re.escape(said)):
        options.facts()


def test_columns_of_the_names_file(tmp_path):
    path = tmp_path / "players.csv"
    path.write_text(
        "имя;не с;нет в турах;за столом;не за столом;команда;клуб\n"
        "Анна;Борис;;1;;А;X\nБорис;;2-3;;2,3;А;X\nВера;-;;;;Б;-\nГлеб;Анна, Вера;;;;Б;Y\n",
        encoding="utf-8-sig",
    )
    players = read_players(path)
    facts = column_facts(players)
    wishes = resolved(facts, WishOptions(team_column="команда"), players, 4)
    assert wishes["apart"] == ((0, 1), (3, 0), (3, 2))
    assert wishes["absent"] == ((1, 1), (1, 2))
    assert wishes["fixed_tables"] == ((0, 0),)
    assert wishes["forbidden_tables"] == ((1, 1), (1, 2))
    assert wishes["teams"] == ((0, 1), (2, 3))
    rarely = resolved(Facts(), WishOptions(club_column="клуб", clubs="rarely"), players, 4)
    assert rarely["apart"] == ()
    assert rarely["soft"].prefer_apart == ((0, 1),)


def test_a_cell_that_cannot_be_read_names_its_player():
    players = PlayersFile(
        names=("Анна", "Борис", "Вера"),
        absent=("вчера", "завтра", "3"),
        source="n.csv",
        titles={"absent": "нет в турах"},
    )
    with pytest.raises(SeatingError) as refused:
        column_facts(players)
    said = str(refused.value)
    assert said.startswith("n.csv, column нет в турах:")
    assert "Анна: 'вчера' is no round" in said
    assert "Борис: 'завтра' is no round" in said


def test_wishes_of_file_and_options_add_up():
    filed = Facts(players=4, apart=((1, 2),), fewer=(3,))
    both = filed.joined(WishOptions(apart=("3,4",), fewer=("4",)).facts())
    assert both.players == 4
    assert both.apart == ((1, 2), ("3", "4"))
    assert both.fewer == (3, "4")
