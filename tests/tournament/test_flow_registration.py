"""The list of players: registering again, and who can become a substitute."""

import pytest

from tournament.flow import registration, trouble
from tournament.flow.asking import FlowError, find_entry, find_slot, next_step
from tournament.flow.drawing import digest_before, draw
from tournament.store import open_store
from tournament.store.saying import StoreError


def states(store):
    return {entry.name: (entry.state, entry.pool) for entry in store.read().entries}


def test_the_same_list_again_lowers_nobody(tmp_path):
    """Without a state only who is new is added; paid stays paid, withdrawn stays withdrawn."""
    with registration.new(tmp_path / "e.seating", "tkemali-2016") as store:
        registration.register(store, ["A", "B"], state="paid")
        registration.register(store, ["S"], pool=True)
        trouble.withdraw(store, "B")
        done = registration.register(store, ["A", "B", "S", "C"])
        assert (done.added, done.changed, done.same) == (("C",), (), ("A", "B", "S"))
        assert states(store) == {
            "A": ("paid", False), "B": ("withdrawn", False), "S": ("applied", True),
            "C": ("applied", False),
        }  # fmt: skip
        done = registration.register(store, ["A", "B"], state="confirmed")  # it says so
        assert done.changed == ("A", "B")


def test_a_player_is_no_substitute_unless_he_was_taken_off(tmp_path):
    with registration.new(tmp_path / "e.seating", "one-table-club-night") as store:
        registration.register(store, [f"P{n}" for n in range(12)], state="confirmed")
        with pytest.raises(FlowError, match=r"registered as a player \(confirmed\).*withdraw"):
            registration.register(store, ["New", "P3"], pool=True)
        assert find_entry(store.read(), "P3").state == "confirmed"
        assert "New" not in states(store)
        trouble.withdraw(store, "P3")
        registration.register(store, ["P3"], pool=True)
        assert states(store)["P3"] == ("applied", True)
        draw(store, seed="s")
        with pytest.raises(FlowError, match="plays already"):
            registration.register(store, ["P4"], pool=True)
        registration.register(store, ["P11"], pool=True)  # he had waited in vain
        assert [entry.name for entry in registration.pool_of(store.read())] == ["P3", "P11"]


def test_nothing_is_advised_that_would_be_refused(tmp_path):
    """Too few players, then a check-in that lacks two: the next step names what is missing."""
    with registration.new(tmp_path / "e.seating", "white-nights-2016") as store:
        names = [f"P{n}" for n in range(40)]
        registration.register(store, names, state="paid")
        least = store.read().format.least
        for name in names[least - 1 :]:
            trouble.withdraw(store, name)
        said = next_step(store.read())
        assert f"{least - 1} of {least} are paid, 1 player is missing" in said
        assert "draw" not in said
        assert "не хватает 1 игрока" in next_step(store.read(), "ru")
        for refused in (lambda: digest_before(store.read()), lambda: draw(store, seed="s")):
            with pytest.raises(FlowError):
                refused()
        registration.register(store, names[:least], state="paid")
        registration.check_in(store, names[2:least], day=1)
        assert "check-in --day 1 (2 players are not checked in)" in next_step(store.read())
        registration.check_in(store, names[:2], day=1)
        assert next_step(store.read()) == "seating event draw"
        draw(store, seed="s")
        with pytest.raises(FlowError, match="drawn since"):
            digest_before(store.read())


def test_an_empty_file_is_no_event_and_stays_empty(tmp_path):
    path = tmp_path / "e.seating"
    path.touch()
    with pytest.raises(StoreError, match="is empty"):
        open_store(path)
    assert path.stat().st_size == 0
    assert list(tmp_path.iterdir()) == [path]


def test_only_who_plays_is_suggested(tmp_path):
    with registration.new(tmp_path / "e.seating", "one-table-club-night") as store:
        registration.register(store, [f"P{n}" for n in range(10)], state="confirmed")
        registration.register(store, ["Anna Kim"], pool=True)
        draw(store, seed="s")
        with pytest.raises(FlowError, match="Nobody called 'Ana Kim' plays") as caught:
            find_slot(store.read(), "Ana Kim")
        assert "Did you mean" not in str(caught.value)
        with pytest.raises(FlowError, match="Did you mean 'Anna Kim'"):
            find_entry(store.read(), "Ana Kim")
