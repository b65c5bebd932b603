"""Every row of the ringing policy (docs: how it rings), with the time injected."""

from service.people import Person
from service.ports import OPENING_MS, Opening
from service.surface import Row
from service.telegram import ledger
from service.telegram.limits import Call, Limits
from service.telegram.messages import Button, Message
from service.telegram.plan import (
    DELETABLE,
    Decline,
    Edit,
    HandOver,
    Hold,
    Open,
    Remove,
    Send,
    Step,
    Strip,
    Wait,
    plan,
)
from service.telegram.presence import NOBODY, Presence, presence
from service.telegram.wants import Scene, Want

NOW = 1_800_000_000_000
CLUB, ANNA = -100, 7
CARD = Message("the card", ((Button("x", "ta:a:0:"),),))
OFF = Scene(-1, "1.contract", "0")


def turn(ply: int, minor: str = "0", major: str = "1.contract") -> Want:
    """Anna is on turn."""
    scene = Scene(ply, major, minor)
    return Want(ANNA, Message(f"turn {ply}"), rings=ply, scene=scene, lasting=False)


def off(minor: str = "0", major: str = "1.contract", text: str = "off") -> Want:
    """Somebody else is."""
    return Want(ANNA, Message(text), scene=Scene(-1, major, minor), lasting=False)


def standing(want: Want, message: int = 50, rang: int = -1, **fields: object) -> Row:
    """The row of a surface that shows `want`."""
    row = ledger.sent(ledger.fresh(want), want, message, NOW - 60_000, ring=False)
    return row.model_copy(update={"rang_ply": rang, **fields})


def steps(row: Row, want: Want, presence: Presence = NOBODY, now: int = NOW) -> tuple[Step, ...]:
    return plan(row, want, presence, now, Limits())


def looking(seconds_ago: float = 1) -> Presence:
    return Presence(NOW - int(seconds_ago * 1000), card_last=True)


# lobby; match end: new, rings · seats, options: edit


def test_a_new_lobby_rings_and_its_changes_are_edits() -> None:
    lobby = Want(CLUB, CARD, rings=0)
    assert steps(ledger.fresh(lobby), lobby) == (Send(ring=True),)
    row = ledger.sent(ledger.fresh(lobby), lobby, 5, NOW, ring=True)
    assert steps(row, lobby) == ()
    assert steps(row, lobby._replace(message=Message("another seat"))) == (Edit(),)


# deal starts: silent new card; the old one becomes the score sheet


def test_a_deals_start_hands_the_old_card_over_and_sends_a_silent_new_one() -> None:
    first = Want(CLUB, CARD, generation=1, heir=True)
    second = first._replace(message=Message("deal 2"), generation=2)
    assert steps(standing(first), second) == (HandOver(1), Send(ring=False))
    assert steps(ledger.fresh(first), first) == (Send(ring=False),), "the first deal has nothing to hand over"


def test_at_the_end_of_the_match_the_last_card_is_handed_over_too() -> None:
    last = Want(CLUB, CARD, generation=4, heir=True)
    assert steps(standing(last), Want(CLUB, None, heir=True)) == (HandOver(4),)


def test_an_absent_player_gets_the_new_deal_by_an_edit() -> None:
    assert steps(standing(off()), off(major="2.auction", text="deal 2")) == (Edit(),)
    assert steps(ledger.fresh(off()), off()) == (Send(ring=False),), "his first hand comes silently"


# call or card: on turn: ring (present: edit) · mover: edit · others: nothing


def test_who_comes_on_turn_is_rung_with_a_new_card_and_the_old_one_goes() -> None:
    assert steps(standing(off()), turn(7)) == (Send(ring=True), Remove(50, strip=False))


def test_who_wants_every_ring_has_it_though_he_looks() -> None:
    assert steps(standing(off()), turn(7)._replace(insists=True), looking())[0] == Send(ring=True)


