"""The parts of the benchmark work on tiny stages; nothing here measures time."""

import csv
import io
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from benchmarks import cpsat, ours
from benchmarks import matrix as command
from benchmarks.child import Done, in_child
from benchmarks.configurations import DEFAULT, label, parse, parse_list
from benchmarks.cpsat import Attempt, attempt
from benchmarks.ours import Moment, OurRun
from benchmarks.peer import PeerRun
from benchmarks.quality import Quality
from benchmarks.report import (
    CSV_HEAD,
    WIDTH,
    Race,
    Row,
    against_stored,
    as_csv,
    cpsat_table,
    machine,
    ours_table,
    peer_table,
)
from schedules import Problem, ProblemError, SeatingError
from schedules.measures import Measures

LARGEST = parse("100/10/10")


def measures(never: int, excess: int, spread: int) -> Measures:
    return Measures(
        mean_meetings=0.909,
        band=(0, 2),
        histogram={},
        never_met=never,
        outside_band=excess,
        band_excess=excess,
        fewest=0,
        most=10,
        spread=spread,
        **dict.fromkeys(
            (
                "team_fewest", "team_most", "table_fewest", "table_most", "table_squares",
                "seat_fewest", "seat_most", "seat_uneven", "half_uneven", "seat_pair_uneven",
                "first_most", "last_most",
                "neighbour_repeats", "neighbour_most", "longest_wait", "longest_play",
                "together_out_most",
            ),
            0,
        ),
    )  # fmt: skip


def run_of(
    never: int, excess: int, spread: int, moments: tuple[Moment, ...] = (), prefer: str = "order"
) -> OurRun:
    found = measures(never, excess, spread)
    return OurRun(LARGEST, prefer, found, 4500, moments, 60.1, "time")


def row_of(run: OurRun, theirs: PeerRun | str, known: Quality | None = None) -> Row:
    return Row(Done(run, 1234.5), theirs, known)


class TestConfigurations:
    @given(tables=st.integers(1, 40), seats=st.integers(2, 12), rounds=st.integers(1, 40))
    @settings(deadline=None)
    def test_the_name_of_a_full_stage_reads_back(self, tables, seats, rounds):
        problem = Problem(tables * seats, tables, rounds, seats)
        assert parse(label(problem)) == problem

    def test_a_stage_where_some_sit_out(self):
        problem = parse("25/2/10x8")
        assert problem == Problem(25, 2, 10, 10, 8)
        assert label(problem) == "25/2/10x8"

    def test_the_usual_list(self):
        problems = parse_list(",".join(DEFAULT))
        assert [label(problem) for problem in problems] == list(DEFAULT)
        assert {problem.num_seats for problem in problems} == {10}
        assert len(problems) == 24

    def test_an_empty_list(self):
        assert parse_list("") == []

    @pytest.mark.parametrize("text", ["30", "30/3", "30-3-9", "25/2/10", "20/0/3", "25/2/10x7"])
    def test_what_is_no_stage_is_refused(self, text):
        with pytest.raises(ProblemError):
            parse(text)


class TestQuality:
    def test_the_order_decides_what_is_better(self):
        fair, even = Quality(0, 3, 4000), Quality(5, 0, 3900)
        assert fair.key("order") < even.key("order")
        assert even.key("spread") < fair.key("spread")


