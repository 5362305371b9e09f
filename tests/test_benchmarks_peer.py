"""The peer's answers become verified schedules; the stored matrices are recounted."""

from pathlib import Path

import pytest

from benchmarks import peer, reference
from benchmarks.configurations import parse
from benchmarks.quality import Quality
from schedules import EMPTY, InvalidScheduleError, Problem
from schedules.measures import measure


@pytest.fixture
def need_peer():
    why = peer.absence()
    if why is not None:
        pytest.skip(why)


@pytest.fixture
def stored():
    if not reference.FILE.exists():
        pytest.skip("the stored matrices are not beside the project, in shared/cases")


class TestPeer:
    @pytest.mark.parametrize(
        ("name", "word"), [("12/3/4", "ten"), ("20/2/10x4", "idle"), ("20/2/4", None)]
    )
    def test_what_it_cannot_state(self, name, word):
        why = peer.refusal(parse(name))
        assert why is None if word is None else word in why

    def test_wishes_it_cannot_state(self):
        assert peer.refusal(Problem(20, 2, 3, apart=((0, 1),))) is not None

    def test_its_games_become_a_schedule(self, need_peer):
        import mafia_schedule

        problem = parse("12/1/6x5")
        theirs = mafia_schedule.ScheduleFactory.createInitialSchedule(
            peer._configuration(mafia_schedule, problem)
        )
        schedule = peer.convert(theirs, problem)
        games = [schedule.seating[r, 0].tolist() for r in range(6)]
        assert games == [game.players for game in theirs.games]

    def test_a_table_that_stands_idle_in_its_last_round(self, need_peer):
        import mafia_schedule

        problem = parse("30/3/4x3")
        theirs = mafia_schedule.ScheduleFactory.createInitialSchedule(
            peer._configuration(mafia_schedule, problem)
        )
        seating = peer.convert(theirs, problem).seating
        assert (seating[-1, -2:] == EMPTY).all()
        assert (seating[:-1] != EMPTY).all()

    @pytest.mark.parametrize("name", ["20/2/2", "12/1/6x5"])
    def test_it_is_run_measured_and_verified(self, name, need_peer, capsys):
        problem = parse(name)
        run = peer.run_peer(problem, time_limit=0.3, seed=1)
        pairs = problem.num_players * (problem.num_players - 1) / 2
        assert run.measures.mean_meetings * pairs == pytest.approx(45 * problem.num_games)
        assert 0 <= run.seconds_to_best <= run.seconds
        assert capsys.readouterr().out == ""

    def test_an_answer_that_is_no_schedule_is_refused(self, need_peer, monkeypatch):
        convert = peer.convert

        def twice_in_a_game(theirs, problem):
            schedule = convert(theirs, problem)
            seating = schedule.seating.copy()
            seating[0, 0, 0] = seating[0, 0, 1]
            return type(schedule)(problem, seating)

        monkeypatch.setattr(peer, "convert", twice_in_a_game)
        with pytest.raises(InvalidScheduleError):
            peer.run_peer(parse("20/2/2"), time_limit=0.1, seed=1)

    def test_it_does_improve(self, need_peer):
        import mafia_schedule

        problem = parse("20/2/4")
        first = mafia_schedule.ScheduleFactory.createInitialSchedule(
            peer._configuration(mafia_schedule, problem)
        )
        run = peer.run_peer(problem, time_limit=0.3, seed=1)
        assert run.measures.spread < measure(peer.convert(first, problem)).spread
        assert run.seconds_to_best > 0

    def test_its_own_end_comes_before_the_limit(self, need_peer, monkeypatch):
        monkeypatch.setattr(peer, "RUNS", 3)
        monkeypatch.setattr(peer, "STEPS", 20)
        run = peer.run_peer(parse("20/2/3"), time_limit=60, seed=1)
        assert run.runs == 3
        assert run.seconds < 60


class TestReference:
    def test_recounted_from_the_stored_rounds(self, stored):
        found = reference.reference(parse("30/3/9"), prefer="order")
        assert found == Quality(0, 0, 3807)

    def test_the_order_chooses_the_matrix(self, stored):
        fair = reference.reference(parse("20/2/10"), prefer="order")
        even = reference.reference(parse("20/2/10"), prefer="spread")
        assert (fair.never_met, fair.spread) == (0, 4504)
        assert even.spread == 4500

    @pytest.mark.parametrize("name", ["12/3/4", "25/2/10x8", "20/2/40"])
    def test_other_stages_have_none(self, name):
        assert reference.reference(parse(name), prefer="order") is None

    def test_a_missing_file_is_no_reference(self, monkeypatch):
        monkeypatch.setattr(reference, "FILE", Path("nowhere"))
        reference._stored.cache_clear()
        try:
            assert reference.reference(parse("30/3/9"), prefer="order") is None
        finally:
            reference._stored.cache_clear()
