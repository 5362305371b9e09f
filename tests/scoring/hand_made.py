"""Tournaments written by hand, with what must come out of them by hand."""

from fractions import Fraction

from scoring.protocol import Adjustment, Chair, Game, Occupant, Protocols

ROLES = {"C": "civilian", "S": "sheriff", "M": "mafia", "D": "don"}
RESULTS = {"R": "red", "B": "black"}
PLAYERS = tuple(f"p{number}" for number in range(1, 11))


def game(
    stage, number, result, roles, *, players=PLAYERS, slots=None, extras=None, penalties=None,
    substitutes=(), table=1, **more,
):  # fmt: skip
    """One game: a letter for the result, and one for the role on each seat, from seat 1."""
    chairs = tuple(
        Chair(
            seat,
            player,
            ROLES[role],
            slot=slots[seat - 1] if slots else "",
            extras=tuple(map(Fraction, (extras or {}).get(player, ()))),
            penalties=tuple(("judge", Fraction(x)) for x in (penalties or {}).get(player, ())),
            substitute=player in substitutes,
        )
        for seat, (player, role) in enumerate(zip(players, roles, strict=True), start=1)
    )
    return Game(stage, number, table, RESULTS.get(result, result), chairs, **more)


# Sixteen games of ten players at one table: ten of the first stage, six semi-finals.
# A letter for who won, then the roles of p1 to p10. Red won 10 times, black 6 times, so that
# black wins are the heavy ones and K = 1 + (16/2 - 6)/(16/2) = 5/4.
CHAIN = {
    "prelim": (
        "R CCCCSCCMDM", "R DCCCCCMSMC", "R MMCSDCCCCC", "R CDCCCSMCCM", "R CDCSCCCMCM",
        "R CMCCMCCCSD", "B DCCCMCCMSC", "B SMDCCCCCMC", "B CMDCSCCCCM", "B CDMCCSMCCC",
    ),
    "semi": ("R CCMDSMCCCC", "R CCMMCDCCCS", "R DMCCCMCCCS", "R CCMDCCSCCM", "B DCCMCMCSCC",
             "B SCCDCMCCCM"),
}  # fmt: skip


def chain():
    """The games of :data:`CHAIN`: p2 is twice the best winner, p7 is once killed first."""
    games = []
    for stage, sheets in CHAIN.items():
        for number, sheet in enumerate(sheets, start=1):
            result, roles = sheet.split()
            more = {}
            if stage == "prelim" and number in (1, 2):
                more["extras"] = {"p2": ("1",)}
            if stage == "prelim" and number == 3:
                # p7, a civilian, names p1 (black), p3 and p4 (both red): one hit is worth nothing
                more.update(first_killed=7, best_move=(1, 3, 4))
            games.append(game(stage, number, result, roles, **more))
    return Protocols(tuple(games), name="Every rung")


def replaced():
    """A Tkemali Tour in small: slot 5 comes late, is disqualified, and is replaced to the final.

    Nine games of the qualification and four of the final at one table; the ten slots are "1" to
    "10", played by a1 to a10. Late5 is late: a substitute plays game 1 for nobody. From round 4
    on New5 has the slot.
    """
    slots = tuple(str(number) for number in range(1, 11))
    names = [f"a{number}" for number in range(1, 11)]
    games = []
    for stage, count in (("qualification", 9), ("final", 4)):
        for number in range(1, count + 1):
            first = stage == "qualification"
            players = list(names)
            players[4] = "New5" if not first or number >= 4 else "Late5"
            substitutes = ()
            if first and number == 1:
                players[4], substitutes = "Helper", ("Helper",)
            # seat 5 is a civilian; red wins the odd games
            result = "R" if number % 2 else "B"
            games.append(
                game(stage, number, result, "SCCCCCCMMD", players=players, slots=slots,
                     substitutes=substitutes)
            )  # fmt: skip
    return Protocols(
        tuple(games),
        adjustments=(
            Adjustment("5", "late", None, "qualification", 1),
            Adjustment("5", "disqualified", None, "qualification", 3),
        ),
        occupants=(Occupant("5", "Late5"), Occupant("5", "New5", "qualification", 4)),
        name="A slot with two occupants",
    )
