"""Slots and who sits in them: points stay with the slot when its player is replaced.

A slot is a numbered place of the schedule. Its occupants follow each other in time; what one has
earned, the next goes on from (Tkemali Tour 2016, rule 5.9), and the standing shows the last one.
Where nobody was replaced, every player is his own slot and nothing here is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.errors import ProtocolError
from scoring.protocol import Adjustment, Chair, Game, Occupant, Protocols


def ordered_moment(stages: Sequence[str], stage: str, round: int) -> tuple[int, int]:
    """Return when a round is, so that rounds can be compared; no stage and round 0 is before all.

    Parameters
    ----------
    stages
        The stages in order of play; a stage that is not among them comes after all.
    stage, round
        The round. A round of no stage is one of the first stage.
    """
    if not stage:
        return (0, round)
    return (stages.index(stage) if stage in stages else len(stages), round)


def occupants_by_slot(protocols: Protocols) -> dict[str, tuple[Occupant, ...]]:
    """Return the occupants of each slot that has any on record, as they stand there."""
    found: dict[str, list[Occupant]] = {}
    for occupant in protocols.occupants:
        found.setdefault(occupant.slot, []).append(occupant)
    return {slot: tuple(line) for slot, line in found.items()}


def occupant(protocols: Protocols, slot: str, *, stage: str = "", round: int | None = None) -> str:
    """Return who occupies a slot.

    Parameters
    ----------
    protocols
        The protocols with their occupants.
    slot
        The slot.
    stage, round
        In which round; the last occupant of all if ``round`` is None.

    Returns
    -------
    str
        The player. Where no occupants are on record: who last played for the slot, and a slot that
        nobody ever played for is its own player.
    """
    stages = protocols.stages
    now = None if round is None else ordered_moment(stages, stage, round)
    line = [
        one.player
        for one in protocols.occupants
        if one.slot == slot and (now is None or ordered_moment(stages, one.stage, one.round) <= now)
    ]
    if line:
        return line[-1]
    played = [
        chair.player
        for game in protocols.games
        if now is None or ordered_moment(stages, game.stage, game.round) <= now
        for chair in game.chairs
        if chair.owner == slot and not chair.substitute
    ]
    return played[-1] if played else slot


def last_occupants(protocols: Protocols) -> dict[str, str]:
    """Return the player that the standing shows for each slot, in one pass over the games."""
    shown: dict[str, str] = {}
    for game in protocols.games:
        for chair in game.chairs:
            if not chair.substitute:
                shown[chair.owner] = chair.player
    for adjustment in protocols.adjustments:
        shown.setdefault(adjustment.slot, adjustment.slot)
    for one in protocols.occupants:
        shown[one.slot] = one.player
    return shown


def past_players(protocols: Protocols, slot: str) -> tuple[str, ...]:
    """Return everybody who occupied a slot, in order of time."""
    line = [one.player for one in protocols.occupants if one.slot == slot]
    played = [
        chair.player
        for game in protocols.games
        for chair in game.chairs
        if chair.owner == slot and not chair.substitute
    ]
    return tuple(dict.fromkeys([*line, *played])) or (slot,)


def adjusted_player(protocols: Protocols, adjustment: Adjustment) -> str:
    """Return whom an adjustment was about: the occupant of the slot in its round.

    An adjustment of no known round is about the first occupant: whoever was late or disqualified
    was there before he was replaced. So is one of a round before anybody played for the slot. A
    substitute has not done what his predecessor was disqualified for: the rules may let him
    inherit points, never the deed.
    """
    first = past_players(protocols, adjustment.slot)[0]
    if not adjustment.round:
        return first
    found = occupant(protocols, adjustment.slot, stage=adjustment.stage, round=adjustment.round)
    return first if found == adjustment.slot else found


def concerns_last_occupant(protocols: Protocols, adjustment: Adjustment) -> bool:
    """Whether an adjustment was about the player whom the standing shows for its slot."""
    return adjusted_player(protocols, adjustment) == occupant(protocols, adjustment.slot)


def replace_player(
    protocols: Protocols,
    slot: str,
    player: str,
    *,
    round: int,
    stage: str = "",
    disqualified: bool = False,
    reason: str = "",
) -> Protocols:
    """Return the protocols with a slot handed over to another player from a round on.

    What the slot has earned stays with it. Games on record from that round on are rewritten to the
    new player, but for those that a substitute played.

    Parameters
    ----------
    protocols
        The protocols so far.
    slot
        Whose place is taken. Where players have no slots, it is the name of the player.
    player
        Who takes it.
    round, stage
        The first round in which he plays.
    disqualified
        Whether his predecessor is disqualified, which is put down for the round before, when he
        still occupied the slot (:func:`adjusted_player`).
    reason
        Why, in words.

    Raises
    ------
    ProtocolError
        If there is no such slot, the player has a place already, or the slot was handed over in
        that round or later.
    """
    stages = protocols.stages
    now = ordered_moment(stages, stage, round)
    shown = last_occupants(protocols)
    if slot not in shown:
        raise ProtocolError(f"There is no slot {slot}; name one of those that play.")
    taken = next((other for other, name in shown.items() if name == player), "")
    if taken:
        raise ProtocolError(f"{player} occupies slot {taken}; name a player who has no place.")
    line = [one for one in protocols.occupants if one.slot == slot]
    if line and ordered_moment(stages, line[-1].stage, line[-1].round) >= now:
        raise ProtocolError(
            f"Slot {slot} was handed over to {line[-1].player} in round {line[-1].round}; "
            "hand it over in a later round."
        )
    added = (
        () if line else (Occupant(slot, occupant(protocols, slot, stage=stage, round=round - 1)),)
    )
    out = (
        (Adjustment(slot, "disqualified", None, stage, round - 1, reason),) if disqualified else ()
    )
    return replace(
        protocols,
        games=tuple(
            _with_player(game, slot, player)
            if ordered_moment(stages, game.stage, game.round) >= now
            else game
            for game in protocols.games
        ),
        adjustments=protocols.adjustments + out,
        occupants=(*protocols.occupants, *added, Occupant(slot, player, stage, round)),
    )


def substitute_for_late(
    protocols: Protocols,
    slot: str,
    player: str,
    *,
    round: int,
    stage: str = "",
    reason: str = "",
) -> Protocols:
    """Return the protocols with a game of a late player played by a substitute.

    The game counts for the others and for the difficulty K; what the substitute did in it belongs
    to nobody, and the late player has nothing from it but the adjustment "late" (Tkemali Tour
    2016, rule 5.6).

    Raises
    ------
    ProtocolError
        If the slot has no game of its own in that round.
    """
    games = list(protocols.games)
    for place, game in enumerate(games):
        if game.round != round or (stage and game.stage != stage):
            continue
        for chair in game.chairs:
            if chair.owner == slot and not chair.substitute:
                chairs = _chairs(
                    game, chair, replace(chair, player=player, slot=slot, substitute=True)
                )
                games[place] = replace(game, chairs=chairs)
                late = Adjustment(slot, "late", None, game.stage, round, reason)
                return replace(
                    protocols, games=tuple(games), adjustments=(*protocols.adjustments, late)
                )
    raise ProtocolError(
        f"Slot {slot} has no game of its own in round {round}; check the slot and the round."
    )


def _with_player(game: Game, slot: str, player: str) -> Game:
    """Return the game with another player for a slot, if the slot plays in it."""
    for chair in game.chairs:
        if chair.owner == slot and not chair.substitute:
            chairs = _chairs(game, chair, replace(chair, player=player, slot=slot))
            return replace(game, chairs=chairs)
    return game


def _chairs(game: Game, old: Chair, new: Chair) -> tuple[Chair, ...]:
    return tuple(new if chair is old else chair for chair in game.chairs)
