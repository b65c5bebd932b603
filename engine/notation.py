"""A match as lines of text: what is stored, exported, imported and replayed.

    rebelote 1
    rules players=4 direction=ccw ...
    commitment=<sha256> cuts=N=3;E=0;S=17;W=0 secret=<hex>
    deal 1 dealer=N pack=<32 codes>
    12 W pass person
    seats N=1 E=5 S=3 W=computer:club
    73 E JH person
    score 1 made 96 66 pot=0 totals=96:66

A fact is `<seconds since the match began> <seat> <action> <author>`. A deal line holds the pack, or the seed it
follows from (`seed=<hex>`); the secret stands in a record only when the match is over. A seats line says whose each
seat is from there on, by numbers and not by names; a match in which nobody came or went has none.
"""

from typing import Final, NamedTuple, TypeAlias, assert_never

from engine.actions import Action, action_text, parse_action
from engine.cards import Card, card_code, parse_card
from engine.deal import cuts_text
from engine.dealing import check_pack
from engine.rules import FIELDS, Rules, rules_from_dict, rules_to_dict
from engine.scoring import Outcome
from engine.seats import EW, NS, SEAT_LETTERS, Pair, Seat, parse_seat

VERSION: Final = 1


class Fact(NamedTuple):
    """One action as it happened."""

    at: int
    """Seconds since the match began."""
    seat: Seat
    action: Action
    author: str
    """Who decided: `person`, `plan`, `clock`, `computer:novice` ...; one word."""


class DealLine(NamedTuple):
    """A deal begins."""

    deal_no: int
    dealer: Seat
    pack: tuple[Card, ...]
    """Empty when only the seed is given."""
    seed: bytes = b""


class ScoreLine(NamedTuple):
    """What a deal wrote."""

    deal_no: int
    outcome: Outcome
    written: Pair
    pot: int
    totals: Pair


class SeatsLine(NamedTuple):
    """Whose the seats are from here on."""

    owners: tuple[tuple[Seat, str], ...]
    """By seat, in the order N E S W: a number for each person, always the same for the same one, or `computer:club`."""


Entry: TypeAlias = Fact | DealLine | ScoreLine | SeatsLine


class Record(NamedTuple):
    """A whole match, or its beginning."""

    rules: Rules
    commitment: str = ""
    """SHA-256 of the secret in hex; empty when the match was not played from a secret."""
    cuts: tuple[tuple[str, int], ...] = ()
    """(seat letter, cut), in the order N E S W."""
    secret: bytes = b""
    """Only when the match is over."""
    entries: tuple[Entry, ...] = ()


# --- lines ---


def fact_text(fact: Fact) -> str:
    """`73 E JH person`."""
    return f"{fact.at} {SEAT_LETTERS[fact.seat]} {action_text(fact.action)} {fact.author}"


def parse_fact(line: str) -> Fact:
    """The inverse of `fact_text`; `ValueError` for anything else."""
    words = line.split(" ")
    if len(words) != 4 or not words[3]:
        raise ValueError(f"not a fact: {line!r}")
    at, seat, action, author = words
    return Fact(_number(at), parse_seat(seat), parse_action(action), author)


def deal_text(deal: DealLine) -> str:
    """`deal 1 dealer=N pack=7C8C...` or `deal 1 dealer=N seed=<hex>`."""
    cards = f"pack={''.join(map(card_code, deal.pack))}" if deal.pack else f"seed={deal.seed.hex()}"
    return f"deal {deal.deal_no} dealer={SEAT_LETTERS[deal.dealer]} {cards}"


def score_text(score: ScoreLine) -> str:
    """`score 1 made 96 66 pot=0 totals=96:66`."""
    ns, ew = score.written
    totals = f"{score.totals[NS]}:{score.totals[EW]}"
    return f"score {score.deal_no} {score.outcome.value} {ns} {ew} pot={score.pot} totals={totals}"


def seats_text(seats: SeatsLine) -> str:
    """`seats N=1 E=2 S=3 W=computer:club`."""
    return " ".join(["seats", *(f"{SEAT_LETTERS[seat]}={owner}" for seat, owner in seats.owners)])


def parse_entry(line: str) -> Entry:
    """A deal line, a score line, a seats line or a fact; `ValueError` for anything else."""
    match line.split(" "):
        case ["seats", *owners]:
            return _parse_seats(owners)
        case ["deal", number, dealer, cards]:
            pack, seed = _parse_cards(cards)
            return DealLine(_number(number), parse_seat(_value(dealer, "dealer")), pack, seed)
        case ["score", number, outcome, ns, ew, pot, totals]:
            written = _number(ns), _number(ew)
            open_points = _number(_value(pot, "pot"))
            return ScoreLine(_number(number), Outcome(outcome), written, open_points, _parse_totals(totals))
        case _:
            return parse_fact(line)


