"""The web framework's part: paths, cookies, headers, and errors as pages."""

from __future__ import annotations

import os
import traceback
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from desk.errors import DEBUG_VARIABLE, say
from desk.web import pages_chief, pages_door, pages_judge, pages_public
from desk.web.asking import Answer, Ask, PageError
from desk.web.guard import Guard
from desk.web.phrases import phrase
from desk.web.pins import LET_IN_HOURS, hash_of
from desk.web.refusal_words import refusal
from desk.web.site import Site
from desk.web.views import clock, stage_number
from schedules.errors import SeatingError
from schedules.phrases import LANGS
from scoring.errors import ScoringError
from scoring.phrases import phrase as scoring_phrase
from tournament.store.notes import visit

if TYPE_CHECKING:
    from fastapi import FastAPI, Request, Response
    from jinja2 import Environment
    from markupsafe import Markup

FOLDER = Path(__file__).parent
Page = Callable[[Site, Ask], Answer]

EVERYBODY: tuple[tuple[str, str, Page], ...] = (
    ("GET", "/", pages_public.home),
    ("GET", "/round/{stage}/{round}", pages_public.one_round),
    ("GET", "/standings", pages_public.standings),
    ("GET", "/player", pages_public.player),
    ("GET", "/wall", pages_public.wall),
    ("GET", "/wall/standings", pages_public.wall_standings),
    ("GET", "/language/{lang}", pages_public.language),
    ("GET", "/login", pages_door.login),
    ("POST", "/login", pages_door.enter),
    ("POST", "/logout", pages_door.leave),
)
JUDGES: tuple[tuple[str, str, Page], ...] = (
    ("GET", "/judge", pages_judge.games),
    ("GET", "/judge/{stage}/{round}/{table}", pages_judge.game),
    ("POST", "/judge/{stage}/{round}/{table}/take", pages_judge.take),
    ("POST", "/judge/{stage}/{round}/{table}/draft", pages_judge.save_draft),
    ("POST", "/judge/{stage}/{round}/{table}/record", pages_judge.record_game),
    ("POST", "/judge/{stage}/{round}/{table}/let-go", pages_judge.let_go),
)
CHIEF: tuple[tuple[str, str, Page], ...] = (
    ("GET", "/chief", pages_chief.overview),
    ("GET", "/chief/log", pages_chief.log),
    ("GET", "/chief/presence", pages_chief.presence),
    ("GET", "/chief/correct/{stage}/{round}/{table}", pages_chief.correction),
    ("POST", "/chief/correct/{stage}/{round}/{table}", pages_chief.correct_game),
    ("POST", "/chief/{step}", pages_chief.step),
)
STATIC = {"pages.css": "text/css", "pages.js": "text/javascript"}
COOKIES = {"seating_visit": LET_IN_HOURS * 3600, "seating_guest": 3600, "seating_lang": 365 * 86400}
"""For how many seconds a browser keeps each cookie."""
MOST_FIELDS = 600


def make_app(site: Site) -> FastAPI:
    """Return the pages of an event as an application that a web server runs."""
    from fastapi import FastAPI
    from starlette.exceptions import HTTPException

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.add_middleware(Guard)
    for access, pages in (("", EVERYBODY), ("judge", JUDGES), ("chief", CHIEF)):
        for method, path, page in pages:
            app.add_route(path, _endpoint(site, page, access), methods=[method])
    for name, kind in STATIC.items():
        app.add_route(f"/static/{name}", _file(FOLDER / "static" / name, kind), methods=["GET"])

    async def not_found(request: Request, error: Exception) -> Response:
        status = cast("HTTPException", error).status_code
        key = "error.no_page" if status in (404, 405) else "error.bad_form"
        ask = await _asked(site, request, {}, reading=False)
        return _response(site, ask, _problem(ask, status, phrase(key, ask.lang)))

    app.add_exception_handler(HTTPException, not_found)
    return app


def _file(path: Path, kind: str) -> Callable[[Request], Response]:
    from starlette.responses import FileResponse

    return lambda _: FileResponse(path, media_type=kind)


