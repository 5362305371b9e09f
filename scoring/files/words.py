"""The words of protocol files, in English and Russian: headers, roles, results, exits.

The first word of each is what we write; all of them are understood. Letter case, ``ё`` and ``е``,
underscores, dots and spaces make no difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from scoring.errors import ScoringError
from scoring.exact import exact
from scoring.files.texts import tidy

HEADERS: Mapping[str, tuple[str, ...]] = {
    "row": ("row", "строка"),
    "stage": ("stage", "этап", "стадия"),
    "round": ("round", "тур", "раунд"),
    "table": ("table", "стол"),
    "game": ("game", "игра", "название игры", "title"),
    "result": ("result", "winner", "результат", "победа", "победитель", "победили", "кто победил"),
    "judge": ("judge", "referee", "судья", "ведущий"),
    "first_killed": ("first_killed", "пу", "первый убитый", "первоубиенный", "first killed seat"),
    "best_move": ("best_move", "лх", "лучший ход"),
    "hits": ("hits", "попаданий лх", "черных в лх"),
    "factor": ("factor", "коэффициент игры", "вес игры"),
    "seat": ("seat", "место", "номер", "№", "место за столом", "слот игрока"),
    "player": ("player", "игрок", "ник", "никнейм", "имя", "name", "nick", "nickname"),
    "slot": ("slot", "слот"),
    "team": ("team", "команда"),
    "substitute": ("substitute", "замена", "игрок замены"),
    "role": ("role", "роль"),
    "fouls": ("fouls", "фолы", "фол"),
    "tech_fouls": ("tech_fouls", "тех фолы", "технические фолы"),
    "exit": ("exit", "выход", "покинул игру", "покинул стол"),
    "extras": (
        "extras", "extra", "dop", "доп", "допы", "доп балл", "доп баллы", "дополнительные баллы",
        "дополнительные", "бонус", "баллы судьи",
    ),
    "penalties": ("penalties", "penalty", "штраф", "штрафы"),
    "autobonus": ("autobonus", "автобонус"),
    "best_player": ("best_player", "лучший игрок"),
    "best_move_award": ("best_move_award", "лучший ход игры"),
    "given": ("given", "готовые баллы"),
    "kind": ("kind", "вид"),
    "points": ("points", "баллы"),
    "comment": ("comment", "примечание", "комментарий", "заметки"),
    "record": ("record", "запись"),
}  # fmt: skip
"""Columns of our own form."""

ROLE_WORDS: Mapping[str, tuple[str, ...]] = {
    "civilian": (
        "civilian", "civ", "мирный", "мир", "мж", "мирный житель", "мирний", "red", "красный",
        "town",
    ),
    "sheriff": ("sheriff", "шериф", "шер", "ш", "комиссар", "ком"),
    "mafia": ("mafia", "maf", "мафия", "мафія", "маф", "black", "черный", "мафиози"),
    "don": ("don", "дон", "дон мафии", "д"),
}  # fmt: skip
RESULT_WORDS: Mapping[str, tuple[str, ...]] = {
    "red": (
        "red", "красные", "красный", "красных", "мирные", "мир", "мирных", "город", "місто",
        "победа красных", "победа мирных", "победа города", "civ", "town",
    ),
    "black": (
        "black", "черные", "черный", "черных", "мафия", "мафія", "маф", "мафии", "победа черных",
        "победа мафии", "maf", "mafia",
    ),
    "draw": ("draw", "ничья", "tie"),
    "void": ("void", "не считается", "недействительна", "аннулирована", "переигровка"),
}  # fmt: skip
EXIT_WORDS: Mapping[str, tuple[str, ...]] = {
    "vote": ("vote", "голосование", "день", "заголосован", "day"),
    "night": ("night", "ночь", "убит", "убит ночью"),
    "fouls": ("fouls", "фолы", "4 фола", "четыре фола"),
    "tech": ("tech", "технические фолы", "тех фолы"),
    "removed": ("removed", "удален", "удаление", "дисквалификация"),
    "team_loss": ("team_loss", "ппк"),
    "give_up": ("give_up", "сдался", "отказ"),
}
ADJUSTMENT_WORDS: Mapping[str, tuple[str, ...]] = {
    "missed_round": ("missed_round", "пропуск тура", "пропуск"),
    "late": ("late", "опоздание"),
    "penalty": ("penalty", "штраф"),
    "bonus": ("bonus", "бонус"),
    "disqualified": ("disqualified", "дисквалификация", "дисквалифицирован"),
    "withdrawn": ("withdrawn", "снялся", "снятие"),
}
ROW_WORDS: Mapping[str, tuple[str, ...]] = {
    "seat": ("seat", "", "место"),
    "tournament": ("tournament", "турнир"),
    "adjustment": ("adjustment", "поправка"),
    "occupant": ("occupant", "занимает"),
    "team": ("team", "команда"),
    "left_out": ("left_out", "не вошло"),
}
"""What a row of our own form is about."""
FLAG_WORDS: Mapping[str, tuple[str, ...]] = {
    "1": ("1", "+", "да", "yes", "true", "x", "х", "v"),
    "0": ("0", "-", "–", "нет", "no", "false"),
}
NOTHING = frozenset(("", "-", "–", "—", "нет"))
"""What stands for no award."""
NOBODY = frozenset(("", "0", "-", "–", "—", "нет", "никто", "none", "промах"))
"""What stands for no first killed."""


@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """Return what two spellings of a word share."""
    folded = tidy(text.replace("_", " ").replace(".", " ")).casefold().replace("ё", "е")
    return " ".join(folded.split())


def lookup(words: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return what each spelling means."""
    return {key(word): meaning for meaning, spellings in words.items() for word in spellings}


_MEANINGS = {
    "role": lookup(ROLE_WORDS),
    "result": lookup(RESULT_WORDS),
    "exit": lookup(EXIT_WORDS),
    "adjustment": lookup(ADJUSTMENT_WORDS),
    "row": lookup(ROW_WORDS),
    "flag": lookup(FLAG_WORDS),
}


def meaning(kind: str, text: str) -> str | None:
    """Return what a word of a kind ("role", "result", …) means; None if nothing is known."""
    return _MEANINGS[kind].get(key(text))


def number_text(value: Fraction) -> str:
    """Return a number as a decimal or a ratio, as :func:`scoring.exact.exact` reads it."""
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    if not places:
        return str(value.numerator)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


@lru_cache(maxsize=4096)
def number(text: str) -> Fraction | None:
    """Return the number of a cell, with a decimal point or comma; None if it is none."""
    try:
        return exact(text)
    except ScoringError:
        return None
