"""Changes in the middle of a stage that is seated ahead: what is played stays, the rest is shown.

The event: 20 players at two tables of ten, four rounds by a matrix and nothing after them.
"""

import itertools
import json

import pytest

from schedules.verify import verify
from scoring.errors import ProtocolError
from tournament.event_file import dump_event, parse_event
from tournament.flow import games, registration, trouble
from tournament.flow.archive import archive
from tournament.flow.asking import FlowError, idle_seats
from tournament.flow.coming_late import late_until
from tournament.flow.drawing import draw, who_sits
from tournament.flow.exporting import event_of, schedule_of
from tournament.flow.ranking import table_of
from tournament.flow.reseating import NotAcceptedError
from tournament.flow.simulate import play_round
from tournament.flow.swapping import swap_rest
from tournament.flow.tables import close_table
from tournament.flow.undoing import undo
from tournament.formats_file import load_format
from tournament.swiss_check import check_event


def stage_of_four(folder, empty_seat):
    """Return an event of 20 players at two tables, four rounds by a matrix, drawn."""
    text = load_format("fiim-main-final").text
    text = text[: text.index('[[stages]]\nname = "final"')]
    for old, new in (
        ("players = 40", "players = 20"), ("tables = 4", "tables = 2"),
        ("rounds = 10", "rounds = 4"),
        ('empty_seat = "stand-in"', f'empty_seat = "{empty_seat}"'),
        ('missed_round = "disqualified"', 'missed_round = "nothing"'),
        ('leaving = "disqualified"', 'leaving = "withdrawn"'),
        ("substitutes = true", "substitutes = false"),
        ("days = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2]", "days = [1]"),
    ):  # fmt: skip
        assert old in text, old
        text = text.replace(old, new)
    path = folder / f"{empty_seat}.toml"
    path.write_text(text, "utf-8")
    store = registration.new(folder / f"{empty_seat}.seating", str(path), who="a")
    registration.register(store, [f"P{n:02d}" for n in range(1, 21)], state="confirmed")
    draw(store, seed="s")
    return store


@pytest.fixture(autouse=True)
def _not_long(monkeypatch):
    """A slow machine has time; as a rule all is proved best long before."""
    monkeypatch.setattr("tournament.flow.reseating.SECONDS", 20.0)


def tables_of(store):
    return [one.tables for one in store.read().rounds]


def sitting(tables):
    return [slot for table in tables for slot in table if slot is not None]


def accept(step, *given, **options):
    """Do a step that has to be accepted: first refused with a code, then done with it."""
    store = given[0]
    before = store.read()
    with pytest.raises(NotAcceptedError, match="--accept") as caught:
        step(*given, **options)
    after = store.read()
    for kept in ("rounds", "slots", "outside", "absences"):
        assert getattr(after, kept) == getattr(before, kept)
    assert [line.what for line in after.log[len(before.log) :]] == ["propose"]
    code = caught.value.reseating.code
    assert code in str(caught.value)
    return step(*given, **options, accept=code)


def event_is_right(store):
    event = parse_event(dump_event(event_of(store.read())))
    return check_event(event).right


def test_a_table_of_nine_moves_nobody(tmp_path):
    """One leaves: his table plays nine from then on, his seat is not to be recorded."""
    with stage_of_four(tmp_path, "table-of-9") as store:
        play_round(store, seed="1")
        before = tables_of(store)
        done = trouble.withdraw(store, "4", why="a train")
        assert (done.moment, done.reseated) == (("main", 2), None)
        assert tables_of(store) == before
        state = store.read()
        one = state.current
        table, seat = one.place(4)
        assert idle_seats(state, one, table) == {seat}
        names = who_sits(state, one)[table - 1]
        assert names[seat - 1] == ""
        full = tmp_path / "full"
        with stage_of_four_again(full, tmp_path) as other:
            whole = full_game(other, table)
        with pytest.raises(ProtocolError, match="nobody plays on this seat"):
            games.record(store, [whole])
        for _ in range(3):
            play_round(store, seed="1")
        sizes = [len(game.chairs) for game in store.read().games]
        assert sorted(sizes) == [9] * 3 + [10] * 5
        assert table_of(store.read()).row("4").tally.games == 1  # what he has stays
        assert event_is_right(store)
        schedule = schedule_of(store.read(), "main")
        assert not verify(schedule)
        assert archive(store.read(), tmp_path / "a.zip")


def stage_of_four_again(folder, other):
    """Return the same event in another folder, its first round played alike."""
    folder.mkdir()
    store = stage_of_four(folder, "table-of-9")
    play_round(store, seed="1")
    return store


def full_game(store, table):
    play_round(store, seed="1")
    return store.read().game("main", 2, table)


def test_two_who_left_one_table_move_one(tmp_path):
    """Two who leave would share a game: one player goes over, and only when that is accepted."""
    with stage_of_four(tmp_path, "table-of-9") as store:
        play_round(store, seed="1")
        rounds = store.read().rounds[1:]
        pairs = (p for table in rounds[0].tables for p in itertools.combinations(table, 2))
        one, two = next(iter(pairs))
        trouble.withdraw(store, str(one), why="a train")
        played, drawn = tables_of(store)[0], tables_of(store)
        done = accept(trouble.withdraw, store, str(two), who="chief", why="the same train")
        assert done.reseated.first == 2
        now = tables_of(store)
        assert now[0] == played
        for old, new in zip(drawn[1:], now[1:], strict=True):
            assert sorted(sitting(new)) == [n for n in range(1, 21) if n not in (one, two)]
            assert sorted(len(sitting([table])) for table in new) == [9, 9]
            moved = sum(
                slot not in there for was, there in zip(old, new, strict=True) for slot in was
            )
            shared = any(one in table and two in table for table in old)
            assert moved == 2 + shared  # the two, and one goes over where they would share a game
        log = store.read().log[-1]
        assert (log.what, log.who, log.why) == ("withdraw", "chief", "the same train")
        assert [each["round"] for each in json.loads(log.before)["reseated"]] == [2, 3, 4]
        assert json.loads(log.after)["code"] == done.reseated.code
        for _ in range(3):
            play_round(store, seed="1")
        assert event_is_right(store)
        assert not verify(schedule_of(store.read(), "main"))


