"""What a repair changes, in words and tables, and for programs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from desk.repair_names import named
from desk.screen import plain, print_lines
from desk.words import criterion_name, shown_value
from optimizer.certificate import certify
from optimizer.repair import Repair
from optimizer.repair.plan import arrivals, gone
from schedules.measures import meetings
from schedules.phrases import phrase
from schedules.schedule import EMPTY, Schedule

if TYPE_CHECKING:
    from rich.console import Console

FORMAT = "seating-repair/1"
MAFIA_SEATS = 10
"""Seats of a game of sport mafia, whose rules know no game of fewer."""


def report(done: Repair) -> dict[str, Any]:
    """Return what ``--json`` prints; docs/repair.md describes it, and it is kept stable."""
    other = done.outlook
    return {
        "format": FORMAT,
        "asked": done.asks.record(),
        "tables": "full" if done.full else "short",
        "changes": [change.as_json() for change in done.changes],
        "moves": [move.as_json() for move in done.moves],
        "names": [[slot + 1, old, new] for slot, old, new in done.renamed],
        "changed_games": done.changed_games,
        "changed_games_bound": done.change_bound,
        "games": {str(games): players for games, players in done.games.items()},
        "smallest_game": done.smallest,
        "proved": {
            "even": done.even_proved,
            "change": done.change_proved,
            "quality": done.quality_proved,
        },
        "other_way": None
        if other is None
        else {
            "tables": "full" if other.full else "short",
            "possible": other.possible,
            "reason": other.reason,
            "games": {str(games): players for games, players in (other.games or {}).items()},
            "changed_games": other.changed_games,
            "smallest_game": other.smallest,
        },
        "met_before": [[i + 1, j + 1, times] for (i, j), _, times in done.met_before],
        "quality_before": certify(done.before).as_json(),
        "quality_now": done.schedule.certificate,
        "digest": done.schedule.digest(),
    }


def print_repair(screen: Console, done: Repair, lang: str) -> None:
    """Print what is asked, what changes, who has to be told, and the quality before and after."""
    print_lines(screen, [*_asked(done, lang), *_changed(done, lang), ""])
    if done.changes:
        _print_changes(screen, done, lang)
        print_lines(screen, [""])
    if told := _told(done, lang):
        print_lines(screen, [phrase("repair.tell", lang), *told, ""])
    print_lines(screen, [phrase("repair.quality", lang)])
    _print_quality(screen, done, lang)
    print_lines(screen, [*_remarks(done, lang), ""])


def _who(schedule: Schedule, player: int, lang: str) -> str:
    """Return a player: name, or "Player 17"."""
    if schedule.players:
        return schedule.players[player]
    return phrase("place.player", lang, slot=player + 1)


def _all(done: Repair, players: Iterable[int], lang: str) -> str:
    return ", ".join(_who(done.before, player, lang) for player in players)


def _asked(done: Repair, lang: str) -> list[str]:
    """Return the asks, and what stays, one sentence each."""
    asks, first = done.asks, done.asks.after + 1
    stays = phrase("repair.stays", lang, count=asks.after) if asks.after else ""
    lines = [stays or phrase("repair.none_played", lang)]
    for player in asks.withdraw:
        lines.append(
            phrase("repair.withdraws", lang, player=_who(done.before, player, lang), round=first)
        )
    came = arrivals(done.before.problem, asks)
    for slot, name in asks.replace:
        key = "repair.replaced" if name else "repair.replaced_slot"
        if slot in came:
            key = "repair.comes_in"
        words = {"before": _who(done.before, slot, lang), "after": name}
        lines.append(phrase(key, lang, slot=slot + 1, round=first, **words))
    for player, round_ in asks.late:
        who = _who(done.before, player, lang)
        again = _seated_again(done, player)
        key = "repair.comes_back" if player in came else "repair.late"
        lines.append(phrase(key, lang, player=who, round=round_ + 1, count=again))
    if asks.swap:
        one, other = (_who(done.before, player, lang) for player in asks.swap)
        lines.append(phrase("repair.swapped", lang, one=one, other=other, round=first))
    for table in asks.close_tables:
        lines.append(phrase("repair.closed", lang, table=table + 1, round=first))
    for group in asks.apart:
        lines.append(phrase("repair.apart", lang, players=_all(done, group, lang), round=first))
    for group, most in asks.at_most:
        key, times = "repair.at_most" if most else "repair.apart", _times(most, lang)
        players = _all(done, group, lang)
        lines.append(phrase(key, lang, players=players, times=times, round=first))
    for player, table in asks.forbidden_tables:
        who = _who(done.before, player, lang)
        lines.append(phrase("repair.not_table", lang, player=who, table=table + 1, round=first))
    return [*lines, *_history(done, lang)]


def _seated_again(done: Repair, player: int) -> int:
    """Return in how many rounds a player has a chair now who had none before."""
    before, now = (s.table_of()[:, player] for s in (done.before, done.schedule))
    return int(((before < 0) & (now >= 0)).sum())


def _history(done: Repair, lang: str) -> list[str]:
    """Return what the rounds played have settled already."""
    lines = []
    for (i, j), _, times in done.met_before:
        names = {"one": _who(done.before, i, lang), "other": _who(done.before, j, lang)}
        lines.append(phrase("repair.met_before", lang, count=times, **names))
    for (i, j), wished, left in done.lost:
        names = {"one": _who(done.before, i, lang), "other": _who(done.before, j, lang)}
        names |= {"wished": _times(wished, lang), "left": _times(left, lang)}
        key = "repair.lost" if left else "repair.lost_all"
        lines.append(phrase(key, lang, **names))
    return lines


def _times(count: int, lang: str) -> str:
    return phrase("count.once" if count == 1 else "count.times", lang, count=count)


def _changed(done: Repair, lang: str) -> list[str]:
    """Return how much changes, how the games are shared out, and what the other way gives."""
    if not done.changes:
        return [phrase("repair.nothing", lang)]
    lines = [phrase("repair.seats", lang, count=len(done.changes))]
    if done.changed_games:
        moved = {move.player for move in done.moves if move.another_game}
        players = phrase("count.players", lang, count=len(moved))
        said = phrase("repair.moved", lang, count=done.changed_games, players=players)
        if done.change_proved and not done.asks.swap:
            said += " " + phrase("repair.least", lang)
        elif not done.change_proved:
            bound = {"bound": done.change_bound, "value": done.changed_games}
            key = "repair.not_least" if done.change_bound else "repair.not_proved"
            said += " " + phrase(key, lang, **bound)
        lines.append(said)
    else:
        lines.append(phrase("repair.nobody_moves", lang))
    lines += _games(done, lang)
    if done.outlook is not None:
        lines.append(_other_way(done, lang))
    return lines


def _games(done: Repair, lang: str) -> list[str]:
    seats = done.schedule.problem.num_seats
    lines = []
    if done.smallest < seats:
        key = "repair.short" if seats == MAFIA_SEATS else "repair.short_other"
        lines.append(phrase(key, lang, smallest=done.smallest, seats=seats))
    elif done.outlook is not None or done.asks.close_tables:
        lines.append(phrase("repair.full", lang))
    if done.smallest == seats and done.asks.full_tables is False:
        lines.append(phrase("repair.short_no_use", lang))
    if len(done.games) == 1:
        games = phrase("count.games", lang, count=next(iter(done.games)))
        return [*lines, phrase("repair.even_games", lang, games=games)]
    said = phrase("repair.uneven_games", lang, parts=_parts(done.games, lang))
    if done.even_proved and done.shared:
        said += " " + phrase("repair.most_even", lang)
    return [*lines, said]


def _parts(games: Mapping[int, int], lang: str) -> str:
    """Return how many games how many players have: "8 games each: 13 players; ..."."""
    return "; ".join(
        phrase(
            "repair.games_each",
            lang,
            games=phrase("count.games", lang, count=count),
            players=phrase("count.players", lang, count=players),
        )
        for count, players in games.items()
    )


def _other_way(done: Repair, lang: str) -> str:
    other = done.outlook
    if other is None:
        return ""
    if not other.possible:
        option = "--full-tables" if other.full else "--short-tables"
        reason = named(other.reason, done.before.players)
        return phrase("repair.no_other", lang, option=option, reason=reason)
    values = {"parts": _parts(other.games or {}, lang), "count": other.changed_games}
    if other.full:
        return phrase("repair.instead_full", lang, **values)
    return phrase("repair.instead_short", lang, smallest=other.smallest, **values)


def _print_changes(screen: Console, done: Repair, lang: str) -> None:
    """Print the chairs that differ: round, table, seat, who sat there, who sits there now."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for key in ("word.round", "word.table", "word.seat"):
        table.add_column(phrase(key, lang), justify="right", no_wrap=True)
    for key in ("repair.before", "repair.now"):
        table.add_column(phrase(key, lang), overflow="fold")
    rows = _rows(done, lang)
    last = (0, 0)
    for n, (round_, number, *cells) in enumerate(rows):
        new = (
            "" if round_ == last[0] else str(round_),
            "" if (round_, number) == last else str(number),
        )
        last = (round_, number)
        end = n + 1 == len(rows) or rows[n + 1][0] != round_
        table.add_row(*new, *(plain(cell) for cell in cells), end_section=end)
    screen.print(table)


