"""``seating event serve``: the judges' pages on the venue's network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping, Sequence

from desk.errors import DONE
from desk.screen import console, print_lines
from desk.web.phrases import phrase
from desk.web.pins import CHIEF, make_pins
from schedules.errors import SeatingError
from tournament.flow.bench import bench_of
from tournament.store import Store, open_store
from tournament.store.notes import pins

MOST_WAITING = 128
"""Browsers that may wait for an answer while the server is busy."""


def serve(
    event: str, *, host: str, port: int, judges: Sequence[str], new_pins: Sequence[str], lang: str
) -> int:
    """Serve the pages of an event until Ctrl-C.

    PINs are made only once the port is ours: a PIN that is made is shown, or the old one holds.
    """
    with open_store(event) as store, _listening(host, port) as listening:
        made = _made(store, judges, new_pins)
        address = address_of(host, listening.getsockname()[1])
        _say(store, made, address, host, lang)
        _run(store, listening, lang)
    print_lines(console(), [phrase("serve.stopped", lang, event=event)])
    return DONE


def give_pins(event: str, *, judges: Sequence[str], new_pins: Sequence[str], lang: str) -> int:
    """Make PINs and print them without serving pages, such as while they run already."""
    with open_store(event) as store:
        made = _made(store, judges, new_pins)
        print_lines(console(), [*_pin_lines(store, made, lang), phrase("serve.no_pages", lang)])
    return DONE


def _made(store: Store, judges: Sequence[str], new_pins: Sequence[str]) -> dict[str, str]:
    """Return the PINs that are made now: of who has none, and of those named anew."""
    named = bench_of(store.read()).names  # seating event judges
    return make_pins(store, [*judges, *named], new=new_pins)


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there.

    Raises
    ------
    SeatingError
        If the port is taken, or the machine has no such address.
    """
    if not 0 <= port <= 65535:
        raise SeatingError(f"--port {port}: a port is a number from 1 to 65535, such as 8000.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=MOST_WAITING)
    except OSError as error:
        raise SeatingError(
            f"The pages cannot be served at {host}, port {port} ({error.strerror}): name another "
            f"port, such as --port {port + 1 if 0 < port < 65535 else 8000}, or --host 0.0.0.0 for "
            "every network of this machine. No PIN was changed; while the pages run, --no-pages "
            "gives PINs without serving them again."
        ) from None


def address_of(host: str, port: int) -> str:
    """Return the address that browsers open: that of this machine in the network, if any may."""
    name = host
    try:
        anywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:  # a name
        anywhere = False
    if anywhere:
        name = _in_network(socket.AF_INET6 if ":" in host else socket.AF_INET)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _in_network(family: socket.AddressFamily) -> str:
    """Return this machine's address in the network, by which it would reach another.

    Nothing is sent: connecting a datagram socket only looks the way up. The other address is one
    reserved for documents (RFC 5737, RFC 3849). Without a network it is the machine itself.
    """
    six = family == socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("2001:db8::1" if six else "192.0.2.1", 9))
        except OSError:
            return "::1" if six else "127.0.0.1"
        return str(probe.getsockname()[0])


def _say(store: Store, made: Mapping[str, str], address: str, host: str, lang: str) -> None:
    """Print the address, its QR code, and the PINs that were made now."""
    screen = console()
    state = store.read()
    print_lines(screen, [phrase("serve.address", lang, name=state.name, address=address)])
    screen.file.write(_qr(address))
    lines = [phrase("serve.wall", lang, address=address)]
    if host in ("127.0.0.1", "::1", "localhost"):
        lines.append(phrase("serve.here_only", lang))
    lines += _pin_lines(store, made, lang)
    print_lines(screen, [*lines, phrase("serve.stop", lang)])
    screen.file.flush()


def _pin_lines(store: Store, made: Mapping[str, str], lang: str) -> list[str]:
    """Return the PINs that were made now, since when they hold, and who has one already."""
    lines = []
    if made:
        lines.append(phrase("serve.pins", lang))
        lines += [
            phrase("serve.pin", lang, name=name, pin=f"{pin[:3]} {pin[3:]}")
            for name, pin in made.items()
        ]
        lines.append(phrase("serve.at_once", lang))
    known = [pin.name for pin in pins(store)]
    others = [name for name in known if name not in made]
    if others:
        lines.append(phrase("serve.have_pins", lang, names=", ".join(others)))
    if known == [CHIEF]:
        lines.append(phrase("serve.no_judges", lang))
    return lines


def _qr(address: str) -> str:
    """Return a QR code for a terminal, in half blocks."""
    import io

    import segno

    held = io.StringIO()
    segno.make(address, micro=False).terminal(held, compact=True)
    return held.getvalue()


def _run(store: Store, listening: socket.socket, lang: str) -> None:
    """Answer browsers until Ctrl-C."""
    import uvicorn

    from desk.web.app import make_app
    from desk.web.site import Site

    config = uvicorn.Config(
        make_app(Site(store, lang)),
        log_level="error",
        access_log=False,
        lifespan="off",
        server_header=False,
        proxy_headers=False,  # the address in such headers is the browser's to choose
        timeout_graceful_shutdown=5,
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        return
