"""What a page is asked and what it answers, without any web framework."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tournament.store.notes import Visit

NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True)
class Ask:
    """What a browser asks for.

    Attributes
    ----------
    path
        Of the page, such as ``/judge``; never with the name of the host, which browsers may forge.
    parts
        The numbers and words in the path.
    query, fields
        What stands after ``?``, and what was typed into a form.
    lang
        ``"ru"`` or ``"en"``.
    visit, token
        Who was let in, and the hash of his cookie; None and "" for anybody.
    guest
        The cookie of one who is about to enter his PIN.
    address
        Of the browser's machine.
    by_script
        Whether a script asks, and not a person.
    """

    path: str
    parts: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    lang: str = "en"
    visit: Visit | None = None
    token: str = ""
    guest: str = ""
    address: str = ""
    by_script: bool = False

    @property
    def who(self) -> str:
        """Who was let in; "" for nobody."""
        return self.visit.name if self.visit else ""

    def typed(self, name: str) -> str:
        """Return what was typed into a field, without spaces around it."""
        return self.fields.get(name, "").strip()


@dataclass(frozen=True)
class Answer:
    """What a page answers: a template with its values, another page to go to, or data.

    Attributes
    ----------
    template, values
        The page.
    to
        Path of the page to go to instead.
    data
        For a script.
    status
        Of HTTP.
    cookies
        To be set; an empty one is taken away.
    """

    template: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    to: str = ""
    data: Mapping[str, Any] | None = None
    status: int = 200
    cookies: Mapping[str, str] = field(default_factory=dict)


class PageError(Exception):
    """A page that cannot be shown; ``key`` names the sentence that says why."""

    def __init__(self, status: int, key: str) -> None:
        super().__init__(key)
        self.status = status
        self.key = key


def local(path: str) -> str:
    """Return a path of ours to go back to; ``/`` for anything else, such as another host."""
    if not path.startswith("/") or path.startswith("//") or "\\" in path or not path.isprintable():
        return "/"
    parts = urlsplit(path)
    return "/" if parts.scheme or parts.netloc else path
