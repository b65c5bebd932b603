"""From a secret to the order of the cards, so that anybody can check a shuffle afterwards.

The derivation, to re-implement it in any language:

1. `commitment` = SHA-256 of the 32-byte secret, in hex; shown before anybody sits down.
2. The seed of deal n = HMAC-SHA256(key = secret, message = `n|N=3;E=0;S=17;W=0` in ASCII), where n counts from 1 and
   the numbers are the cuts (0..31) of the seats in play, in the order N E S W.
3. A stream of bytes for a purpose = HMAC-SHA256(key = seed, message = purpose + ":" + counter), counter = 0, 1, 2 ...
   in decimal ASCII, the 32-byte blocks one after another. Purposes are `cards` and `dealer`.
4. A number below m (m <= 256) from a stream: take the next byte; if it is not below the greatest multiple of m that is
   at most 256, take the next; the number is the byte modulo m. Every number is equally likely.
5. The pack: start with the cards 0..31 (7C 8C ... AC, 7D ... AS); for i = 31, 30, ... 1 draw j below i + 1 from `cards`
   and exchange the cards at i and j. Position 0 is dealt first.
6. The first dealer: draw an index below the number of seats in play from `dealer`, of the seed of deal 1; it counts in
   the order N E S W (two players: N S).
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping

from engine.cards import CARDS, Card
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, Seat, seats_in_play

SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """The hash that binds a match to its secret, in hex."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return hashlib.sha256(secret).hexdigest()


def cuts_text(cuts: Mapping[str, int]) -> str:
    """The cuts as the seed's message spells them, `N=3;E=0;S=17;W=0`; `ValueError` when one is not 0..31."""
    seats = [letter for letter in SEAT_LETTERS if letter in cuts]
    if len(seats) != len(cuts) or not all(0 <= cut < 32 for cut in cuts.values()):
        raise ValueError(f"not cuts by seat: {dict(cuts)!r}")
    return ";".join(f"{letter}={cuts[letter]}" for letter in seats)


def deal_seed(secret: bytes, deal_no: int, cuts: Mapping[str, int]) -> bytes:
    """The seed of one deal. `cuts` maps the letter of every seat in play to a number 0..31."""
    return hmac.digest(secret, f"{deal_no}|{cuts_text(cuts)}".encode("ascii"), "sha256")


def permutation(seed: bytes) -> tuple[Card, ...]:
    """The shuffled pack; position 0 is dealt first."""
    pack = list(CARDS)
    stream = _stream(seed, "cards")
    for i in range(31, 0, -1):
        j = _below(i + 1, stream)
        pack[i], pack[j] = pack[j], pack[i]
    return tuple(pack)


def first_dealer(seed: bytes, rules: Rules) -> Seat:
    """Who deals first, from the seed of the first deal. Any seat, equally likely (AMB-G1)."""
    seats = seats_in_play(rules)
    return seats[_below(len(seats), _stream(seed, "dealer"))]


def _stream(seed: bytes, purpose: str) -> Iterator[int]:
    counter = 0
    while True:
        yield from hmac.digest(seed, f"{purpose}:{counter}".encode("ascii"), "sha256")
        counter += 1


def _below(bound: int, stream: Iterator[int]) -> int:
    # A plain modulo would favour the small numbers.
    limit = 256 - 256 % bound
    return next(byte for byte in stream if byte < limit) % bound
