"""A world without a network that is fed anything: taps as shown, taps bent, commands, members, rubbish, time.

All chance comes from one `Random`, so Hypothesis can shrink what breaks it, and the soak can run it for long.
"""

import copy
import html
import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from structlog.testing import capture_logs

from engine.cards import SUITS, cards_of, parse_card
from engine.match import Match
from engine.observation import observation
from engine.seats import Seat
from service.bootstrap import memory_container
from service.settings import LOCAL_TOKEN, Settings
from service.table.table import Table, restore
from service.telegram.callback import Tap, TapKind, decode
from service.telegram.client import PatientBot, make_bot, readable
from service.telegram.errors import Answer, Outcome
from service.telegram.greys import Greys
from service.telegram.handlers.commands import COMMANDS
from service.telegram.handlers.desk import Desk
from service.telegram.handlers.dispatch import Dispatcher
from service.telegram.limits import Limits
from service.telegram.messages import Message, Offer, Toast
from service.telegram.show import Show
from service.usecases import advance
from workers.courier import urgency

CLUB = -100
PEOPLE = range(1, 7)
SECONDS = (0.1, 2.0, 5.0, 30.0, 700.0)
CARD = re.compile("([♠♥♦♣])\ufe0f?(10|[789JQKABDVR])")
CODE = re.compile(r"\b[789TJQKA][CDHS]\b")
RANKS = {"7": 0, "8": 1, "9": 2, "10": 3, "J": 4, "B": 4, "V": 4, "Q": 5, "D": 5, "K": 6, "R": 6, "A": 7}
TABLE_KINDS = (
    TapKind.ACT, TapKind.HAND, TapKind.TRICK, TapKind.TABLE, TapKind.WEIGH, TapKind.PLAN, TapKind.PLANNING,
    TapKind.UNPLAN, TapKind.TAKE_BACK, TapKind.COLUMN, TapKind.WHY_NOT, TapKind.NUDGE, TapKind.ONWARD,
)  # fmt: skip
"""Buttons of messages that show a table; examples of the rules show cards that nobody holds."""
EAGER = ("a:", "go:", "si:", "fi:")
"""What people mostly tap: their cards, and what leads to them."""
JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 2**63, 1e308, "", "x", "\x00", "<b>&", "\u202e" * 9, [], {}, [[]], {"id": {}}, "😀" * 70,
)  # fmt: skip
ARGUMENTS = (
    "", "", "", "coinche", "luxembourg", "two-player", "classic", "t-aaaaaaaaaa-N", "i-aaaaaaaaaa-P", "r-aaaaaaaaaa-1",
    "play", "learn", "next", "<b>&", "x" * 4000, "\u202e🂡\x00", "1", "-1", "2 2 2", "@RebeloteBot",
)  # fmt: skip
SAID = (
    *(f"/{name}" for name in COMMANDS),
    "/BELOTE@RebeloteBot",
    "/belote@AnotherBot",
    "/unknown",
    "/",
    "♥7",
    "",
)
ARGS = (
    "", "N", "NESW", "S", "JH", "7C", "take", "pass", "claim", "H:JH", "D:7D", "call:pass", "5:on", "5:off", "8:on",
    "1:hand", "novice", "N:novice", "expert", "1d", "live", "none", "t:1:2", "a:1:1", "classic", "coinche",
    "luxembourg", "two-player", "rules", "pairs", "invite", "clock", "target=501", "target=-1", "announcements=on",
    "language=de", "zone=Europe/Berlin", "zone=Mars/Base", "quiet=22-8", "night=22-8", "suits=chsd",
    "leave:1", "forgetme:2",
    "cancel:9", "open", "last", "=", "variant", "variant:1:1", "0", "1", "31", "99", "-1", "x" * 50,
)  # fmt: skip
"""What buttons of every family say, and what none does."""
REFS = (0, 1, 2, 3, 7, 999_999_999)


class Leak(AssertionError):
    """Somebody was shown a card he may not see."""


class Shown(NamedTuple):
    """A message in a chat."""

    chat: int
    number: int
    message: Message


