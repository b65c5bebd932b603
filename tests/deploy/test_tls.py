"""Redis over TLS, by its address alone. The wheel's server knows no TLS, so a proxy in front of it does."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trustme

from service import usecases
from service.bootstrap import container
from service.lobbies import Opening, open_table
from service.settings import Misconfigured, Settings
from service.table.commands import Cut
from workers.checks import UNTRUSTED, insist_on_server
from workers.embedded import Server


@asynccontextmanager
async def tls_in_front_of(path: str, context: ssl.SSLContext) -> AsyncIterator[int]:
    """The port of a proxy that speaks TLS to us and plainly to the server's socket."""
    tasks: set[asyncio.Task[None]] = set()

    async def pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(1 << 16):
                target.write(data)
                await target.drain()
        except (OSError, ssl.SSLError):
            pass
        finally:
            target.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_unix_connection(path)
        for source, target in ((reader, ours), (theirs, writer)):
            task = asyncio.create_task(pump(source, target))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
    yield server.sockets[0].getsockname()[1]
    server.close()
    if tasks:
        await asyncio.wait(tasks, timeout=2)


async def test_tables_over_tls(real_server: Server, tmp_path: Path) -> None:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    async with tls_in_front_of(real_server.address.path, context) as port:
        url = f"rediss://127.0.0.1:{port}/0"
        trusting = Settings(redis_url=f"{url}?ssl_ca_certs={tmp_path / 'ca.pem'}", key_prefix="tls:")
        await asyncio.to_thread(insist_on_server, trusting, 0.5)
        home = await container(trusting)
        table = await open_table(home, Opening(-5, 1, None, "club", 1, "classic"))
        await usecases.house(home, table, Cut(person=1, count=1))  # the hint goes over RQ's own connection
        assert await usecases.look(home, table, None) is not None
        await home.aclose()
        with pytest.raises(Misconfigured) as caught:
            await asyncio.to_thread(insist_on_server, Settings(redis_url=url), 0.5)
        assert str(caught.value) == UNTRUSTED
        plain = Settings(redis_url=f"redis://127.0.0.1:{port}/0")
        with pytest.raises(Misconfigured, match="no server answers at"):
            await asyncio.to_thread(insist_on_server, plain, 0.5)