def _endpoint(site: Site, page: Page, access: str) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        ask = await _asked(site, request, request.path_params, reading=True)
        return await run_in_threadpool(_answered, site, page, access, ask, request.method)

    return endpoint


async def _asked(site: Site, request: Request, parts: Mapping[str, str], *, reading: bool) -> Ask:
    """Return what a browser asks, who it is left open."""
    fields: dict[str, str] = {}
    if reading and request.method == "POST":
        async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
    lang = request.cookies.get("seating_lang", "")
    return Ask(
        path=request.url.path,
        parts=parts,
        query=dict(request.query_params),
        fields=fields,
        lang=lang if lang in LANGS else site.lang,
        token=hash_of(token) if (token := request.cookies.get("seating_visit", "")) else "",
        guest=request.cookies.get("seating_guest", ""),
        address=request.client.host if request.client else "",
        by_script="application/json" in request.headers.get("accept", ""),
    )


def _answered(site: Site, page: Page, access: str, ask: Ask, method: str) -> Response:
    """Return the page, or one that says what is in its way; never a traceback."""
    try:
        ask = replace(ask, visit=visit(site.store, ask.token) if ask.token else None)
        answer = _allowed(site, page, access, ask, method)
        return _response(site, ask, answer)
    except PageError as error:
        return _response(site, ask, _problem(ask, error.status, phrase(error.key, ask.lang)))
    except (SeatingError, ScoringError) as error:
        return _response(site, ask, _problem(ask, 409, refusal(error, ask.lang)))
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            traceback.print_exception(error)
        say(f"Internal error at {ask.path} ({type(error).__name__}: {error}).")
        return _response(site, ask, _problem(ask, 500, phrase("error.internal", ask.lang)))


def _allowed(site: Site, page: Page, access: str, ask: Ask, method: str) -> Answer:
    if access and ask.visit is None:
        if ask.by_script:
            return Answer(data={"refused": phrase("error.log_in", ask.lang)}, status=403)
        return Answer(to="/login?next=" + (ask.path if method == "GET" else "/judge"))
    if access == "chief" and ask.visit is not None and not ask.visit.chief:
        raise PageError(403, "error.chief_only")
    if method == "POST":
        site.check_form(ask)
    return page(site, ask)


def _problem(ask: Ask, status: int, sentence: str) -> Answer:
    if ask.by_script:
        return Answer(data={"refused": sentence}, status=status)
    return Answer("problem.html.j2", {"sentence": sentence, "status": status}, status=status)


def _response(site: Site, ask: Ask, answer: Answer) -> Response:
    from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse

    response: Response
    if answer.to:
        response = RedirectResponse(answer.to, status_code=303)
    elif answer.data is not None:
        response = JSONResponse(dict(answer.data), status_code=answer.status)
    else:
        response = HTMLResponse(_page(site, ask, answer), status_code=answer.status)
    for name, value in answer.cookies.items():
        response.set_cookie(
            name, value, max_age=COOKIES[name] if value else 0, httponly=True, samesite="strict"
        )
    return response


def _page(site: Site, ask: Ask, answer: Answer) -> str:
    values = {
        "state": None,
        "form_token": ask.visit.form_token if ask.visit else "",
        **answer.values,
    }
    values |= {
        "lang": ask.lang,
        "t": partial(_phrase, ask.lang),
        "word": lambda key, **given: scoring_phrase(key, ask.lang, **given),
        "who": ask.who,
        "token": partial(_token, values["form_token"]),
        "chief": ask.visit is not None and ask.visit.chief,
        "here": ask.path,
        "said": site.said.take(ask.token),
        "clock": clock,
        "stage_number": stage_number,
    }
    return _environment().get_template(answer.template).render(values)


def _token(token: str) -> Markup:
    """Return the field that every form carries."""
    from markupsafe import Markup

    return Markup('<input type="hidden" name="form_token" value="{}">').format(token)


def _phrase(lang: str, key: str, **values: object) -> str:
    return phrase(key, lang, **values)


@cache
def _environment() -> Environment:
    """Return the template loader; everything is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
