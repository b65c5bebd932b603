import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.telegram.callback import (
    BYTES,
    Tap,
    TapKind,
    decode,
    encode,
    option_arg,
    pair_arg,
    parse_option,
    parse_pair,
    seat_and_level,
)
from service.telegram.doors import Door, parse_start, start_link

TABLES = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=10, max_size=10)
ARGS = st.one_of(
    st.sampled_from(
        ["", "JH", "pass", "80:NT", "capot:S", "meld:-", "N", "N:novice", "target=501", "announcements=on"]
    ),
    st.from_regex(r"[A-Za-z0-9:=_-]{0,40}", fullmatch=True),
)


@given(st.sampled_from(TapKind), TABLES, st.integers(0, 999_999_999), ARGS)
def test_every_tap_comes_back_and_fits(kind: TapKind, table: str, ref: int, arg: str) -> None:
    tap = Tap(kind, table, ref, arg)
    data = encode(tap)
    assert decode(data) == tap
    assert len(data.encode()) <= BYTES


@given(st.one_of(st.text(), st.from_regex(r"[a-z]{1,3}:[a-z2-7]{0,12}:[0-9]{0,12}:\S{0,60}", fullmatch=True)))
def test_rubbish_is_nothing_and_what_is_read_is_what_was_written(data: str) -> None:
    tap = decode(data)
    assert tap is None or encode(tap) == data


@pytest.mark.parametrize(
    "data", ["", "a", "a:b:c:d", "zz:abc:1:", "a:abc:01:", "a:abc:1:ü", "a:abc:1:x\n", "a:ABC:1:"]
)
def test_what_is_not_ours_is_refused(data: str) -> None:
    assert decode(data) is None


@pytest.mark.parametrize(
    "tap", [Tap(TapKind.ACT, "TABLE"), Tap(TapKind.ACT, "abc", -1), Tap(TapKind.ACT, "abc", 1, "x" * 80)]
)
def test_what_would_not_come_back_is_no_data(tap: Tap) -> None:
    with pytest.raises(ValueError, match="no callback data"):
        encode(tap)


@given(st.integers(0, 2**52 - 1), st.integers(0, 2**52 - 1), st.booleans())
def test_two_people_come_back_whatever_their_ids(one: int, other: int, together: bool) -> None:
    tap = Tap(TapKind.PAIR, "abcdefghij", 999_999_999, pair_arg(one, other, together))
    assert decode(encode(tap)) == tap
    assert parse_pair(tap.arg) == (one, other, together)


@pytest.mark.parametrize("arg", ["", "t", "t:1", "x:1:2", "t:1:2:3", "t:-1:2"])
def test_rubbish_is_no_pair(arg: str) -> None:
    assert parse_pair(arg) is None


@pytest.mark.parametrize(
    ("name", "value"), [("target", 501), ("announcements", True), ("force", False), ("tieRule", "strike")]
)
def test_options_say_what_shall_be(name: str, value: str | int | bool) -> None:
    found = parse_option(option_arg(name, value))
    assert found == (name, value)
    assert found is not None
    assert type(found[1]) is type(value)


@pytest.mark.parametrize("arg", ["", "target", "=501", "target="])
def test_half_an_option_is_none(arg: str) -> None:
    assert parse_option(arg) is None


def test_a_seat_and_its_computer() -> None:
    assert seat_and_level("N:novice") == ("N", "novice")


@pytest.mark.parametrize("door", [Door("k3x7q2mz5a"), Door("k3x7q2mz5a", "S")])
def test_a_door_leads_back_to_its_table(door: Door) -> None:
    link = start_link("RebeloteBot", door)
    payload = link.partition("?start=")[2]
    assert parse_start(payload) == door
    assert len(payload) <= 64


def test_a_door_to_nowhere() -> None:
    assert start_link("RebeloteBot") == "https://t.me/RebeloteBot"
    assert parse_start("somebody-else") is None


def test_no_two_kinds_of_tap_share_a_word() -> None:
    """An enumeration takes a second name for the same word in silence, and one button would do the other's work."""
    assert len(TapKind.__members__) == len({kind.value for kind in TapKind})