def _parse_cards(text: str) -> tuple[tuple[Card, ...], bytes]:
    if text.startswith("seed="):
        seed = bytes.fromhex(_value(text, "seed"))
        if not seed:
            raise ValueError("an empty seed")
        return (), seed
    codes = _value(text, "pack")
    pack = tuple(parse_card(codes[i : i + 2]) for i in range(0, len(codes), 2))
    check_pack(pack)
    return pack, b""


def _parse_seats(words: list[str]) -> SeatsLine:
    owners = []
    for word in words:
        letter, _, owner = word.partition("=")
        if not owner:
            raise ValueError(f"a seat and whose it is expected, not {word!r}")
        owners.append((parse_seat(letter), owner))
    if not owners or sorted(dict(owners).items()) != owners:
        raise ValueError("every seat once, in the order N E S W")
    return SeatsLine(tuple(owners))


def _parse_totals(text: str) -> Pair:
    ns, ew = _value(text, "totals").split(":")
    return _number(ns), _number(ew)


def _value(text: str, key: str) -> str:
    name, equals, value = text.partition("=")
    if name != key or not equals:
        raise ValueError(f"{key}= expected, not {text!r}")
    return value


def _number(text: str) -> int:
    # int() would also take "+1", " 1" and "1_0", which would not come out as they went in.
    if not (text.isascii() and text.isdigit()) or text != str(int(text)):
        raise ValueError(f"not a number: {text!r}")
    return int(text)


# --- records ---


def format_record(record: Record) -> str:
    """The text of a record, one entry a line."""
    lines = [f"rebelote {VERSION}", _rules_text(record.rules)]
    if record.commitment:
        lines.append(_shuffle_text(record))
    lines.extend(_entry_text(entry) for entry in record.entries)
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> Record:
    """The inverse of `format_record`; `ValueError` naming the line that is not one."""
    lines = text.splitlines()
    if not lines or lines[0] != f"rebelote {VERSION}":
        raise ValueError("line 1: not a record of this version")
    record, done = Record(Rules()), 1
    for number, line in enumerate(lines[1:], start=2):
        try:
            record = _parse_line(record, line, done)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
        done = number
    if done == 1:
        raise ValueError("line 2: the rules are missing")
    return record


def _parse_line(record: Record, line: str, done: int) -> Record:
    if done == 1:
        return record._replace(rules=_parse_rules(line))
    if line.startswith("commitment="):
        if record.entries or record.commitment:
            raise ValueError("a second header")
        return _parse_shuffle(record, line)
    return record._replace(entries=(*record.entries, parse_entry(line)))


def _entry_text(entry: Entry) -> str:
    match entry:
        case Fact():
            return fact_text(entry)
        case DealLine():
            return deal_text(entry)
        case ScoreLine():
            return score_text(entry)
        case SeatsLine():
            return seats_text(entry)
        case _:
            assert_never(entry)


def _rules_text(rules: Rules) -> str:
    def plain(value: str | int | bool) -> str:
        return ("on" if value else "off") if isinstance(value, bool) else str(value)

    return "rules " + " ".join(f"{name}={plain(value)}" for name, value in rules_to_dict(rules).items())


def _parse_rules(line: str) -> Rules:
    words = line.split(" ")
    if words[0] != "rules":
        raise ValueError("the rules are missing")
    defaults = {entry.name: entry.default for entry in FIELDS}
    values: dict[str, str | int | bool] = {}
    for word in words[1:]:
        name, _, text = word.partition("=")
        values[name] = _parse_plain(text, defaults.get(name))
    return rules_from_dict(values)


def _parse_plain(text: str, default: object) -> str | int | bool:
    if isinstance(default, bool):
        if text not in ("on", "off"):
            raise ValueError(f"neither on nor off: {text!r}")
        return text == "on"
    return _number(text) if isinstance(default, int) else text


def _shuffle_text(record: Record) -> str:
    line = f"commitment={record.commitment} cuts={cuts_text(dict(record.cuts))}"
    return f"{line} secret={record.secret.hex()}" if record.secret else line


def _parse_shuffle(record: Record, line: str) -> Record:
    words = line.split(" ")
    if len(words) not in (2, 3):
        raise ValueError(f"not a header: {line!r}")
    bound = _value(words[0], "commitment")
    cuts = tuple(_parse_cut(cut) for cut in _value(words[1], "cuts").split(";"))
    cuts_text(dict(cuts))
    secret = bytes.fromhex(_value(words[2], "secret")) if len(words) == 3 else b""
    return record._replace(commitment=bound, cuts=cuts, secret=secret)


def _parse_cut(text: str) -> tuple[str, int]:
    letter, _, number = text.partition("=")
    return letter, _number(number)
