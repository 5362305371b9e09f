"""Slots and who sits in them: points stay with the slot when its player is replaced.

A slot is a numbered place of the schedule. Its occupants follow each other in time; what one has
earned, the next goes on from (Tkemali Tour 2016, rule 5.9), and the standing shows the last one.
Where nobody was replaced, every player is his own slot and nothing here is needed.
"""

from __future__ import annotations

from dataclasses import replace

from scoring.errors import ProtocolError
from scoring.protocol import Adjustment, Chair, Game, Occupant, Protocols
from scoring.rounds import Place, place_of

FIRST: Place = (0, 1)
"""The first round of all."""


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
        In which round; the last occupant of all if ``round`` is None. The stage may be left out
        where there is one.

    Returns
    -------
    str
        The player. Where no occupants are on record: who last played for the slot, and a slot that
        nobody ever played for is its own player.

    Raises
    ------
    ProtocolError
        If the round is in no stage that is known.
    """
    now = None if round is None else _moment(protocols, stage, round)
    return _occupant_at(protocols, slot, now)


def _occupant_at(protocols: Protocols, slot: str, now: Place | None) -> str:
    """Return who occupies a slot at a place in the order of play, in the end if None."""
    place = place_of(protocols)
    line = [one for one in protocols.occupants if one.slot == slot]
    sitting = [one.player for one in line if now is None or place(one.stage, one.round) <= now]
    if sitting:
        return sitting[-1]
    if line:
        return line[0].player
    played = [
        (place(game.stage, game.round), chair.player)
        for game in protocols.games
        for chair in game.chairs
        if chair.owner == slot and not chair.substitute
    ]
    until = [player for when, player in played if now is None or when <= now]
    if until:
        return until[-1]
    return played[0][1] if played else slot


def _moment(protocols: Protocols, stage: str, round: int) -> Place:
    """Return the place of a round in the order of play."""
    return place_of(protocols)(_stage(protocols, stage), round)


def _stage(protocols: Protocols, stage: str) -> str:
    """Return the stage that is meant: the only one where none is named."""
    stages = protocols.stages
    if stage or stage in stages:
        return stage
    if len(stages) == 1:
        return stages[0]
    raise ProtocolError(f"Say in which stage; there are: {', '.join(stages) or 'none yet'}.")


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

    What has no round was there before the first one, and is about the first occupant. A substitute
    has not done what his predecessor was disqualified for: the rules may let him inherit points,
    never the deed.
    """
    when = place_of(protocols)(adjustment.stage, adjustment.round)
    return _occupant_at(protocols, adjustment.slot, when)


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
        still occupied the slot (:func:`adjusted_player`). Whoever is replaced before the first
        round of all never occupied it, and nothing is put down against the slot.
    reason
        Why, in words.

    Raises
    ------
    ProtocolError
        If there is no such slot, the player has a place already, or the slot was handed over in
        that round or later.
    """
    stage = _stage(protocols, stage)
    now = _moment(protocols, stage, round)
    line = _line_to_follow(protocols, slot, player, now)
    kept = line or (() if now <= FIRST else (Occupant(slot, _occupant_at(protocols, slot, None)),))
    out: tuple[Adjustment, ...] = ()
    if disqualified and now > FIRST:
        out = (Adjustment(slot, "disqualified", None, stage, round - 1, reason),)
    place = place_of(protocols)
    return replace(
        protocols,
        games=tuple(
            _with_player(game, slot, player) if place(game.stage, game.round) >= now else game
            for game in protocols.games
        ),
        adjustments=protocols.adjustments + out,
        occupants=(
            *(one for one in protocols.occupants if one.slot != slot),
            *kept,
            Occupant(slot, player, stage, round),
        ),
    )


def _line_to_follow(
    protocols: Protocols, slot: str, player: str, now: Place
) -> tuple[Occupant, ...]:
    """Return the occupants of a slot so far, if another may come in at that place.

    Raises
    ------
    ProtocolError
        As :func:`replace_player` says.
    """
    shown = last_occupants(protocols)
    if slot not in shown:
        raise ProtocolError(f"There is no slot {slot}; name one of those that play.")
    taken = next((other for other, name in shown.items() if name == player), "")
    if taken:
        raise ProtocolError(f"{player} occupies slot {taken}; name a player who has no place.")
    line = tuple(one for one in protocols.occupants if one.slot == slot)
    if line and place_of(protocols)(line[-1].stage, line[-1].round) >= now:
        raise ProtocolError(
            f"Slot {slot} was handed over to {line[-1].player} in round {line[-1].round}; "
            "hand it over in a later round."
        )
    return line


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
    stage = _stage(protocols, stage)
    games = list(protocols.games)
    for place, game in enumerate(games):
        if (game.stage, game.round) != (stage, round):
            continue
        for chair in game.chairs:
            if chair.owner == slot and not chair.substitute:
                chairs = _chairs(
                    game, chair, replace(chair, player=player, slot=slot, substitute=True)
                )
                games[place] = replace(game, chairs=chairs)
                late = Adjustment(slot, "late", None, stage, round, reason)
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
