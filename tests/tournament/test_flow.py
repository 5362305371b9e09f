"""The flow of an event: what each step does, and what it refuses with the next possible step."""

import itertools
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from schedules.errors import SeatingError
from scoring.errors import ProtocolError
from scoring.protocol import Chair, Exit, Game
from tournament.event_file import dump_event, parse_event
from tournament.flow import games, ranking, registration, trouble
from tournament.flow.asking import FlowError, next_step
from tournament.flow.drawing import draw, who_sits
from tournament.flow.exporting import event_of
from tournament.flow.fan_games import fan_standings, record_fan, seat_fans
from tournament.flow.simulate import play_round, simulate
from tournament.flow.swapping import swap
from tournament.flow.tables import close_table
from tournament.flow.undoing import undo
from tournament.swiss_check import check_event

ROLES = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")


@pytest.fixture
def night(tmp_path):
    """A club night at one table, drawn: ten players, eight games."""
    with registration.new(tmp_path / "night.seating", "one-table-club-night", who="a") as store:
        registration.register(store, [f"P{n}" for n in range(10)], state="confirmed")
        draw(store, seed="s")
        yield store


def everybody_is_there(store):
    """Check everybody in on both days."""
    for day in (1, 2):
        registration.check_in(store, (), day=day, everybody=True)


def hand_game(store, number, *, result="red", roles=ROLES, **names):
    """Return a protocol of a round at one table, roles by seat; names by seat, as s3="Guest"."""
    state = store.read()
    one = state.seated(("main", number))
    sitting = who_sits(state, one)[0]
    chairs = tuple(
        Chair(seat, names.get(f"s{seat}", name), role)
        for seat, (name, role) in enumerate(zip(sitting, roles, strict=True), 1)
    )
    return Game("main", number, 1, result, chairs)


def test_before_the_draw(tmp_path):
    """Priority, then order of registration; paid where the format asks; the rest wait."""
    with registration.new(tmp_path / "e.seating", "tkemali-2016") as store:
        assert next_step(store.read()) == "seating event register"
        registration.register(store, [f"P{n}" for n in range(30)], state="paid")
        registration.register(store, ["Late"], state="paid", priority=1)
        registration.register(store, ["Poor"], state="confirmed", priority=9)
        drawn, waiting = registration.to_be_drawn(store.read())
        assert drawn[0].name == "Late"
        assert [entry.name for entry in waiting] == ["P29"]
        again = registration.register(store, ["p29"], state="withdrawn")
        assert again.changed == ("p29",)
        assert registration.to_be_drawn(store.read())[1] == ()
        trouble.withdraw(store, "P3")
        with pytest.raises(FlowError, match=r"29 players are paid.*needs 30"):
            draw(store, seed="s")
        with pytest.raises(FlowError, match="states are applied"):
            registration.register(store, ["X"], state="rich")
        with pytest.raises(FlowError, match="has not begun"):
            games.record(store, [])
        with pytest.raises(FlowError, match="Nobody has a slot yet"):
            trouble.late(store, "P4", minutes=40)


def test_a_draw_can_be_redone(night):
    """The n-th ticket gets slot n: SHA-256 of seed, line feed, name (docs/draw.md)."""
    import hashlib

    names = [f"P{n}" for n in range(10)]
    by_ticket = sorted(names, key=lambda name: hashlib.sha256(f"s\n{name}".encode()).hexdigest())
    state = night.read()
    assert [state.occupant(slot).name for slot in state.numbers] == by_ticket
    with pytest.raises(FlowError, match="No round can be drawn now"):
        draw(night)
    with pytest.raises(FlowError, match="since its first draw"):
        draw(night, seed="another")
    with pytest.raises(FlowError, match="nobody enters any more"):
        registration.register(night, ["X"], state="confirmed")


