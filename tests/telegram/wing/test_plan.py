"""Every row of the ringing policy (docs: how it rings), with the time injected."""

from service.surface import Row
from service.telegram import ledger
from service.telegram.limits import Call, Limits
from service.telegram.messages import Button, Message
from service.telegram.plan import DELETABLE, Edit, HandOver, Hold, Remove, Send, Step, Strip, Wait, plan
from service.telegram.presence import NOBODY, Presence
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
