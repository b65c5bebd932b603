"""Puts the parts together and serves them on 127.0.0.1."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Address
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.sandbox import actions, bot_api, control, groups
from service.sandbox.clock import Clock, SystemClock
from service.sandbox.sandbox import Config, Sandbox, bot_user
from service.sandbox.state import World
from service.sandbox.store import Store
from service.sandbox.updates import Sleep, Updates

STATIC = Path(__file__).parent / "static"
HOST = "127.0.0.1"
PEOPLE = (("Anna", "de"), ("Ben", "en"), ("Chloé", "de"), ("Dan", "en"))
GROUP = "Belote club"


def create_app(
    config: Config,
    *,
    data_dir: Path | None = None,
    clock: Clock | None = None,
    webhook_sleep: Sleep = asyncio.sleep,
) -> Starlette:
    """The application; its `state.sandbox` is there for tests. Without a folder nothing is kept."""
    sandbox = open_sandbox(config, data_dir, clock or SystemClock())

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with httpx.AsyncClient(trust_env=False) as client:
            sandbox.store.flush(sandbox.world)
            deliveries: list[asyncio.Task[None]] = []

            def deliver(updates: Updates) -> None:
                deliveries.append(asyncio.create_task(updates.deliver(client, webhook_sleep)))

            sandbox.deliver = deliver
            for bot in sandbox.bots:
                deliver(bot.updates)
            yield
            sandbox.stop()
            for delivery in deliveries:
                delivery.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await delivery
            sandbox.store.close()

    routes = [
        Route("/healthz", _healthy),
        # Telegram takes GET and POST alike.
        Route("/bot{token}/{method}", bot_api.call, methods=["GET", "POST"]),
        Route("/file/bot{token}/photos/{file_id}", bot_api.file),
        Route("/file/bot{token}/documents/{file_id}", bot_api.file),
        Mount("/control", routes=control.routes()),
        Mount("/", Page(directory=STATIC, html=True)),
    ]
    # Only by these names: a web page that makes its own name point here gets nothing.
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])
    written = Middleware(Written, store=sandbox.store)
    app = Starlette(routes=routes, lifespan=lifespan, middleware=[hosts, written])
    app.state.sandbox = sandbox
    return app


class Written:
    """Nobody is told what is not written: neither by an answer nor by the stream of what happens."""

    def __init__(self, app: ASGIApp, store: Store) -> None:
        self._app = app
        self._store = store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def tell(message: Message) -> None:
            self._store.write()
            await send(message)

        await self._app(scope, receive, tell if scope["type"] == "http" else send)


def open_sandbox(config: Config, data_dir: Path | None, clock: Clock) -> Sandbox:
    """What was saved, or a new world with its people and their group."""
    store = Store(data_dir)
    saved = store.load()
    world = saved or World(bot_user(config))
    if saved and saved.bot.id != config.bot_id:
        raise SystemExit("The saved chats belong to another bot: remove the data folder or use its token.")
    world.bot = bot_user(config)
    if not world.complete:
        world.leap()
    sandbox = Sandbox(config, world, clock, store)
    if saved is None:
        # A number that grows over resets: a bot that remembers update ids never meets an old one again.
        world.last_update_id = int(clock.now())
        if config.people:
            _settle(sandbox)
    return sandbox


def _settle(sandbox: Sandbox) -> None:
    people = [actions.add_user(sandbox, name, language_code=language) for name, language in PEOPLE]
    groups.create_group(sandbox, GROUP, [person.id for person in people])


class Page(StaticFiles):
    """The browser asks each time whether a file has changed: an update must not meet yesterday's scripts."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


async def _healthy(_: Request) -> Response:
    return PlainTextResponse("ok")


class Server(uvicorn.Server):
    """Ends long polls and event streams first: uvicorn would wait for them."""

    def __init__(self, app: Starlette, port: int) -> None:
        # A fixed level and no access log: the addresses hold the bot's token.
        super().__init__(
            uvicorn.Config(
                app, host=HOST, port=port, log_level="warning", access_log=False, timeout_graceful_shutdown=3
            )
        )
        self._sandbox: Sandbox = app.state.sandbox
        self._sandbox.line.attach(self)
        self._port = port

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            # The port may have been chosen by the system. Whoever started this process waits for the line.
            self._port = self.servers[0].sockets[0].getsockname()[1]
            sys.stdout.write(f"Local Telegram on http://{HOST}:{self._port}/\n")
            sys.stdout.flush()

    # What the control API may do to connections: `line.Socket`.

    def cut(self, peers: set[Address]) -> None:
        for connection in list(self.server_state.connections):
            # Every kind of connection uvicorn has knows its peer and its transport, by the same names.
            handle: Any = connection
            if handle.client in peers:
                handle.transport.abort()

    def shut(self) -> None:
        for server in self.servers:
            server.close()

    async def open(self) -> None:
        def protocol() -> asyncio.Protocol:
            kind = self.config.http_protocol_class
            return kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]

        loop = asyncio.get_running_loop()
        self.servers = [await loop.create_server(protocol, HOST, self._port)]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._sandbox.stop()
        await super().shutdown(sockets)


def serve(config: Config, *, port: int, data_dir: Path | None) -> None:
    """Serves until interrupted."""
    # uvicorn raises the interrupt again once it has shut down in order.
    with contextlib.suppress(KeyboardInterrupt):
        Server(create_app(config, data_dir=data_dir), port).run()