def test_who_wants_none_has_his_card_edited_and_the_first_one_silently() -> None:
    quiet = turn(7)._replace(rings=None)
    assert steps(standing(off()), quiet) == (Edit(),)
    assert steps(ledger.fresh(quiet), quiet) == (Send(ring=False),)


def test_who_looks_at_his_card_is_edited_at_once_and_rung_after_twenty_quiet_seconds() -> None:
    due = NOW - 1_000 + 20_000
    assert steps(standing(off()), turn(7), looking()) == (Edit(NOW + 20_000), Wait(NOW + 20_000))
    row = ledger.edited(standing(off()), turn(7), due)
    assert steps(row, turn(7), looking()) == (Hold(due), Wait(due))
    assert steps(row, turn(7), looking(), now=due) == (Send(ring=True), Remove(50, strip=False))


def test_a_tap_puts_the_ring_off() -> None:
    row = ledger.edited(standing(off()), turn(7), NOW)
    assert steps(row, turn(7), looking(5)) == (Hold(NOW + 15_000), Wait(NOW + 15_000))


def test_who_tapped_long_ago_or_has_another_message_below_is_not_present() -> None:
    assert steps(standing(off()), turn(7), looking(61))[0] == Send(ring=True)
    elsewhere = Presence(NOW - 1_000, card_last=False)
    assert steps(standing(off()), turn(7), elsewhere)[0] == Send(ring=True)


def test_a_turn_by_ones_own_tap_rings_nobody() -> None:
    mine = turn(8)._replace(own=True)
    assert steps(standing(turn(7), rang=7), mine) == (Edit(),)
    assert steps(ledger.fresh(mine), mine) == (Send(ring=False),), (
        "and where nothing stands, it comes silently"
    )


def test_it_rings_once_a_turn() -> None:
    assert steps(standing(turn(7), rang=7), turn(7)) == ()


def test_the_mover_is_edited_even_if_he_looked_away() -> None:
    assert steps(standing(turn(7), rang=7), off()) == (Edit(),)


def test_other_peoples_single_cards_change_no_hand() -> None:
    assert steps(standing(off()), off(text="one more card"), looking()) == ()


# contract fixed: everybody's hand is complete


def test_the_contract_is_shown_to_everybody() -> None:
    assert steps(standing(off(major="1.auction")), off(major="1.contract", text="8 cards")) == (Edit(),)


# trick ends: present: edit; absent: nothing


def test_a_tricks_end_is_shown_to_who_looks_only() -> None:
    assert steps(standing(off("0")), off("1", text="trick 2"), looking()) == (Edit(),)
    assert steps(standing(off("0")), off("1", text="trick 2")) == ()


# pause, resign, claim vote: silent new, to each who must answer


def test_a_vote_comes_as_a_silent_new_message_to_who_must_answer() -> None:
    asked = Want(ANNA, Message("end it?"), scene=OFF._replace(vote=True), lasting=False)
    assert steps(standing(off()), asked) == (Send(ring=False), Remove(50, strip=False))
    assert steps(standing(asked), off()) == (Edit(),)


# unreachable player on turn: mention, rings him, once a turn, deleted after the move


def test_a_mention_rings_once_a_turn_and_goes_after_the_move() -> None:
    call = Want(CLUB, Message("Ben is on turn"), rings=9, lasting=False, call=Call.PROMPT)
    assert steps(ledger.fresh(call), call) == (Send(ring=True),)
    row = ledger.sent(ledger.fresh(call), call, 60, NOW, ring=True)
    assert steps(row, call) == ()
    assert steps(row, call._replace(message=None, rings=None)) == (Remove(60, strip=False),)
    assert steps(row, call._replace(rings=13)) == (Send(ring=True), Remove(60, strip=False))


# removed


def test_past_48_hours_an_old_card_keeps_an_arrow() -> None:
    row = standing(off()).model_copy(update={"sent_at": NOW - DELETABLE - 1})
    assert steps(row, turn(7)) == (Send(ring=True), Remove(50, strip=True))


