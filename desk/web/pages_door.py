"""The page where judges give their PINs."""

from __future__ import annotations

import secrets
from typing import Any

from desk.web.asking import Answer, Ask, local
from desk.web.phrases import phrase
from desk.web.site import Site
from tournament.store.notes import let_out, pins


def login(site: Site, ask: Ask) -> Answer:
    """Ask who it is, and his PIN."""
    return _form(site, ask, "", ask.query.get("next", ""))


def enter(site: Site, ask: Ask) -> Answer:
    """Let somebody in who gives the right PIN."""
    token, wait = site.door.enter(ask.typed("name"), ask.typed("pin"), address=ask.address)
    to = local(ask.fields.get("next", ""))
    if token:
        return Answer(to=to if to != "/" else "/judge", cookies={"seating_visit": token})
    if wait:
        said = phrase("door.wait", ask.lang, count=-(-wait // 60))
        return _form(site, ask, said, to, status=429)
    return _form(site, ask, phrase("door.wrong", ask.lang), to, status=403)


def leave(site: Site, ask: Ask) -> Answer:
    """Let somebody out."""
    let_out(site.store, ask.token)
    return Answer(to="/", cookies={"seating_visit": ""})


def _form(site: Site, ask: Ask, refused: str, to: str, *, status: int = 200) -> Answer:
    guest = ask.guest or secrets.token_urlsafe(24)
    values: dict[str, Any] = {
        "state": site.state(),
        "people": pins(site.store),
        "name": ask.typed("name"),
        "refused": refused,
        "next": local(to),
        # who is in already gets the token of his visit
        "form_token": ask.visit.form_token if ask.visit else site.guest_token(guest),
    }
    return Answer("login.html.j2", values, status=status, cookies={"seating_guest": guest})