class Phones:
    """Stands for Telegram: remembers what is shown, and now and then says no."""

    def __init__(self, rng: Random, settings: Settings) -> None:
        self.bot: PatientBot = make_bot(settings)
        self.greys = Greys()
        self._rng = rng
        self.shown: list[Shown] = []
        self.new: list[tuple[int, Message | Toast]] = []
        self._number = 0
        self.asking = 0
        self.offered: list[str] = []

    async def send(self, chat: int, thread: int | None, message: Message, **_: object) -> Answer:
        if (trouble := self._trouble()) is not None:
            return trouble
        self._number += 1
        self._keep(chat, self._number, message)
        return Answer(Outcome.DONE, message=self._number)

    async def edit(self, chat: int, number: int, message: Message) -> Answer:
        self._keep(chat, number, message)
        return self._trouble() or Answer(Outcome.DONE)

    async def strip(self, chat: int, number: int) -> Answer:
        return self._trouble() or Answer(Outcome.DONE)

    async def remove(self, chat: int, number: int, strip: bool, words: str = "") -> Answer:
        return self._trouble() or Answer(Outcome.DONE)

    async def answer(self, query: str, toast: Toast | None) -> Answer:
        if toast is not None:
            self.new.append((self.asking, toast))
        return Answer(Outcome.DONE)

    async def is_admin(self, chat: int, person: int) -> bool:
        return person == 1

    async def administers(self, chat: int) -> bool:
        return self._rng.random() < 0.5

    async def whispers(self, chat: int, receiver: int) -> bool:
        return self._rng.random() < 0.9

    async def whisper(self, chat: int, thread: int | None, receiver: int, query: str | None) -> Answer:
        return self._trouble() or Answer(Outcome.DONE, message=self._rng.randrange(1, 5))

    async def edit_whisper(self, chat: int, receiver: int, number: int, message: Message) -> Answer:
        self._keep(receiver, number, message)  # read by him alone
        return self._trouble() or Answer(Outcome.DONE)

    async def remove_whisper(self, chat: int, receiver: int, number: int) -> Answer:
        return self._trouble() or Answer(Outcome.DONE)

    async def edit_inline(self, inline: str, message: Message) -> Answer:
        self.new.append((CLUB, message))
        return self._trouble() or Answer(Outcome.DONE)

    async def offer(self, query: str, offers: Sequence[Offer], button: str = "", payload: str = "") -> Answer:
        """Whoever is asked, everybody may read it once it is posted."""
        self.new += [(CLUB, offer.message) for offer in offers]
        self.offered = [offer.id for offer in offers] or self.offered
        return self._trouble() or Answer(Outcome.DONE)

    async def document(self, chat: int, name: str, content: bytes, caption: str) -> Answer:
        """What is in the file is read like any message."""
        self.new.append((chat, Message(html.escape(f"{caption}\n{content.decode()}", quote=False))))
        return self._trouble() or Answer(Outcome.DONE, message=1)

    async def belongs(self, chat: int, person: int) -> bool:
        return self._rng.random() < 0.5

    def _keep(self, chat: int, number: int, message: Message) -> None:
        self.new.append((chat, message))
        if message.rows:
            self.shown.append(Shown(chat, number, message))
            del self.shown[:-40]

    def _trouble(self) -> Answer | None:
        if self._rng.random() > 0.03:
            return None
        outcome = self._rng.choice([one for one in Outcome if one not in (Outcome.DONE, Outcome.UNKNOWN_BOT)])
        return Answer(outcome, retry_after=1000, moved_to=CLUB)


