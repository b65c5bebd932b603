"""The shuffle: derivation, evenness, and the first dealer."""

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest

from engine.cards import CARDS
from engine.deal import commitment, cuts_text, deal_seed, first_dealer, permutation
from engine.dealing import check_pack
from engine.variants import VARIANTS

SECRET = bytes(range(32))
CUTS = {"N": 3, "E": 0, "S": 17, "W": 0}


def _bytes(seed: bytes, purpose: str, count: int) -> list[int]:
    """The documented stream, written down again."""
    blocks = (hmac.new(seed, f"{purpose}:{n}".encode(), hashlib.sha256).digest() for n in range(count))
    return list(b"".join(blocks))


def test_the_seed_is_the_documented_hmac() -> None:
    expected = hmac.new(SECRET, b"7|N=3;E=0;S=17;W=0", hashlib.sha256).digest()
    assert deal_seed(SECRET, 7, CUTS) == expected
    # The order is that of the table, whatever the mapping's.
    assert deal_seed(SECRET, 7, dict(reversed(CUTS.items()))) == expected
    assert deal_seed(SECRET, 7, {"N": 3, "S": 1}) == hmac.new(SECRET, b"7|N=3;S=1", hashlib.sha256).digest()
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_permutation_follows_the_documentation() -> None:
    seed = deal_seed(SECRET, 1, CUTS)
    stream, pack = iter(_bytes(seed, "cards", 8)), list(range(32))
    for i in range(31, 0, -1):
        top = (i + 1) * (256 // (i + 1))
        j = next(byte for byte in stream if byte < top) % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    assert permutation(seed) == tuple(pack)


def test_a_published_shuffle_never_changes() -> None:
    # Matches already played are verified by this: a change here is a break, not a fix.
    seed = deal_seed(SECRET, 1, CUTS)
    assert seed.hex()[:16] == "4969a0e5d714d0fc"
    assert permutation(seed)[:8] == (28, 8, 24, 30, 29, 11, 17, 19)
    assert first_dealer(seed, VARIANTS["classic"]) == 0


def test_every_card_is_equally_likely_in_every_place() -> None:
    deals = 3000
    counts = Counter(
        (place, card)
        for number in range(deals)
        for place, card in enumerate(permutation(number.to_bytes(4, "big")))
    )
    expected = deals / 32
    chi_square = sum((counts[place, card] - expected) ** 2 / expected for place in CARDS for card in CARDS)
    # 31 * 31 degrees of freedom: mean 961, standard deviation 44.
    assert 961 - 4 * 44 < chi_square < 961 + 4 * 44


def test_neighbours_are_independent() -> None:
    deals = 4000
    rising = sum(
        sum(a < b for a, b in pairwise(pack))
        for pack in (permutation(number.to_bytes(4, "little")) for number in range(deals))
    )
    assert abs(rising / deals - 15.5) < 0.15


@pytest.mark.parametrize("name", ["classic", "two-player"])
def test_the_first_dealer_is_anybody(name: str) -> None:
    draws, seats = 4000, 2 if name == "two-player" else 4
    counts = Counter(first_dealer(number.to_bytes(4, "big"), VARIANTS[name]) for number in range(draws))
    assert sorted(counts) == ([0, 2] if seats == 2 else [0, 1, 2, 3])
    expected = draws / seats
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 16.3


def test_the_first_dealer_tells_nothing_of_the_cards() -> None:
    firsts = Counter(
        (first_dealer(seed, VARIANTS["classic"]), permutation(seed)[0] >> 3) for seed in _seeds(3200)
    )
    assert sum((count - 200) ** 2 / 200 for count in firsts.values()) < 38


def _seeds(count: int) -> list[bytes]:
    return [number.to_bytes(4, "big") for number in range(count)]


def test_nonsense_is_refused() -> None:
    for cuts in ({"N": 32}, {"X": 1}, {"N": -1}):
        with pytest.raises(ValueError, match="not cuts"):
            cuts_text(cuts)
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(b"short")
    for pack in (tuple(range(31)), (*range(31), 0), (*range(31), 32)):
        with pytest.raises(ValueError, match="32 cards"):
            check_pack(pack)