def test_protocols_that_do_not_fit(night):
    good = hand_game(night, 1)
    sitting = [chair.player for chair in good.chairs]
    wrong = [
        (hand_game(night, 9 - 1, s1="Stranger"), "Stranger is written"),
        (hand_game(night, 1, s2=sitting[4]), "sits at table 1, seat 5"),
        (Game("main", 9, 1, "red", good.chairs), "there is no such game"),
        (Game("final", 1, 1, "red", good.chairs), "the stages are main"),
        (Game("main", 1, 2, "red", good.chairs), "nobody plays there; the tables .* are 1"),
        (hand_game(night, 1, roles=("don", *ROLES[1:])), "don"),
        (Game("main", 1, 1, "red", good.chairs[:9]), "seat"),
    ]
    for game, said in wrong:
        with pytest.raises(ProtocolError, match=said):
            games.record(night, [game])
    with pytest.raises(ProtocolError, match="2 faults"):
        games.record(night, [wrong[0][0], Game("main", 9, 1, "red", good.chairs)])
    with pytest.raises(ProtocolError, match="stands twice"):
        games.record(night, [good, good])
    assert not night.read().games
    assert games.record(night, [good]).new == (("main", 1, 1),)
    head = night.read().head
    assert games.record(night, [good]).same == (("main", 1, 1),)
    assert night.read().games == (night.read().game("main", 1, 1),)
    assert night.read().head == head  # nothing happened, so the log has no line of it
    with pytest.raises(ProtocolError, match="recorded already"):
        games.record(night, [hand_game(night, 1, result="black")])
    with pytest.raises(ProtocolError, match="not recorded yet"):
        games.correct(night, [hand_game(night, 2)], why="x")


def test_a_correction_keeps_the_old_one(night):
    games.record(night, [hand_game(night, 1)])
    done = games.correct(night, [hand_game(night, 1, result="black")], why="misread")
    assert done.places == (("main", 1, 1),)
    assert len(done.moves) == 10
    line = night.read().versions["main", 1, 1]
    assert [one.game.result for one in line] == ["red", "black"]
    log = night.read().log[-1]
    assert json.loads(json.loads(log.before)["games"][0])["result"] == "red"
    assert log.why == "misread"


def test_who_leaves_a_club_night_is_not_disqualified(night):
    for number in (1, 2):
        games.record(night, [hand_game(night, number)])
    registration.register(night, ["Sub"], pool=True)
    state = night.read()
    name = state.occupant(3).name
    done = trouble.withdraw(night, name, why="a train")
    assert (done.substitute, done.moment, done.banned_until) == ("Sub", ("main", 3), "")
    with pytest.raises(FlowError, match="plays no more"):
        trouble.withdraw(night, name, why="again")
    games.record(night, [hand_game(night, 3)])
    assert ranking.table_of(night.read()).row("3").occupant == "Sub"


def test_a_draw_asks_for_who_has_not_checked_in(tmp_path):
    """White Nights has check-in on both days: the draw names who is missing, and each next step."""
    with registration.new(tmp_path / "w.seating", "white-nights-2016") as store:
        names = [f"P{n}" for n in range(41)]
        registration.register(store, names, state="paid")
        with pytest.raises(registration.NotThereError, match=r"(?s)nobody is checked in.*--all"):
            draw(store, seed="s")
        registration.check_in(store, names[:38], day=1)
        with pytest.raises(
            registration.NotThereError, match=r"(?s)P38, P39.*waiting list"
        ) as caught:
            draw(store, seed="s")
        assert caught.value.names == ("P38", "P39")
        trouble.withdraw(store, "P38")  # the one who waited has his place now
        registration.check_in(store, ["P39", "P40"], day=1)
        draw(store, seed="s")
        play_round(store, seed="1")
        assert "not_checked_in" not in store.read().log[-2].after
        draw(store)  # the same day: nobody is asked again
        for _ in range(4):
            play_round(store, seed="1")
            draw(store)
        play_round(store, seed="1")
        registration.check_in(store, (), day=2, everybody=True)


def test_day_2_asks_again_and_goes_on_if_it_must(tmp_path):
    with simulate_until_cut(tmp_path / "w.seating", days=(1,)) as store:
        ranking.make_cut(store)
        final = [store.read().occupant(slot).name for slot in store.read().fields["final"]]
        registration.check_in(store, final[:9], day=2)
        with pytest.raises(registration.NotThereError, match="missed") as caught:
            draw(store)
        assert caught.value.names == (final[9],)  # who is not in the final is not asked for
        draw(store, without_check_in=True, who="chief", why="he parks his car")
        assert json.loads(store.read().log[-1].after)["not_checked_in"] == [final[9]]