class Fuzz:
    """One world and its chance."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.milliseconds = 1_800_000_000_000
        settings = Settings()
        self.container = memory_container(lambda: self.milliseconds, settings)
        self.phones = Phones(rng, settings)
        desk = Desk(self.container, self.phones, "RebeloteBot")  # type: ignore[arg-type]
        self.dispatcher = Dispatcher(desk)
        self.show = Show(self.container, self.phones, Limits(1000, 1000), "RebeloteBot")  # type: ignore[arg-type]
        self.updates = 0
        self.played = 0

    async def feed(self, count: int) -> None:
        """So many updates; whatever they set off is carried out, and all that is shown is looked at."""
        with capture_logs() as lines:
            for _ in range(count):
                await self.once()
                self._look_at_logs(lines)
                lines.clear()

    async def once(self) -> None:
        """One update and its consequences."""
        self.updates += 1
        raw = self._update()
        update = readable(raw, self.phones.bot)
        tap = None
        if update is not None:
            query = update.callback_query
            self.phones.asking = query.from_user.id if query else 0
            tap = decode(query.data or "") if query else None
            await self.dispatcher(update, 0)
        await self._check(tap if tap and tap.kind in TABLE_KINDS else None)
        if self.rng.random() < 0.3:
            self.milliseconds += int(1000 * self.rng.choice(SECONDS))
        if self.rng.random() < 0.7:
            await self._consequences()

    async def _consequences(self) -> None:
        hints: list[tuple[str, str]] = self.container.queue.hints  # type: ignore[attr-defined]
        todo, hints[:] = list(dict.fromkeys(hints)), []
        for kind, table in todo:
            assert re.fullmatch("[a-z2-7]+", table), f"a job names a table and nothing else: {table}"
            await advance(self.container, table, thinking=kind == "think")
        for due in sorted(await self.container.store.claim(20), key=urgency):
            if due.key is None:
                await self.container.queue.advance(due.table)
            else:
                await self.show(due)
        await self._check(None)

    # what comes in

    def _update(self) -> Any:
        person, rng = self.rng.choice(PEOPLE), self.rng
        dice = rng.random()
        if self.updates <= len(PEOPLE):
            return self._started(self.updates)
        if dice < 0.9 and self.phones.shown:
            raw = self._tap(person)
        elif dice < 0.97:
            raw = self._said(person)
        elif dice < 0.98:
            raw = self._inline(person)
        else:
            raw = self._members(person)
        return self._bent(raw) if rng.random() < 0.08 else raw

    def _started(self, person: int) -> dict[str, Any]:
        """Everybody presses Start first: the bot may write to all."""
        content = {"message_id": person, "date": 1, "chat": self._chat(person), "text": "/start"}
        return {"update_id": person, "message": content | {"from": self._user(person)}}

    def _tap(self, person: int) -> dict[str, Any]:
        """A button somebody sees, mostly by him who sees it; one time in six its data is bent."""
        rng = self.rng
        newest = [
            one
            for one in self.phones.shown
            if any(b.data.startswith("a:") for r in one.message.rows for b in r)
        ]
        recent = newest[-2:] if newest and rng.random() < 0.6 else self.phones.shown[-8:]
        shown = rng.choice(recent if rng.random() < 0.9 else self.phones.shown)
        datas = [button.data for row in shown.message.rows for button in row if button.data]
        eager = [data for data in datas if data.startswith(EAGER)] if rng.random() < 0.8 else []
        data = rng.choice(eager or datas or ["x"])
        if shown.chat > 0 and rng.random() < 0.9:
            person = shown.chat
        if rng.random() < 0.24:
            data = self._bent_data(data) if rng.random() < 0.5 else self._forged(datas)
        chat = self._chat(shown.chat)
        message = {"message_id": shown.number, "date": 1, "chat": chat, "text": "x"}
        query = {"id": str(self.updates), "from": self._user(person), "chat_instance": "1", "data": data}
        where = rng.random()
        if where < 0.03:
            return self._numbered("callback_query", query | {"inline_message_id": f"i{shown.number}"})
        if where < 0.06:
            message = {"message_id": shown.number, "date": 0, "chat": chat}
        return self._numbered("callback_query", query | {"message": message})

    def _forged(self, datas: list[str]) -> str:
        """A button that nobody drew: any family, at a table that there is, with anything to say."""
        rng = self.rng
        tables = [tap.table for data in datas if (tap := decode(data))] or ["aaaaaaaaaa"]
        refs = [tap.ref for data in datas if (tap := decode(data))]
        table = rng.choice(tables) if rng.random() < 0.9 else "r"
        return f"{rng.choice(list(TapKind))}:{table}:{rng.choice([*refs, *refs, *REFS])}:{rng.choice(ARGS)}"

    def _inline(self, person: int) -> dict[str, Any]:
        """Somebody writes the bot's name, or posts what he was offered; or says that he did."""
        rng = self.rng
        content: dict[str, Any] = {"from": self._user(person), "query": rng.choice(ARGUMENTS)[:256]}
        if rng.random() < 0.5:
            return self._numbered("inline_query", content | {"id": str(self.updates), "offset": ""})
        chosen = rng.choice([*self.phones.offered, "aaaaaaaaaa", "x" * 64, ""])
        content |= {"result_id": chosen, "inline_message_id": f"i{rng.randrange(9)}"}
        return self._numbered("chosen_inline_result", content)

    def _bent_data(self, data: str) -> str:
        rng = self.rng
        parts = data.split(":")
        where = rng.randrange(len(parts))
        bits = (
            "",
            "0",
            "1",
            "99",
            "JH",
            "take",
            "pass",
            "NESW",
            "aaaaaaaaaa",
            "♥",
            "-1",
            *(kind.value for kind in TapKind),
        )
        parts[where] = rng.choice(bits)
        return ":".join(parts)[: rng.choice((64, 64, 10))]

    def _said(self, person: int) -> dict[str, Any]:
        chat = self.rng.choice((CLUB, person))
        kind = "edited_message" if self.rng.random() < 0.1 else "message"
        words = f"{self.rng.choice(SAID)} {self.rng.choice(ARGUMENTS)}".strip()
        content = {"message_id": 10_000 + self.updates, "date": 1, "chat": self._chat(chat), "text": words}
        return self._numbered(kind, content | {"from": self._user(person)})

    def _members(self, person: int) -> dict[str, Any]:
        chat = self._chat(self.rng.choice((CLUB, person)))
        old, new = (self.rng.choice(("member", "kicked", "left", "administrator")) for _ in range(2))
        me = {"id": int(LOCAL_TOKEN.partition(":")[0]), "is_bot": True, "first_name": "R"}
        more = {"until_date": 0} | dict.fromkeys(
            ("can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
             "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
             "can_edit_stories", "can_delete_stories"), False)  # fmt: skip
        content = {"chat": chat, "from": self._user(person), "date": 1}
        states = {"old_chat_member": {"status": old, "user": me} | more,
                  "new_chat_member": {"status": new, "user": me} | more}  # fmt: skip
        if self.rng.random() < 0.5:
            for state in states.values():
                state["user"] = self._user(self.rng.choice(PEOPLE))
            return self._numbered("chat_member", content | states)
        return self._numbered("my_chat_member", content | states)

    def _bent(self, raw: dict[str, Any]) -> Any:
        """One field somewhere is missing, or is something else."""
        bent = copy.deepcopy(raw)
        place: Any = bent
        while True:
            key = self.rng.choice(list(place)) if isinstance(place, dict) and place else None
            if key is None:
                return bent
            if isinstance(place[key], dict) and place[key] and self.rng.random() < 0.8:
                place = place[key]
            elif self.rng.random() < 0.3:
                del place[key]
                return bent
            else:
                place[key] = self.rng.choice(JUNK)
                return bent

    def _numbered(self, kind: str, content: dict[str, Any]) -> dict[str, Any]:
        number = self.updates if self.rng.random() > 0.03 else self.rng.randrange(1, self.updates + 1)
        return {"update_id": number, kind: content}

    def _user(self, person: int) -> dict[str, Any]:
        language = ("de", "en", "fr")[person % 3]
        return {"id": person, "is_bot": False, "first_name": f"P{person}", "language_code": language}

    def _chat(self, chat: int) -> dict[str, Any]:
        return {"id": chat, "type": "private"} if chat > 0 else {"id": chat, "type": "group", "title": "Club"}

    # what goes out

    async def _check(self, tapped: Tap | None) -> None:
        """Everything that was shown since: no card of anybody else's hand, but for one that the tap itself named."""
        new, self.phones.new = self.phones.new, []
        for chat, shown in new:
            if isinstance(shown, Toast):
                assert len(shown.text.encode("utf-16-le")) <= 400
                table, text = (tapped.table if tapped else None), shown.text
                # "You play that" is said of whatever was tapped, when its update was taken before.
                named: set[int] = set(map(parse_card, CODE.findall(tapped.arg))) if tapped else set()
            else:
                named = set()
                table, text = _named(shown), shown.text + " ".join(b.label for row in shown.rows for b in row)
            if table is not None and not await self._of_an_earlier_deal(tapped, shown):
                await self._no_leak(table, chat, text, named)

    async def _of_an_earlier_deal(self, tapped: Tap | None, shown: Message | Toast) -> bool:
        """A trick of a deal that is over, from its sheet: its cards are everybody's, whoever holds them by now."""
        if tapped is None or tapped.kind is not TapKind.TRICK or not isinstance(shown, Toast):
            return False
        stored = await self.container.store.load(tapped.table)
        return stored is not None and tapped.ref in {note.no for note in stored.head.deals}

    async def _no_leak(self, name: str, chat: int, text: str, named: set[int]) -> None:
        stored = await self.container.store.load(name)
        if stored is None:
            return
        self.played = max(self.played, len(stored.facts))
        table = restore(stored.head, stored.facts)
        found = {SUITS["♣♦♥♠".index(suit)] * 8 + RANKS[rank] for suit, rank in CARD.findall(text)}
        leaked = (found & hidden(table, chat)) - named
        if leaked:
            raise Leak(f"table {name}, chat {chat}: {sorted(leaked)} in {text!r}")

    def _look_at_logs(self, lines: list[Any]) -> None:
        for line in lines:
            assert line["log_level"] not in ("error", "critical"), line
            assert not CODE.search(json.dumps(line, default=str)), f"a card in the log: {line}"


def _named(message: Message) -> str | None:
    taps = [tap for row in message.rows for button in row if (tap := decode(button.data)) is not None]
    return next((tap.table for tap in taps if tap.kind in TABLE_KINDS), None)


def hidden(table: Table, person: int) -> set[int]:
    """The cards somebody must not be shown now."""
    match = table.match
    if match is None or match.deal is None:
        return set()
    if table.head.lesson and table.people == (person,):
        return set()  # a lesson lies open to who takes it
    seat = table.seat_of(person) if person > 0 else None
    return _concealed(match, seat)


def _concealed(match: Match, seat: Seat | None) -> set[int]:
    deal = match.deal
    assert deal is not None
    seen = observation(match, seat)
    public = {seen.turned, *(card for told in seen.melds for card in cards_of(told.cards))}
    if deal.reserves:
        return {card for row in deal.reserves for card in row if card >= 0} - public
    others = [hand for one, hand in enumerate(deal.hands) if one != seat]
    return {card for hand in others for card in cards_of(hand)} - public
