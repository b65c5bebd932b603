"""Stored matches, read and played by the second opinion alone. Rules: all; the record and the shuffle as documented."""

import hashlib
import hmac
from pathlib import Path

from tests.reference.cards import NATURAL, OPTIONS, SUITS, Options, defaults
from tests.reference.table import Table


def options_named(variant: str, label: str) -> Options:
    """The options of a stored match, by the name of its file."""
    options = defaults(variant)
    if label == "everything":
        return {name: values[-1] for name, values in OPTIONS[variant].items()}
    if label != "default":
        name, text = label.split("-")
        options[name] = next(value for value in OPTIONS[variant][name] if str(value).lower() == text)
    return options


def shuffled(secret: bytes, deal_no: int, cuts: str) -> list[str]:
    """The pack of a deal, from the secret: the derivation that players are told."""
    seed = hmac.new(secret, f"{deal_no}|{cuts}".encode(), hashlib.sha256).digest()
    stream = b"".join(hmac.new(seed, f"cards:{n}".encode(), hashlib.sha256).digest() for n in range(20))
    at = 0
    pack = [rank + suit for suit in SUITS for rank in NATURAL]
    for i in range(31, 0, -1):
        while stream[at] >= 256 // (i + 1) * (i + 1):
            at += 1
        j = stream[at] % (i + 1)
        at += 1
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def problems_of(path: Path) -> list[str]:
    """What a stored match says otherwise than these rules: seats, actions, packs, sheets."""
    variant, label = path.stem.split(".")
    lines = path.read_text(encoding="utf-8").splitlines()
    header = dict(word.split("=", 1) for word in lines[2].split())
    secret = bytes.fromhex(header.get("secret", ""))
    problems = []
    if secret and hashlib.sha256(secret).hexdigest() != header["commitment"]:
        problems.append("commitment")
    first = lines[3].split()[2].removeprefix("dealer=")
    table = Table(variant, options_named(variant, label), first)
    for line in lines[3:]:
        words = line.split()
        if words[0] == "deal":
            problems += begun(table, line, words)
            if secret and words[3] != "pack=" + "".join(shuffled(secret, int(words[1]), header["cuts"])):
                problems.append(f"{line}: not the pack of the secret")
        elif words[0] == "score":
            problems += [] if line == sheet(table) else [f"{line}: expected {sheet(table)}"]
        elif words[1] != table.turn or words[2] not in table.legal():
            return [*problems, f"{line}: expected {table.turn} {table.legal()}"]
        else:
            table.act(words[2])
    if bool(secret) != (table.winner is not None):
        problems.append("the secret belongs to a match that is over")
    return problems


def begun(table: Table, line: str, words: list[str]) -> list[str]:
    """Start the deal of a line; whether it is the deal that is due."""
    dealer, cards = words[2].removeprefix("dealer="), words[3].removeprefix("pack=")
    due = (table.deal_no, table.dealer, table.phase) == (int(words[1]), dealer, "dealing")
    table.start([cards[at : at + 2] for at in range(0, 64, 2)])
    return [] if due else [f"{line}: expected deal {table.deal_no} of {table.dealer}"]


def sheet(table: Table) -> str:
    """The score line of the deal that has just ended."""
    last = table.last
    assert last is not None
    written, totals = last["written"], last["totals"]
    return (
        f"score {last['deal_no']} {last['outcome']} {written['NS']} {written['EW']} "
        f"pot={last['pot']} totals={totals['NS']}:{totals['EW']}"
    )