def test_who_is_known_to_be_away_is_not_asked_for(tmp_path):
    with simulate_until_cut(tmp_path / "w.seating", days=(1,)) as store:
        ranking.make_cut(store)
        final = [store.read().occupant(slot).name for slot in store.read().fields["final"]]
        registration.check_in(store, final[1:], day=2)
        trouble.missed(store, final[0], why="sent word")
        draw(store)


def test_where_there_is_no_check_in_nobody_is_asked(tmp_path, night):
    assert night.read().rounds
    with registration.new(tmp_path / "t.seating", "tkemali-2016") as store:
        registration.register(store, [f"P{n}" for n in range(30)], state="paid")
        draw(store, seed="s")  # the matrix is drawn before the day, by its regulations
        assert store.read().rounds


def test_penalties_have_reasons_and_count(night):
    games.record(night, [hand_game(night, 1)])
    before = ranking.table_of(night.read()).row("3").total
    with pytest.raises(FlowError, match="--why"):
        trouble.penalty(night, "3", points=Fraction(-1), why=" ")
    with pytest.raises(FlowError, match="change nothing"):
        trouble.penalty(night, "3", points=Fraction(0), why="x")
    trouble.penalty(night, "3", points=Fraction(-1, 2), why="words to a judge")
    assert ranking.table_of(night.read()).row("3").total == before - Fraction(1, 2)
    assert parse_event(dump_event(event_of(night.read()))).protocols.adjustments


def test_two_change_chairs(night):
    state = night.read()
    one = state.current
    first, second = one.tables[0][0], one.tables[0][5]
    with pytest.raises(FlowError, match="with himself"):
        swap(night, str(first), str(first), why="x")
    swap(night, str(first), str(second), who="chief", why="a draught")
    now = night.read().current
    assert (now.tables[0][0], now.tables[0][5]) == (second, first)
    event = parse_event(dump_event(event_of(night.read())))
    assert event.rounds[0].drawn == one.tables
    assert event.rounds[0].edits[0].why == "a draught"
    games.record(night, [hand_game(night, 1)])
    assert night.read().current.round == 2


def test_a_mistake_is_taken_back(night):
    """By a second line in the log, and only while nothing was built on it."""
    registration.register(night, ["Sub"], pool=True)
    state = night.read()
    name, head = state.occupant(3).name, state.head
    trouble.disqualify(night, name, why="mistaken for another")
    assert night.read().occupant(3).name == "Sub"
    with pytest.raises(FlowError, match="--why"):
        undo(night, head + 1, why="")
    done = undo(night, head + 1, who="chief", why="it was not he")
    assert (done.player, done.line.what) == (name, "disqualify")
    now = night.read()
    assert now.occupant(3).name == name
    assert (now.outside, now.out) == ((), frozenset())
    assert [line.what for line in now.log[-2:]] == ["disqualify", "undo"]
    with pytest.raises(FlowError, match="taken back already"):
        undo(night, head + 1, why="x")
    with pytest.raises(FlowError, match="cannot be taken back"):
        undo(night, 1, why="x")
    with pytest.raises(FlowError, match="no line 99"):
        undo(night, 99, why="x")
    trouble.disqualify(night, name, why="now it was he")
    games.record(night, [hand_game(night, 1)])
    with pytest.raises(FlowError, match="what was played stays"):
        undo(night, head + 3, why="x")


def test_void_games_and_replays(tmp_path, night):
    """A void game counts for nothing; where there are no replays it stays void."""
    games.record(night, [hand_game(night, 1), hand_game(night, 2, result="void")])
    assert ranking.table_of(night.read()).row("1").tally.games == 1
    games.correct(night, [hand_game(night, 2)], why="replayed")
    assert ranking.table_of(night.read()).row("1").tally.games == 2
    with registration.new(tmp_path / "w.seating", "fiim-main-final") as store:
        registration.register(store, [f"P{n}" for n in range(40)], state="confirmed")
        draw(store, seed="s")
        play_round(store, seed="1")
        state = store.read()
        old = state.game("main", 1, 1)
        void = Game(
            "main", 1, 1, "void", tuple(Chair(c.seat, c.player, c.role) for c in old.chairs)
        )
        games.correct(store, [void], why="the lamp went out")
        with pytest.raises(FlowError, match="no replays"):
            games.correct(store, [old], why="again")