def test_what_a_crash_left_behind_is_removed_later() -> None:
    row = standing(turn(7), rang=7, stale=(41, 42))
    assert steps(row, turn(7)) == (Remove(41, strip=False), Remove(42, strip=False))


def test_a_repost_comes_silently_and_the_old_card_goes() -> None:
    card = Want(CLUB, CARD, generation=1, heir=True)
    row = standing(card).model_copy(update={"repost": True})
    assert steps(row, card) == (Send(ring=False), Remove(50, strip=False))


def test_what_may_not_be_created_is_only_kept_up() -> None:
    over = Want(ANNA, Message("over"), scene=Scene(major="over"), create=False, lasting=False)
    assert steps(ledger.fresh(over), over) == ()
    assert steps(standing(off()), over) == (Edit(),)


def test_a_lasting_message_loses_its_buttons_once() -> None:
    lobby = Want(CLUB, CARD)
    row = standing(lobby)
    assert steps(row, Want(CLUB, None)) == (Strip(),)
    assert steps(ledger.stripped(row), Want(CLUB, None)) == ()


# limits


def test_group_edits_lie_four_seconds_apart_and_the_newest_state_comes_last() -> None:
    limits, card = Limits(), Want(CLUB, CARD)
    limits.spent(CLUB, Call.MERGED, NOW)
    newer = card._replace(message=Message("newer"))
    assert plan(standing(card), newer, NOBODY, NOW + 1_000, limits) == (Wait(NOW + 4_000),)
    assert plan(standing(card), newer, NOBODY, NOW + 4_000, limits) == (Edit(),)


def test_private_edits_are_merged_to_one_a_second_and_a_ring_does_not_wait() -> None:
    limits = Limits()
    limits.spent(ANNA, Call.MERGED, NOW)
    assert plan(standing(turn(7), rang=7), off(), NOBODY, NOW + 200, limits) == (Wait(NOW + 1_000),)
    assert plan(standing(off()), turn(9), NOBODY, NOW + 200, limits)[0] == Send(ring=True)


def test_a_deals_new_card_that_must_wait_is_handed_over_at_once() -> None:
    limits, first = Limits(), Want(CLUB, CARD, generation=1, heir=True)
    limits.close(CLUB, NOW + 9_000)
    assert plan(standing(first), first._replace(generation=2), NOBODY, NOW, limits) == (
        HandOver(1),
        Wait(NOW + 9_000),
    )


# ephemeral hand: by a tap or by one's turn, one edit per own turn and per own tap, gone with its deal


def mine(ply: int = -1, deal: int = 1, create: bool = False, anytime: bool = False) -> Want:
    """Anna's hand in the group; `ply` is her turn, -1 is somebody else's."""
    scene = Scene(ply, f"{deal}.contract", "0")
    one = Want(CLUB, Message(f"mine {ply}"), scene=scene, generation=deal, receiver=ANNA, lasting=False)
    return one._replace(create=create, anytime=anytime, call=Call.PROMPT if ply >= 0 else Call.QUIET)


def tapped(row: Row, ago: int = 0, query: str = "q1") -> Row:
    """With a tap on "My hand" that came so many milliseconds ago."""
    return ledger.invited(row, Opening(query, NOW - ago + OPENING_MS))


def whispering(want: Want, ago: int = 60_000) -> Row:
    """The row of a hand that stands since then, and shows what is wanted."""
    row = ledger.opened(tapped(ledger.fresh(want), ago, "q0"), want, 3, NOW - ago)
    return ledger.edited(row, want, None)


def test_nothing_comes_without_a_tap_where_the_bot_is_no_administrator() -> None:
    assert steps(ledger.fresh(mine(7)), mine(7)) == ()