def _rows(done: Repair, lang: str) -> list[tuple[int, int, str, str, str]]:
    """Return round, table, seat, before and now of each change; a game that is off in one row."""
    rows: list[tuple[int, int, str, str, str]] = []
    for (r, t), group in groupby(done.changes, key=lambda change: (change.round, change.table)):
        chairs = list(group)
        if (done.schedule.seating[r, t] == EMPTY).all():
            seats = f"{chairs[0].seat + 1}–{chairs[-1].seat + 1}"
            players = phrase("count.players", lang, count=len(chairs))
            rows.append((r + 1, t + 1, seats, players, phrase("repair.no_game", lang)))
            continue
        for change in chairs:
            who = (
                _on_chair(done.before, change.before, lang),
                _on_chair(done.schedule, change.after, lang),
            )
            rows.append((r + 1, t + 1, str(change.seat + 1), *who))
    return rows


def _on_chair(schedule: Schedule, player: int, lang: str) -> str:
    if player == EMPTY:
        return phrase("repair.nobody", lang)
    return schedule.player_label(player)


def _told(done: Repair, lang: str) -> list[str]:
    """Return one line for each player whose place changes, round by round."""
    by_player: dict[int, list[str]] = defaultdict(list)
    for move in done.moves:
        places = {"before": _place(move.before, lang), "after": _place(move.after, lang)}
        by_player[move.player].append(
            phrase("repair.in_round", lang, round=move.round + 1, **places)
        )
    return [
        f"- {_who(done.schedule, p, lang)}: {'; '.join(parts)}" for p, parts in by_player.items()
    ]