def test_white_nights_who_leaves_is_banned(tmp_path):
    with registration.new(tmp_path / "w.seating", "white-nights-2016") as store:
        registration.register(store, [f"P{n}" for n in range(40)], state="paid")
        everybody_is_there(store)
        draw(store, seed="s")
        play_round(store, seed="1")
        name = store.read().occupant(7).name
        done = trouble.withdraw(store, name, why="quarrel")
        assert (done.banned_until, done.substitute) == ("2017-06-19", "")
        with pytest.raises(FlowError, match="has no substitutes"):
            trouble.replace_player(store, "8", substitute="X", why="x")
        draw(store)
        state = store.read()
        tables = state.current.tables
        assert state.out == {7}
        assert not any(7 in table for table in tables)
        assert sum(slot is None for table in tables for slot in table) == 1
        play_round(store, seed="1")
        table = ranking.table_of(store.read())
        assert [row.slot for row in table.apart] == ["7"]
        assert table.apart[0].barred == ("disqualified",)
        assert check_event(parse_event(dump_event(event_of(store.read())))).right


def test_a_late_penalty_is_known_only_to_later_draws(tmp_path):
    """A penalty of round 1 that comes after the draw of round 2 leaves that draw right."""
    with registration.new(tmp_path / "w.seating", "white-nights-2016") as store:
        registration.register(store, [f"P{n}" for n in range(40)], state="paid")
        everybody_is_there(store)
        draw(store, seed="s")
        for _ in range(3):
            play_round(store, seed="1")
            draw(store)
        trouble.penalty(store, "5", points=Fraction(-1), why="found out late")
        event = event_of(store.read())
        assert [one.adjustment for one in event.corrections] == [1]
        assert check_event(parse_event(dump_event(event))).right
        play_round(store, seed="1")
        draw(store)
        assert check_event(parse_event(dump_event(event_of(store.read())))).right


def test_a_small_event_worked_out_by_hand(night):
    """Eight games by fiim-v7 (won 1, +0.3 to everybody; ЛХ and Ci not used): hand-made results.

    Roles are dealt by seat: seats 1-6 civilians, 7 the sheriff, 8 and 9 mafia, 10 the don. Red wins
    games 1 to 5, black 6 to 8. So a slot has 0.3 * 8 and one point for each of games 1-5 on seats
    1-7 and of games 6-8 on seats 8-10; the judge's 0.2 in game 1 goes to seat 1.
    """
    for number in range(1, 9):
        game = hand_game(night, number, result="red" if number <= 5 else "black")
        if number == 1:
            first = Chair(1, game.chairs[0].player, "civilian", extras=(Fraction(1, 5),))
            game = Game("main", 1, 1, "red", (first, *game.chairs[1:]))
        games.record(night, [game])
    ranking.finish(night)
    state = night.read()
    due = dict.fromkeys(state.numbers, Fraction(24, 10))
    for number in range(1, 9):
        for seat, slot in enumerate(state.seated(("main", number)).tables[0], 1):
            due[slot] += (seat <= 7) if number <= 5 else (seat >= 8)
    due[state.seated(("main", 1)).tables[0][0]] += Fraction(1, 5)
    table = ranking.table_of(state)
    assert {int(row.slot): row.total for row in table.rows} == due
    assert [row.total for row in table.rows] == sorted(due.values(), reverse=True)
    assert next_step(state) == "seating event archive"
    with pytest.raises(FlowError, match="is finished"):
        games.record(night, [hand_game(night, 8)])


@pytest.mark.parametrize("name", ["tkemali-2016", "fiim-semi-final"])
def test_a_simulated_event(tmp_path, name):
    with simulate(tmp_path / "a.seating", name, seed=1) as store:
        state = store.read()
        assert state.phase == "finished"
        assert len(state.games) == state.format.games
        final = [one.tables[0] for one in state.rounds if one.stage == "final"]
        assert all(len({table[seat] for table in final}) == 4 for seat in range(10))
        pairs = [frozenset((t[n], t[n - 1])) for t in final for n in range(10)]
        assert len(set(pairs)) == 40
        first = [row.slot for row in ranking.table_of(state).rows[:10]]
        assert set(map(int, first)) == set(state.fields["final"])
        with pytest.raises(SeatingError, match="is there already"):
            simulate(tmp_path / "a.seating", name, seed=1)
    with simulate(tmp_path / "b.seating", name, seed=1) as again:
        assert again.read().games == state.games