@pytest.mark.slow
def test_what_was_seated_again_is_taken_back(tmp_path):
    with stage_of_four(tmp_path, "sit-out") as store:
        play_round(store, seed="1")
        before = tables_of(store)
        accept(trouble.withdraw, store, "7", why="mistaken")
        line = store.read().head
        for tables in tables_of(store)[1:]:
            assert [len(sitting([table])) for table in tables if sitting([table])] == [10]
        undo(store, line, why="he is here")
        assert tables_of(store) == before
        assert all("edits" not in one.facts for one in store.read().rounds)
        assert store.read().out == frozenset()
        accept(trouble.withdraw, store, "7", why="now he left")
        play_round(store, seed="1")
        with pytest.raises(FlowError, match="was played as it is seated"):
            undo(store, store.read().head - 1, why="he is here")


@pytest.mark.slow
def test_full_tables_in_turn(tmp_path):
    """19 at two tables, each full: one table, nine sit out, games shared as evenly as can be.

    Three rounds of 10 chairs for 19 players: 30 = 19 + 11, so 11 have two games more, 8 one.
    """
    with stage_of_four(tmp_path, "sit-out") as store:
        play_round(store, seed="1")
        accept(trouble.withdraw, store, "7", why="a train")
        for _ in range(3):
            assert len(store.read().current.facts["sit_out"]) == 9
            assert len(store.read().current.in_play) == 1
            play_round(store, seed="1")
        had = {row.slot: row.tally.games for row in table_of(store.read()).rows}
        assert had.pop("7") == 1
        assert sorted(had.values()) == [2] * 8 + [3] * 11
        assert event_is_right(store)


@pytest.mark.slow
def test_a_table_closes_in_a_matrix(tmp_path):
    """20 at one table of the rounds left: ten play, ten sit out, everybody as often."""
    with stage_of_four(tmp_path, "stand-in") as store:
        for _ in range(2):
            play_round(store, seed="1")
        drawn = tables_of(store)
        with pytest.raises(FlowError, match="1 to 1 tables, not 2"):
            close_table(store, tables=2, why="x")
        with pytest.raises(FlowError, match="open tables are 1, 2"):
            close_table(store, tables=1, table=4, why="x")
        assert accept(close_table, store, tables=1, table=1, why="no light") == ("main", 3)
        now = tables_of(store)
        assert now[:2] == drawn[:2]
        for one in store.read().rounds[2:]:
            assert one.in_play == (2,)
            assert len(one.facts["sit_out"]) == 10
        assert store.read().missing(store.read().current) == (2,)
        with pytest.raises(FlowError, match="take its closing back"):
            close_table(store, tables=2, why="light again")
        line = store.read().head
        undo(store, line, why="light again")
        assert tables_of(store) == drawn
        accept(close_table, store, tables=1, why="no light")
        for _ in range(2):
            play_round(store, seed="1")
        had = [row.tally.games for row in table_of(store.read()).rows]
        assert set(had) == {3}  # two rounds of 20 chairs, two of 10: 60 = 20 * 3
        assert store.read().unseated is None
        assert event_is_right(store)


def test_two_exchange_the_rest(tmp_path):
    with stage_of_four(tmp_path, "stand-in") as store:
        play_round(store, seed="1")
        drawn = tables_of(store)
        accept(swap_rest, store, "3", "9", why="a wish of the organisers")
        turned = {3: 9, 9: 3}
        due = [
            tuple(tuple(turned.get(slot, slot) for slot in table) for table in tables)
            for tables in drawn[1:]
        ]
        assert tables_of(store) == [drawn[0], *due]
        play_round(store, seed="1")
        assert event_is_right(store)


def test_somebody_comes_for_a_later_round(tmp_path):
    with stage_of_four(tmp_path, "table-of-9") as store:
        play_round(store, seed="1")
        with pytest.raises(FlowError, match="name a later round"):
            late_until(store, "5", until=("main", 2))
        done = late_until(store, "5", until=("main", 4), why="a plane")
        assert (done.moment, done.reseated) == (("main", 4), None)
        for _ in range(3):
            play_round(store, seed="1")
        assert table_of(store.read()).row("5").tally.games == 2
        assert event_is_right(store)


def test_with_stand_ins_nobody_is_seated_again(tmp_path):
    """The format says that somebody plays on the chair, so the matrix stays as it is."""
    with stage_of_four(tmp_path, "stand-in") as store:
        play_round(store, seed="1")
        before = tables_of(store)
        trouble.withdraw(store, "4", why="a train")
        assert tables_of(store) == before
        state = store.read()
        table, seat = state.current.place(4)
        assert who_sits(state, state.current)[table - 1][seat - 1] == ""
        play_round(store, seed="1")  # a stand-in is recorded on the chair
        game = store.read().game("main", 2, table)
        assert game.chair(seat).substitute
        assert event_is_right(store)