def test_a_tap_brings_it_empty_and_fills_it_then() -> None:
    assert steps(tapped(ledger.fresh(mine())), mine()) == (Open(), Edit())
    assert steps(tapped(ledger.fresh(mine()), ago=14_999), mine()) == (Open(), Edit())
    again = tapped(whispering(mine()))
    assert steps(again, mine()) == (Open(), Edit(), Remove(3, strip=False)), "at the end of the chat"


def test_a_tap_whose_time_is_over_is_declined() -> None:
    late = tapped(ledger.fresh(mine()), ago=15_000)
    assert steps(late, mine()) == (Decline(), Wait(NOW))
    assert steps(ledger.declined(late, mine()), mine()) == (), "once"
    assert steps(late, mine(anytime=True)) == (Open(), Edit()), "an administrator needs no tap"


def test_a_tap_that_would_have_to_wait_too_long_is_declined() -> None:
    limits = Limits()
    limits.close(CLUB, NOW + 14_000)
    row = tapped(ledger.fresh(mine()))
    assert plan(row, mine(), NOBODY, NOW, limits) == (Wait(NOW + 14_000),)
    limits.close(CLUB, NOW + 16_000)
    assert plan(row, mine(), NOBODY, NOW, limits) == (Decline(),)
    assert plan(row, mine(anytime=True), NOBODY, NOW, limits) == (Wait(NOW + 16_000),)


def test_the_second_tap_of_a_double_tap_brings_no_second_one() -> None:
    just = whispering(mine(), ago=1_000)
    assert steps(tapped(just, query="q2"), mine()) == ()
    assert steps(tapped(just, ago=1_000, query="q0"), mine()) == (), "nor does its redelivery"


def test_it_comes_by_itself_on_ones_turn_where_the_bot_is_administrator() -> None:
    assert steps(ledger.fresh(mine(7)), mine(7, create=True, anytime=True)) == (Open(), Edit())
    assert steps(whispering(mine()), mine(7, create=True, anytime=True)) == (Edit(),), "what stands is edited"
    refused = ledger.declined(ledger.fresh(mine(7)), mine(7))
    assert steps(refused, mine(8, create=True, anytime=True)) == (), "not again after a refusal"
    assert steps(refused, mine(8, deal=2, create=True, anytime=True)) == (Open(), Edit()), (
        "but with the next deal"
    )


def test_it_follows_ones_own_turns_and_taps_and_not_each_card() -> None:
    assert steps(whispering(mine()), mine(7)) == (Edit(),)
    assert steps(whispering(mine(7)), mine()) == (Edit(),)
    other = mine()._replace(message=Message("another card"))
    assert steps(whispering(mine()), other) == ()


def test_it_goes_with_its_deal_and_with_its_player() -> None:
    assert steps(whispering(mine()), mine(deal=2)) == (Remove(3, strip=False),)
    assert steps(whispering(mine()), mine()._replace(message=None)) == (Remove(3, strip=False),)
    anew = mine(9, deal=2, create=True, anytime=True)
    assert steps(whispering(mine()), anew) == (Open(), Edit(), Remove(3, strip=False))


def test_one_that_stands_empty_is_filled() -> None:
    """The courier died between the two calls."""
    row = ledger.opened(tapped(ledger.fresh(mine())), mine(), 3, NOW)
    assert steps(row, mine()) == (Edit(),)


def test_whoever_plays_in_the_group_is_present() -> None:
    person = Person(id=ANNA, last_tap=NOW - 90_000, last_message=99, last_hand_tap=NOW - 5_000)
    private, hand = standing(off(), message=50), whispering(mine())
    assert presence(person, private, hand).here(NOW)
    assert not presence(person, private).here(NOW)
    assert not presence(person, private, hand.model_copy(update={"message": None})).here(NOW)
    idle = person.model_copy(update={"last_hand_tap": NOW - 61_000})
    assert not presence(idle, private, hand).here(NOW)
    assert steps(private, turn(7), presence(person, private, hand)) == (
        Edit(NOW + 20_000),
        Wait(NOW + 20_000),
    )