class TestOurRun:
    moments = (
        Moment(0.2, Quality(4, 9, 5400)),
        Moment(0.9, Quality(0, 2, 5500)),
        Moment(7.0, Quality(0, 0, 5300)),
    )

    def test_seconds_to_best_are_those_of_the_last_gain(self):
        assert run_of(0, 0, 5300, self.moments).seconds_to_best == 7.0

    def test_a_gain_that_was_not_told_counts_at_the_end(self):
        run = run_of(0, 0, 5200, self.moments)
        assert run.seconds_to_best == 60.1
        assert run.seconds_to_spread(Quality(0, 0, 5200)) == 60.1

    def test_seconds_to_the_spread_of_another(self):
        run = run_of(0, 0, 5300, self.moments)
        assert run.seconds_to_spread(Quality(0, 0, 5450)) == 0.2
        assert run.seconds_to_spread(Quality(9, 9, 5399)) == 7.0
        assert run.seconds_to_spread(Quality(9, 9, 5299)) is None

    def test_seconds_to_another_in_order(self):
        run = run_of(0, 0, 5300, self.moments)
        assert run.seconds_to_order(Quality(3, 0, 5200)) == 0.9
        assert run.seconds_to_order(Quality(0, 1, 5200)) == 7.0
        assert run.seconds_to_order(Quality(0, 0, 5299)) is None
        spread_first = run_of(0, 0, 5300, self.moments, prefer="spread")
        assert spread_first.seconds_to_order(Quality(0, 0, 5450)) == 0.2

    def test_the_search_is_heard(self, monkeypatch):
        monkeypatch.setattr(ours, "WARM_UP", 0.2)
        problem = parse("6/2/3")
        run = ours.run_ours(problem, prefer="order", time_limit=0.5, seed=1, workers=1)
        assert run.moments
        assert run.moments[-1].quality.key("order") <= run.moments[0].quality.key("order")
        assert run.spread_bound <= run.measures.spread
        assert run.gap >= 0
        assert 0 <= run.seconds_to_best <= run.seconds


class TestReport:
    moments = (Moment(0.5, Quality(1000, 1500, 15284)),)
    wide = run_of(1000, 1500, 15284, moments)
    slow = PeerRun(measures(1100, 1600, 16000), 59.95, 60.01, 3)

    def rows(self) -> list[Row]:
        return [
            row_of(self.wide, self.slow, Quality(1, 2, 15000)),
            row_of(self.wide, "it knows tables of ten only"),
        ]

    def text(self) -> str:
        tried = Attempt(LARGEST, "nothing found in the time", 5, 5, 3, 15, "table_squares", True, 9)
        return "\n".join(
            (
                machine(time_limit=60, seed=1, workers=None, prefer="order"),
                ours_table(self.rows(), prefer="order"),
                ours_table(self.rows(), prefer="spread"),
                peer_table(self.rows(), workers=None),
                cpsat_table([Done(tried, 999.9)]),
            )
        )

    def test_how_far_off_in_words(self):
        known = Quality(0, 2, 5000)
        assert against_stored(known, known, "order") == "same"
        assert against_stored(Quality(0, 0, 5010), known, "order") == "better 0/-2/+10"
        assert against_stored(Quality(1, 0, 4990), known, "order") == "behind +1/-2/-10"
        assert against_stored(Quality(9, 9, 5050), known, "spread") == "+1.00%"
        assert against_stored(Quality(9, 9, 5000), known, "spread") == "same"
        assert against_stored(known, None, "order") == "-"

    def test_everything_fits_the_page(self):
        for line in self.text().splitlines():
            assert len(line) <= WIDTH, line
            assert "…" not in line

    def test_tables_are_aligned_markdown(self):
        lines = [line for line in self.text().splitlines() if line.startswith("|")]
        for table in ours_table(self.rows(), prefer="order"), peer_table(self.rows(), workers=1):
            grid = [line for line in table.splitlines() if line.startswith("|")]
            assert len({len(line) for line in grid}) == 1
            assert len({line.count("|") for line in grid}) == 1
            assert set(grid[1]) <= set("|-: ")
        assert len(lines) == 2 * 4 + 3 + 3

    def test_the_figures_stand_in_the_tables(self):
        table = ours_table(self.rows(), prefer="order").splitlines()[2]
        cells = [cell.strip() for cell in table.strip("|").split("|")]
        assert cells == [
            "100/10/10", "15284", "4500", "239.64%", "1000", "1500 (1500)", "0-10", "0.5", "60.1",
            "1234", "behind +999/+1498/+284",
        ]  # fmt: skip

    def test_the_ratio_is_of_times(self):
        row = self.rows()[0]
        assert row.to_spread == row.to_order == Race(0.5, 59.95)
        assert row.to_spread.faster == pytest.approx(59.95 / 0.5)
        text = " ".join(peer_table([row], workers=2).split())
        assert "| 0.50 | 120 x | 0.50 | 120 x |" in text
        assert "As good in Σλ² in 1 of 1, 120 x. As good in the order in 1 of 1, 120 x." in text

    def test_averages_are_geometric(self):
        fast = row_of(self.wide, PeerRun(measures(1100, 1600, 16000), 5000, 5000, 3))
        slow = row_of(self.wide, PeerRun(measures(1100, 1600, 16000), 0.5, 0.5, 3))
        text = " ".join(peer_table([fast, slow], workers=2).split())
        assert "As good in Σλ² in 2 of 2, 100 x." in text

    def test_ahead_in_order_and_behind_in_spread(self):
        row = row_of(self.wide, PeerRun(measures(1001, 0, 5000), 1.0, 2.0, 1))
        assert row.to_spread.faster is None
        assert row.to_order.faster == 2.0
        text = " ".join(peer_table([row], workers=1).split())
        assert "| never | - | 0.50 | 2 x |" in text
        assert "As good in Σλ² in 0 of 1. As good in the order in 1 of 1, 2 x." in text

    def test_without_the_peer_there_is_no_ratio(self):
        row = self.rows()[1]
        assert row.to_spread is row.to_order is None
        assert peer_table([row], workers=1).strip().endswith("it knows tables of ten only.")

    def test_csv_has_every_figure(self):
        lines = list(csv.DictReader(io.StringIO(as_csv(self.rows()))))
        assert list(lines[0]) == list(CSV_HEAD)
        assert None not in lines[0]
        assert lines[0]["configuration"] == "100/10/10"
        assert lines[0]["peer_spread"] == "16000"
        assert lines[0]["stored_spread"] == "15000"
        assert float(lines[0]["faster_to_order"]) == pytest.approx(119.9)
        assert lines[1]["peer_spread"] == lines[1]["faster_to_order"] == ""