def test_the_cut_skips_who_is_out_and_is_made_again(tmp_path):
    """White Nights, before the final: one of the first ten leaves, the eleventh enters."""
    with simulate_until_cut(tmp_path / "w.seating") as store:
        order = [int(row.slot) for row in ranking.table_of(store.read()).rows]
        with pytest.raises(FlowError, match="cut"):
            draw(store)
        with pytest.raises(FlowError, match="Everybody plays"):
            seat_fans(store)
        ranking.make_cut(store)
        assert list(store.read().fields["final"]) == order[:10]
        trouble.withdraw(store, str(order[2]), why="a plane")
        assert "cut" in next_step(store.read())
        ranking.make_cut(store)
        assert list(store.read().fields["final"]) == [*order[:2], *order[3:11]]
        draw(store)
        with pytest.raises(FlowError, match="no cut to be made"):
            ranking.make_cut(store)
        with pytest.raises(FlowError, match="plays in final"):
            seat_fans(store, guests=[store.read().occupant(order[0]).name])
        one, two = (seat_fans(store, guests=["Ivan", "Olga"]) for _ in range(2))
        free = {store.read().occupant(slot).name for slot in order[11:]} | {"Ivan", "Olga"}
        assert len(free) == 31  # 40 players, ten finalists, one who left; and two guests
        for each in (one, two):
            seated = [name for table in each.tables for name in table]
            assert len(seated) == len(set(seated)) == 30
            assert set(seated) | set(each.waiting) == free
        assert one.waiting[0] not in two.waiting
        _record_fan_games(store, one)
        assert store.read().current.stage == "final"
        assert order[2] not in {slot for table in store.read().current.tables for slot in table}


def _record_fan_games(store, one):
    """A fan game that black wins: three of its ten have a win, and nobody's points move."""
    before = ranking.table_of(store.read())
    chairs = tuple(
        Chair(seat, name, role)
        for seat, (name, role) in enumerate(zip(one.tables[0], ROLES, strict=True), 1)
    )
    game = Game("", 1, 1, "black", chairs)
    assert record_fan(store, game)
    assert not record_fan(store, game)
    for wrong, said in (
        (Game("", 9, 1, "black", chairs), "no such game"),
        (Game("", 1, 2, "black", chairs), "write them so"),
    ):
        with pytest.raises(FlowError, match=said):
            record_fan(store, wrong)
    with pytest.raises(ProtocolError, match="the roles are"):
        record_fan(store, Game("", 1, 1, "red", tuple(replace(c, role="don") for c in chairs)))
    rows = fan_standings(store.read())
    assert [(row.wins, row.games) for row in rows] == [(1, 1)] * 3 + [(0, 1)] * 7
    assert {row.name for row in rows[:3]} == set(one.tables[0][7:])
    assert ranking.table_of(store.read()) == before


def test_a_table_closes(tmp_path, night):
    """White Nights at three tables from round 2: ten sit out, others in round 3."""
    with registration.new(tmp_path / "w.seating", "white-nights-2016") as store:
        registration.register(store, [f"P{n}" for n in range(40)], state="paid")
        everybody_is_there(store)
        draw(store, seed="s")
        with pytest.raises(FlowError, match="1 to 4 tables, not 5"):
            close_table(store, tables=5, why="x")
        assert close_table(store, tables=3, why="no light") == ("preliminary", 2)
        for _ in range(2):
            play_round(store, seed="1")
            draw(store)
        rounds = store.read().rounds
        assert [len(one.tables) for one in rounds] == [4, 3, 3]
        sat = [set(one.facts["sit_out"]) for one in rounds]
        assert [len(one) for one in sat] == [0, 10, 10]
        assert not sat[1] & sat[2]
        assert check_event(parse_event(dump_event(event_of(store.read())))).right
        close_table(store, tables=4, why="light again")
        play_round(store, seed="1")
        draw(store)
        assert len(store.read().current.tables) == 4
    with pytest.raises(FlowError, match="at one table"):
        close_table(night, tables=1, why="x")


