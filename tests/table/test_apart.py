"""Tables without a group: which surfaces are out of date, who arranges, and what is only offered."""

from engine.rules import rules_to_dict
from engine.seats import SEAT_LETTERS, seats_in_play
from engine.variants import VARIANTS
from service.surface import CARD, END, LOBBY, deal_key, end_key, hand_key, inline_key, mention_key
from service.table.commands import Arrive, Cancel, Leave, Post, Return, ShowMenu, Stand, Start
from service.table.look import look
from service.table.model import Chair, Head, Stage
from service.table.places import closed, ends, everywhere, first_surfaces, sheets, whole_lobby
from service.table.refusals import No
from service.table.table import Table, restore
from tests.table.worlds import ANNA, BEN, CHLOE, NOW, SECRET, ask, lobby, refused, sit


def apart(draft: str = "", creator: int = ANNA) -> Table:
    """A private lobby of Anna's; with `draft` one that is only offered to her."""
    rules = VARIANTS["classic"]
    chairs = {SEAT_LETTERS[s]: Chair() for s in seats_in_play(rules)}
    if not draft:
        chairs["N"] = Chair(person=creator, name="Anna")
    head = Head(
        id="abcdefghij",
        chat=creator,
        creator=creator,
        variant="classic",
        rules=rules_to_dict(rules),
        secret=SECRET,
        chairs=chairs,
        opened_at=NOW,
        draft=draft,
    )
    return restore(head, ())


def begun(table: Table) -> Table:
    return ask(table, Start(person=ANNA, revision=table.head.revision)).table


def of_a_group(keys: frozenset[str]) -> set[str]:
    return {
        key for key in keys if key in (LOBBY, CARD, END) or key.startswith("mention") or key.count(":") == 0
    }


def test_no_step_of_it_marks_a_surface_of_a_group() -> None:
    table = apart()
    seated = ask(table, sit(table, BEN, "E"))
    started = ask(seated.table, Start(person=ANNA, revision=seated.table.head.revision))
    left = ask(started.table, Leave(person=BEN))
    for marked in (seated.marked, started.marked, left.marked, closed(left.table), ends(left.table)):
        assert marked
        assert not of_a_group(marked)
    assert first_surfaces(seated.table.head) == {hand_key(ANNA), hand_key(BEN)}


def test_a_groups_table_is_marked_as_before() -> None:
    table = ask(lobby(), sit(lobby(), ANNA, "N", reachable=False)).table
    assert whole_lobby(table) == {LOBBY, hand_key(ANNA)}
    assert {CARD, hand_key(ANNA), mention_key(ANNA)} <= everywhere(table)
    assert {CARD, deal_key(3)} <= sheets(table, 3)
    assert deal_key(3, ANNA) not in sheets(table, 3)
    assert ends(table) == {END}


def test_everybody_has_his_own_sheet_but_who_has_left() -> None:
    table = apart()
    table = begun(ask(table, sit(table, BEN, "E")).table)
    assert {deal_key(1, ANNA), deal_key(1, BEN)} <= sheets(table, 1)
    table = ask(table, Leave(person=BEN)).table
    assert deal_key(1, BEN) not in sheets(table, 1)
    assert end_key(BEN) in ends(table), "but he is told how it ended"


def test_the_host_is_who_opened_it_or_who_sits_first() -> None:
    table = apart()
    table = ask(table, sit(table, BEN, "E")).table
    assert look(table, BEN).host == ANNA
    risen = ask(table, Stand(person=ANNA))
    assert look(risen.table, BEN).host == BEN
    assert {hand_key(ANNA), hand_key(BEN)} <= risen.marked, "one card goes, another comes"


def test_who_leaves_last_closes_it() -> None:
    risen = ask(apart(), Stand(person=ANNA))
    assert risen.table.head.stage is Stage.CANCELLED
    assert risen.parted == {ANNA}
    group = ask(ask(lobby(), sit(lobby(), ANNA, "N")).table, Stand(person=ANNA))
    assert group.table.head.stage is Stage.LOBBY, "a group's lobby stays for others"


def test_who_is_out_of_reach_is_not_waited_for() -> None:
    table = apart()
    table = begun(ask(table, sit(table, BEN, "E")).table)
    gone = ask(table, Arrive(person=BEN, reachable=False))
    assert gone.table.head.chairs["E"].automatic
    back = ask(gone.table, Arrive(person=BEN, reachable=True)).table
    assert back.head.chairs["E"].automatic, "he says himself when he is back"
    assert ask(back, Return(person=BEN)).table.head.chairs["E"].present


def test_in_a_group_who_is_out_of_reach_is_called_there() -> None:
    table = ask(lobby(), sit(lobby(), ANNA, "N")).table
    table = begun(ask(table, sit(table, BEN, "E")).table)
    gone = ask(table, Arrive(person=BEN, reachable=False))
    assert gone.table.head.chairs["E"].present
    assert mention_key(BEN) in gone.marked


def test_only_the_creator_closes_it() -> None:
    table = apart()
    table = ask(table, sit(table, BEN, "E")).table
    assert refused(table, Cancel(person=BEN, running=False)).code is No.NOT_ALLOWED
    cancelled = ask(table, Cancel(person=ANNA, running=False))
    assert cancelled.marked >= {hand_key(ANNA), hand_key(BEN)}


def test_ways_to_invite_are_a_menu_of_private_tables_only() -> None:
    shown = ask(apart(), ShowMenu(person=ANNA, menu="invite"))
    assert shown.marked == {hand_key(ANNA)}, "nobody else's card turns"
    group = ask(lobby(), sit(lobby(), ANNA, "N")).table
    assert refused(group, ShowMenu(person=ANNA, menu="invite")).code is No.UNCHANGED


def test_an_offer_is_nobodys_until_it_is_posted() -> None:
    offer = apart(draft="Anna")
    assert offer.people == ()
    posted = ask(offer, Post(person=ANNA, inline="AgAAA1"))
    assert posted.table.people == (ANNA,)
    assert posted.joined == {ANNA}
    assert not posted.table.head.draft
    assert posted.marked == {hand_key(ANNA), inline_key(0)}


def test_an_offer_becomes_a_table_by_the_first_guest_too() -> None:
    offer = apart(draft="Anna")
    joined = ask(offer, sit(offer, BEN, "S"))
    assert joined.table.people == (ANNA, BEN)
    assert joined.joined == {ANNA, BEN}


def test_each_posted_card_is_remembered_once_and_not_without_end() -> None:
    table = apart()
    table = ask(table, Post(person=ANNA, inline="a")).table
    assert refused(table, Post(person=ANNA, inline="a")).code is No.UNCHANGED
    for number in range(1, 8):
        table = ask(table, Post(person=ANNA, inline=f"a{number}")).table
    assert refused(table, Post(person=CHLOE, inline="one more")).code is No.UNCHANGED
    assert refused(begun(table), Post(person=ANNA, inline="late")).code is No.NOT_IN_LOBBY


def test_posted_cards_hear_of_the_start_and_the_end_and_of_nothing_between() -> None:
    table = ask(apart(), Post(person=ANNA, inline="a")).table
    started = ask(table, Start(person=ANNA, revision=table.head.revision))
    assert inline_key(0) in started.marked
    assert inline_key(0) in ends(started.table)
    assert inline_key(0) in closed(started.table)
    assert inline_key(0) not in everywhere(started.table)
    assert inline_key(0) not in sheets(started.table, 1)