class TestChild:
    def test_it_is_another_process(self):
        done = in_child(os.getpid)
        assert done.result != os.getpid()
        assert done.peak_megabytes > 1

    def test_what_it_raises_is_raised_here(self):
        with pytest.raises(ProblemError, match="not a configuration"):
            in_child(parse, "nonsense")


def test_the_rounds_grow_while_something_is_proved(monkeypatch):
    proofs = {2: (True, 5), 3: (False, 5), 4: (False, 4), 5: (True, 5)}

    def instead(job, problem, **options):
        meetings, bound = proofs[problem.num_rounds]
        return Done(Attempt(problem, "feasible", 5, bound, 0, 16, "spread", meetings, 1.0), 1.0)

    monkeypatch.setattr(cpsat, "in_child", instead)
    tried = []
    cpsat.climb(
        prefer="order",
        time_limit=1,
        seed=1,
        workers=1,
        heard=lambda done: tried.append(done.result),
        families=((6, 2), (12, 3)),
    )
    assert [label(one.problem) for one in tried] == [
        "6/2/2", "6/2/3", "6/2/4", "12/3/2", "12/3/3", "12/3/4",
    ]  # fmt: skip
    assert [one.problem.num_seats for one in tried] == [3] * 3 + [4] * 3
    cells = [
        line.split("|")[6].strip()
        for line in cpsat_table([Done(t, 1) for t in tried[:3]]).splitlines()[2:5]
    ]
    assert cells == ["proved", "Σλ² only", "open"]


def test_cpsat_alone_proves_a_tiny_stage():
    done = attempt(parse("4/2/3"), prefer="order", time_limit=20, seed=1, workers=1)
    assert done.meetings_proved
    assert done.spread == done.spread_bound == 6
    assert done.proved <= done.criteria


