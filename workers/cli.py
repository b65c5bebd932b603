"""The command `rebelote`."""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from functools import partial
from pathlib import Path

from pydantic import SecretStr

from engine import players
from engine.notation import Record, parse_record
from engine.variants import VARIANTS
from service import metrics
from service.adapters.rq_queue import Work
from service.bootstrap import container
from service.logs import configure_logs
from service.ports import StoreDown, TooNew
from service.retold import export
from service.settings import Misconfigured, Settings, load_settings, markdown_table, variable
from service.table.model import Stage
from workers.checks import insist_on_address, insist_on_server
from workers.children import CONFIGURATION, GaveUp
from workers.ownership import check_ownership

Command = Callable[[argparse.Namespace], int]
AT_THE_KEYBOARD_S = 5.0
"""How long `rebelote run`, which somebody watches, waits for a server that does not answer."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code. What stops a start is one line, never a traceback."""
    options = _parser().parse_args(arguments)
    command: Command = options.command
    try:
        check_ownership()
        return command(options)
    except Misconfigured as fault:
        print(f"rebelote: {fault}", file=sys.stderr)
        return CONFIGURATION
    except (GaveUp, TooNew) as fault:
        print(f"rebelote: {fault}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `| head` has seen enough; nothing must be flushed into it at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:  # while a process waits for its server
        return 130


Adding = Callable[[str, Command, str], argparse.ArgumentParser]
"""Adds a command: its name, what it runs, what it is for."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rebelote", description="Belote with friends in Telegram.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Command, text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(command=command)
        return added

    _add_processes(add)
    _add_records(add)
    _add_documents(add)
    _add_looks(add)
    return parser


def _add_processes(add: Adding) -> None:
    whole = "Everything in one: server, bot, workers, courier and, without a token, a local Telegram."
    run = add("run", _run, whole)
    run.add_argument("--reset", action="store_true", help="forget all tables and chats first")
    run.add_argument("--verbose", action="store_true", help="show the log lines of all parts")
    bot = add("bot", _bot, "The bot: takes updates from Telegram and answers taps.")
    worker = add("worker", _worker, "A worker: carries tables on.")
    _add_queue(worker, "which one (moves)")
    courier = add("courier", _courier, "The courier: shows in the chats what has changed.")
    courier.add_argument("--place", default="", help=argparse.SUPPRESS)  # the supervisor's: see `Lease`
    for process in (bot, worker, courier):
        process.add_argument(
            "--metrics-port", type=int, metavar="PORT", help="instead of REBELOTE_METRICS_PORT"
        )


def _add_queue(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--queue", type=Work, choices=list(Work), default=Work.MOVES, help=text)


def _add_records(add: Adding) -> None:
    verify = add("verify", _verify, "Check a match's record: that no card was moved and no point invented.")
    verify.add_argument("record", metavar="FILE", help="the record; - for standard input")
    replay = add("replay", _replay, "Tell a match again from its record, deal by deal and trick by trick.")
    replay.add_argument("record", metavar="FILE", help="the record; - for standard input")
    fair = "Check that computers play by the rules, never look at hidden cards and mind no suit's or seat's name."
    fairplay = add("fairplay", _fairplay, fair)
    fairplay.add_argument(
        "--level", action="append", choices=list(players.LEVELS), help="all when none is named"
    )
    fairplay.add_argument("--rules", action="append", choices=list(VARIANTS), help="all when none is named")
    fairplay.add_argument("--deals", type=_count, default=10, help="of each level in each rule set (10)")
    fairplay.add_argument("--seed", type=int, default=0, help="other deals (0)")
    fairplay.add_argument(
        "--budget", type=_count, help="how much a level may think; its own unit (as at a table)"
    )
    shown = "Print a table's record: finished deals, and the secret once the match is over."
    record = add("export", _export, shown)
    record.add_argument("table", metavar="TABLE", help="its id")
    everything = "the running deal and the secret too: shows every hidden card"
    record.add_argument("--everything", action="store_true", help=everything)


def _count(text: str) -> int:
    """At least one: a proof of nothing would look like one."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def _add_documents(add: Adding) -> None:
    tables = add("tables", _tables, "List the tables, or show how one stands. No hidden card is shown.")
    tables.add_argument("table", metavar="TABLE", nargs="?", help="its id: show this one")
    tables.add_argument("--chat", type=int, metavar="ID", help="only those of this group")
    tables.add_argument("--state", type=Stage, choices=list(Stage), help="only those in this state")
    everything = "of one table: its secret and every hidden card too"
    tables.add_argument("--everything", action="store_true", help=everything)
    whole = "Write all tables, people and chats to a file: it holds every hidden card."
    add("backup", _backup, whole).add_argument("file", metavar="FILE", help="where to; - for standard output")
    again = "Count the statistics of all finished matches anew, and enter old ones into the lists."
    stats = add("stats", _stats, again)
    stats.add_argument(
        "--rebuild", action="store_true", required=True, help="do it: what was counted is forgotten first"
    )
    back = "Put a backup's tables, people and chats. What is there already stays as it is."
    add("import", _import, back).add_argument("file", metavar="FILE", help="the backup")


def _add_looks(add: Adding) -> None:
    add("doctor", _doctor, "Look at everything a running house needs, and say what to do.")
    health = add("health", _health, "Whether this machine's bot, worker or courier lives: for health checks.")
    health.add_argument("process", choices=["bot", "worker", "courier"])
    _add_queue(health, "a worker's (moves)")
    settings = add("settings", _settings, "List all settings and their values, secrets excepted.")
    settings.add_argument("--markdown", action="store_true", help="the README's table")


def _run(options: argparse.Namespace) -> int:
    from workers import supervisor

    settings = load_settings()
    if settings.redis_url and not options.reset:
        insist_on_server(settings, AT_THE_KEYBOARD_S)
    supervisor.run(settings, reset=options.reset, verbose=options.verbose)
    return 0


@contextmanager
def _process(name: str, options: argparse.Namespace) -> Iterator[Settings]:
    """Settings, logs and metrics of one process, its server answering and fit for games."""
    settings = load_settings(metrics_port=options.metrics_port)
    configure_logs(settings, name)
    gauges = None
    if name == "courier":  # of which there is one
        from workers.gauges import HouseGauges

        gauges = HouseGauges(settings)
    end = metrics.serve(settings, gauges)
    try:
        insist_on_server(settings)
        yield settings
    finally:
        end()


def _reached() -> Settings:
    """For commands beside a running house. Raises `Misconfigured` for an address nobody can read."""
    settings = _beside()
    insist_on_address(settings)
    return settings


def _beside() -> Settings:
    """Without REDIS_URL, the server of `rebelote run` on the data folder."""
    from workers.embedded import running_url

    settings = load_settings()
    if settings.redis_url is None:
        settings = settings.model_copy(update={"redis_url": SecretStr(running_url(settings))})
    return settings


def _doctor(options: argparse.Namespace) -> int:
    from workers import doctor

    return doctor.run(_beside(), partial(print, flush=True))


def _bot(options: argparse.Namespace) -> int:
    from service.telegram.app import run_bot

    with _process("bot", options) as settings:
        run_bot(settings)
    return 0


def _worker(options: argparse.Namespace) -> int:
    from workers.run import run_worker

    with _process(f"worker {options.queue}", options) as settings:
        run_worker(settings, options.queue)
    return 0


def _courier(options: argparse.Namespace) -> int:
    from workers.courier import run_courier

    with _process("courier", options) as settings:
        run_courier(settings, options.place)
    return 0


def _read_record(name: str) -> Record | None:
    """The record in a file; None, and a line that says why, for anything else."""
    try:
        return parse_record(sys.stdin.read() if name == "-" else Path(name).read_text("utf-8"))
    except UnicodeDecodeError:
        said = "not a record: it is no text"
    except OSError as fault:
        said = fault.strerror or type(fault).__name__
    except ValueError as fault:
        said = str(fault)
    print(f"rebelote: {name}: {said}", file=sys.stderr)
    return None


def _replay(options: argparse.Namespace) -> int:
    from workers.replay import told

    record = _read_record(options.record)
    if record is None:
        return 2
    try:
        for line in told(record):
            print(line)
    except ValueError as fault:
        print(f"rebelote: {options.record}: {fault}", file=sys.stderr)
        return 2
    return 0


def _stats(options: argparse.Namespace) -> int:
    from workers import standings

    try:
        print(f"{standings.run(_reached())} matches counted.")
    except StoreDown as fault:
        print(f"rebelote: the server cannot be reached: {fault}", file=sys.stderr)
        return 1
    return 0


def _verify(options: argparse.Namespace) -> int:
    from engine.verify import check_record

    record = _read_record(options.record)
    if record is None:
        return 2
    findings = check_record(record)
    for finding in findings:
        where = "header" if finding.entry < 0 else f"entry {finding.entry + 1}"
        print(f"{where}: {finding.what}")
    if findings:
        return 1
    proof = "shuffles and plays" if record.secret else "plays; its secret is not disclosed, so no shuffle"
    print(f"All {len(record.entries)} entries hold: {proof} checked.")
    return 0


def _fairplay(options: argparse.Namespace) -> int:
    from workers.fairplay import told

    levels = options.level or list(players.LEVELS)
    variants = options.rules or list(VARIANTS)
    verdicts = []
    for line, fair in told(levels, variants, options.deals, options.seed, options.budget):
        print(line, flush=True)
        verdicts.append(fair)
    return 0 if all(verdicts) else 1


def _export(options: argparse.Namespace) -> int:
    record = asyncio.run(_record(options.table, options.everything))
    if record is None:
        print(f"rebelote: no table {options.table}", file=sys.stderr)
        return 2
    print(record, end="")
    return 0


def _health(options: argparse.Namespace) -> int:
    from workers.health import healthy

    why = healthy(_reached(), options.process, options.queue)
    if why:
        print(f"rebelote: {why}", file=sys.stderr)
    return int(bool(why))


def _tables(options: argparse.Namespace) -> int:
    return asyncio.run(_print_tables(options))


async def _print_tables(options: argparse.Namespace) -> int:
    from workers import tables
    from workers.backup import archive

    settings, shown = _reached(), 0
    async with archive(settings) as documents:
        if options.table:
            house = await container(settings)
            async with aclosing(house):
                async for line in tables.inspected(house, options.table, options.everything):
                    print(line)
                    shown += 1
            if not shown:
                print(f"rebelote: no table {options.table}", file=sys.stderr)
            return 0 if shown else 2
        print(tables.HEADER)
        async for line in tables.listed(documents, options.chat, options.state):
            print(line)
    return 0


def _backup(options: argparse.Namespace) -> int:
    from workers import backup

    try:
        counts = asyncio.run(backup.backup(_reached(), options.file))
    except backup.Unreadable as fault:
        print(f"rebelote: {fault}", file=sys.stderr)
        return 2
    print(f"{_documents(counts)} written to {options.file}", file=sys.stderr)
    return 0


def _import(options: argparse.Namespace) -> int:
    from workers import backup

    try:
        counts = asyncio.run(backup.restore(_reached(), options.file))
    except backup.Unreadable as fault:
        print(f"rebelote: {fault}", file=sys.stderr)
        return 2
    print(f"{_documents(counts)} imported, {counts['there']} were there already and stay as they are")
    return 0


def _documents(counts: Mapping[str, int]) -> str:
    kinds = (("table", "tables"), ("person", "people"), ("chat", "chats"))
    return ", ".join(f"{counts.get(kind, 0)} {name}" for kind, name in kinds)


async def _record(table: str, everything: bool) -> str | None:
    house = await container(_reached())
    try:
        return await export(house, table, everything=everything)
    except StoreDown as fault:
        raise Misconfigured(f"the server does not answer ({fault}): is `rebelote run` running?") from None
    finally:
        await house.aclose()


def _settings(options: argparse.Namespace) -> int:
    if options.markdown:
        print(markdown_table(), end="")
        return 0
    settings = load_settings()
    for field in Settings.model_fields:
        print(f"{variable(field)}={getattr(settings, field)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