def simulate_until_cut(path, days=(1, 2)):
    """Return a White Nights with only two rounds before its final."""
    from tournament.formats_file import load_format

    text = load_format("white-nights-2016").text
    begin, end = text.index('[[stages]]\nname = "semifinal"'), text.index('[[stages]]\nname = "fin')
    short = (text[:begin] + text[end:]).replace("rounds = 6", "rounds = 2")
    short = short.replace(
        '"random", "random", "random", "blocks:2", "blocks:2", "blocks:2"', '"random"'
    )
    short = short.replace(
        '"13:00", "14:00", "15:00", "16:00", "17:00", "18:00"', '"13:00", "14:00"'
    )
    file = path.with_suffix(".toml")
    file.write_text(short, "utf-8")
    store = registration.new(path, str(file))
    registration.register(store, [f"P{n}" for n in range(40)], state="paid")
    for day in days:
        registration.check_in(store, (), day=day, everybody=True)
    for _ in range(2):
        draw(store, seed="s" if store.read().phase == "registration" else "")
        play_round(store, seed="1")
    return store


def test_everybody_meets_in_tkemali(tmp_path):
    with simulate(tmp_path / "a.seating", "tkemali-2016", seed=3) as store:
        met = {
            frozenset(pair)
            for one in store.read().rounds
            if one.stage == "qualification"
            for table in one.tables
            for pair in itertools.combinations(table, 2)
        }
    assert len(met) == 30 * 29 // 2


def test_a_first_night_death_needs_no_hand(night):
    """Exits and best moves of a protocol are kept as they were given."""
    game = hand_game(night, 1)
    dead = Chair(2, game.chairs[1].player, "civilian", exit=Exit("night", 1))
    chairs = (game.chairs[0], dead, *game.chairs[2:])
    games.record(night, [Game("main", 1, 1, "red", chairs, first_killed=2, best_move=(8, 9, 10))])
    kept = night.read().game("main", 1, 1)
    assert (kept.first_killed, kept.best_move, kept.hits) == (2, (8, 9, 10), 3)
    assert kept.chair(2).exit == Exit("night", 1)


def test_who_is_out_with_nobody_in_the_pool_leaves_a_chair_that_counts_for_nobody(night):
    """The decision stands at once; a substitute who comes later goes on with what was earned."""
    games.record(night, [hand_game(night, 1)])
    earned = ranking.table_of(night.read()).row("3").total
    name = night.read().occupant(3).name
    with pytest.raises(FlowError, match="not in the pool"):
        trouble.disqualify(night, name, substitute="Nobody", why="x")
    done = trouble.disqualify(night, name, why="a hint from the hall")
    assert (done.substitute, done.moment) == ("", ("main", 2))
    seat = night.read().seated(("main", 2)).place(3)[1]
    assert who_sits(night.read(), night.read().seated(("main", 2)))[0][seat - 1] == ""
    roles = list(ROLES)
    roles[0], roles[seat - 1] = roles[seat - 1], roles[0]
    games.record(night, [hand_game(night, 2, roles=roles, **{f"s{seat}": "Passer-by"})])
    with pytest.raises(FlowError, match="pool is empty"):
        trouble.replace_player(night, "3", why="x")
    registration.register(night, ["Sub"], pool=True)
    again = trouble.replace_player(night, "3", substitute="Sub", why="he came by taxi")
    assert (again.substitute, again.moment) == ("Sub", ("main", 3))
    state = night.read()
    assert state.out == frozenset()
    assert who_sits(state, state.seated(("main", 2)))[0][seat - 1] == "Passer-by"
    row = ranking.table_of(state).row("3")
    assert (row.occupant, row.total) == ("Sub", earned)  # of game 2 he has nothing
    for number in range(3, 9):
        games.record(night, [hand_game(night, number)])
    assert ranking.table_of(night.read()).row("3").tally.games == 7
    assert check_event(parse_event(dump_event(event_of(night.read())))).right