class TestCommand:
    def invoke(self, *options: str):
        app = command.typer.Typer()
        app.command()(command.main)
        return CliRunner().invoke(app, list(options))

    @pytest.fixture
    def here(self, monkeypatch):
        """Run the jobs in this process, the search replaced by a stage that is at hand."""

        def instead(job, *args, **kwargs):
            if job is ours.compile_kernels:
                return Done(None, 1.0)
            if job is ours.run_ours:
                if args[0].num_players == 26:
                    raise SeatingError("No seating was found.")
                return Done(run_of(0, 0, 5300), 100.0)
            return Done(PeerRun(measures(0, 5, 5600), 1.0, 2.0, 1), 10.0)

        monkeypatch.setattr(command, "in_child", instead)

    def test_tables_on_the_screen_and_in_a_file(self, here, monkeypatch, tmp_path):
        monkeypatch.setattr(command, "absence", lambda: None)
        out = tmp_path / "results.md"
        done = self.invoke("--configurations", "100/10/10", "-o", str(out))
        assert done.exit_code == 0, done.output
        assert "faster" in done.stdout
        assert out.read_text("utf-8").strip() == done.stdout.strip()

    def test_csv_file(self, here, tmp_path):
        out = tmp_path / "results.csv"
        done = self.invoke("--configurations", "100/10/10", "--no-peer", "-o", str(out))
        assert done.exit_code == 0, done.output
        assert "faster" not in done.stdout
        assert out.read_text("utf-8").startswith("configuration,")

    def test_a_stage_that_fails_does_not_cost_the_others(self, here):
        done = self.invoke("--configurations", "26/2/13x10,100/10/10", "--no-peer")
        assert done.exit_code == 1
        assert "26/2/13x10: No seating was found." in done.stdout
        assert "100/10/10" in done.stdout

    def test_a_run_that_is_broken_off_shows_what_it_has(self, here, monkeypatch, tmp_path):
        def break_off(self):
            raise KeyboardInterrupt

        monkeypatch.setattr(command.Bench, "climb", break_off)
        done = self.invoke("--configurations", "100/10/10", "--no-peer", "--cp-sat")
        assert done.exit_code == 0
        assert "100/10/10" in done.stdout

    @pytest.mark.parametrize(
        "options",
        [("--configurations", "30"), ("--prefer", "tables"), ("-o", "out.pdf"), ("--workers", "0")],
    )
    def test_wrong_options_are_refused(self, options):
        done = self.invoke(*options)
        assert done.exit_code == 2

    @pytest.mark.slow  # new processes, each with solves of its own to warm up
    def test_the_whole_command_on_a_tiny_stage(self, tmp_path):
        out = tmp_path / "results.csv"
        done = self.invoke(
            "--configurations", "6/2/3", "--time-limit", "1", "--workers", "1", "-o", str(out)
        )
        assert done.exit_code == 0, done.output
        [line] = csv.DictReader(io.StringIO(out.read_text("utf-8")))
        assert int(line["spread"]) >= int(line["bound"])
        assert float(line["peak_megabytes"]) > 10
        assert "no run of the peer" in done.stdout


def test_swiss_rounds_are_timed_and_both_engines_agree():
    from benchmarks.swiss import Case, engine_row, round_row

    row = round_row(Case(20, 2, "blocks:2", 1000.0), seed=1, events=1, rounds=5)
    assert row[:2] == ["20/2", "blocks:2"]
    assert row[5:7] == ["2 of 2", "yes"]
    assert round_row(Case(20, 2, "blocks:2", 1e-9), seed=1, events=1, rounds=4)[6] == "NO"
    brackets, by_count, by_cpsat = engine_row(seed=1, rounds=4)
    assert brackets == 2
    assert by_count > 0
    assert by_cpsat > 0