def _place(place: tuple[int, int] | None, lang: str) -> str:
    if place is None:
        return phrase("place.sits_out", lang)
    return phrase("repair.place", lang, table=place[0] + 1, seat=place[1] + 1)


def _print_quality(screen: Console, done: Repair, lang: str) -> None:
    """Print the criteria with value before, value now and the bound."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(phrase("certificate.criterion_title", lang), ratio=1)
    for key in ("repair.before", "repair.now", "certificate.bound_title"):
        table.add_column(phrase(key, lang), justify="right", no_wrap=True)
    before = {line["criterion"]: line for line in certify(done.before).as_json()["criteria"]}
    for line in (done.schedule.certificate or {}).get("criteria", []):
        old = before.get(line["criterion"], {}).get("value")
        cells = (old, line["value"], line["bound"])
        name = plain(criterion_name(line["criterion"], lang))
        table.add_row(name, *(shown_value(cell, lang) for cell in cells))
    screen.print(table)


def _remarks(done: Repair, lang: str) -> list[str]:
    """Return what explains the figures."""
    lines = []
    met = meetings(done.schedule)
    limits = done.schedule.problem.limits()
    left, apart = gone(done.schedule.problem, done.asks.after), 0
    count = 0
    for i in range(len(met)):
        for j in range(i):
            if met[i, j] == 0 and limits[i, j] > 0:
                count += 1
                apart += i in left or j in left
    if apart:
        lines.append(phrase("repair.left", lang, count=count, gone=apart))
    if done.changed_games and not done.asks.swap:
        key = "repair.best" if done.quality_proved and done.change_proved else "repair.not_best"
        lines.append(phrase(key, lang))
    return [*lines, *done.faults]
