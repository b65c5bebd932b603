"""A table that plays a match by the rules, one action's text at a time. Rules: all of them, put together."""

import copy
from typing import Any

from tests.reference import auction, deal, melds, play, scoring
from tests.reference.cards import Contract, Options, Trick, following, from_left, points, side_of


class Table:
    """The whole state is in plain attributes; `legal` and `act` are all there is to do."""

    def __init__(self, variant: str, options: Options, dealer: str) -> None:
        self.variant, self.options, self.dealer = variant, options, dealer
        self.totals = {"NS": 0, "EW": 0}
        self.pot = 0
        self.deal_no = 1
        self.phase = "dealing"
        self.winner: str | None = None
        self.last: dict[str, Any] | None = None

    def copy(self) -> "Table":
        return copy.deepcopy(self)

    def start(self, pack: list[str]) -> None:
        """Deal a shuffled pack."""
        dealt = deal.first_deal(self.variant, self.options, self.dealer, pack)
        self.columns: dict[str, list[list[str]]] = dealt.get("columns", {})
        self.hands: dict[str, list[str]] = dealt.get("hands", {})
        self.turned: str | None = dealt["turned"]
        self.stock: list[str] = dealt["stock"]
        self.calls: list[tuple[str, str]] = []
        self.contract: Contract | None = None
        self.tricks: list[Trick] = []
        self.winners: list[str] = []
        self.trick: Trick = []
        self.declared: dict[str, list[melds.Meld]] = {}
        self.melding: tuple[str | None, dict[str, list[melds.Meld]], str | None] = (None, {}, None)
        self.shown: list[str] = []
        self.forgotten = False
        self.phase = "calling"
        self.turn = from_left(self.variant, self.options, self.dealer)[0]
        self._after_call()

    def open_hand(self, seat: str) -> list[str]:
        """What a seat may play from: its hand, or its face-up cards."""
        if self.variant == "two-player":
            return [column[0] for column in self.columns[seat] if column]
        return self.hands[seat]

    def _with_melds(self) -> bool:
        return self.variant == "luxembourg" or bool(self.options.get("announcements"))

    def may_choose(self, seat: str) -> list[str]:
        """Luxembourg: when his first card is due a player may choose what he melds, or nothing."""
        if self.variant != "luxembourg" or self.tricks or seat in self.declared:
            return []
        assert self.contract is not None
        sets = melds.sets_of(self.variant, self.contract, self.hands[seat])
        names = {melds_text(chosen) for chosen in sets}
        return [] if names == {"meld:-"} else sorted(names)

    def must_show(self, seat: str) -> bool:
        """Luxembourg without automatic showing: a winner shows when he plays to the second trick."""
        if self.variant != "luxembourg" or self.options["autoShowMelds"] or len(self.tricks) != 1:
            return False
        return not self.forgotten and bool(self.melding[1].get(seat)) and seat not in self.shown

    def legal(self) -> list[str]:
        """The texts of all legal actions of the seat whose turn it is."""
        if self.phase == "calling":
            now = auction.state(self.variant, self.options, self.dealer, self.turned, self.calls)
            return list(now["legal"])
        if self.phase == "laying aside":
            return ["aside:" + card for card in self.hands[self.dealer]]
        if self.phase != "playing":
            return []
        assert self.contract is not None
        cards = play.legal_cards(
            self.variant, self.options, self.contract, self.trick, self.turn, self.open_hand(self.turn)
        )
        return cards + self.may_choose(self.turn) + (["show"] if self.must_show(self.turn) else [])

    def act(self, text: str) -> None:
        """Do what the seat whose turn it is has said."""
        assert text in self.legal(), (text, self.legal())
        if self.phase == "calling":
            self.calls.append((self.turn, text))
            self._after_call()
        elif self.phase == "laying aside":
            self._begin_play()
        elif text.startswith("meld:"):
            assert self.contract is not None
            sets = melds.sets_of(self.variant, self.contract, self.hands[self.turn])
            self.declared[self.turn] = next(chosen for chosen in sets if melds_text(chosen) == text)
        elif text == "show":
            self.shown.append(self.turn)
        else:
            self._play(text)

    def _after_call(self) -> None:
        now = auction.state(self.variant, self.options, self.dealer, self.turned, self.calls)
        if now["status"] == "open":
            self.turn = now["next"]
        elif now["status"] == "redeal":
            self._finish({"outcome": "passed-out", "written": {"NS": 0, "EW": 0}, "pot": self.pot})
        else:
            self.contract = now["contract"]
            assert self.contract is not None
            if self.variant in ("coinche", "two-player"):
                self._begin_play()
                return
            assert self.turned is not None
            to = deal.receiver(self.variant, self.options, self.dealer, self.contract["by"], now["round"])
            if self.variant == "beginner" and to is not None:
                self.hands[to].append(self.turned)
                self.phase, self.turn = "laying aside", self.dealer
                return
            self.hands = deal.second_deal(
                self.variant, self.options, self.dealer, self.hands, self.turned, self.stock, to
            )
            self._begin_play()

    def _begin_play(self) -> None:
        if self.phase == "laying aside":
            assert self.turned is not None
            self.hands[self.dealer].remove(self.turned)
            self.hands = deal.second_deal(
                self.variant, self.options, self.dealer, self.hands, self.turned, self.stock, self.dealer
            )
        self.dealt = {seat: list(hand) for seat, hand in self.hands.items()}
        self.phase = "playing"
        self.turn = from_left(self.variant, self.options, self.dealer)[0]

    def _play(self, card: str) -> None:
        assert self.contract is not None
        if self._with_melds() and not self.tricks and self.turn not in self.declared:
            self.declared[self.turn] = melds.automatic(
                self.variant, self.options, self.contract, self.hands[self.turn]
            )
        if self.must_show(self.turn):
            self.forgotten = True
        if self.variant == "two-player":
            next(column for column in self.columns[self.turn] if column and column[0] == card).pop(0)
        else:
            self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        if len(self.trick) < len(from_left(self.variant, self.options, self.dealer)):
            self.turn = following(self.variant, self.options, self.turn)
            return
        self.turn = play.winner(self.variant, self.options, self.contract, self.trick)
        self.tricks.append(self.trick)
        self.winners.append(self.turn)
        self.trick = []
        if len(self.tricks) == 1 and self._with_melds():
            self.melding = melds.compare(self.variant, self._meld_options(), self.contract, self.declared)
            if self.melding[2] == "annul":
                self._finish({"outcome": "annulled", "written": {"NS": 0, "EW": 0}, "pot": self.pot})
                return
        if len(self.tricks) == (16 if self.variant == "two-player" else 8):
            self._score()

    def _meld_options(self) -> Options:
        return {"tieRule": "none", **self.options}

    def _score(self) -> None:
        assert self.contract is not None
        cards, taken = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
        for trick, seat in zip(self.tricks, self.winners, strict=True):
            side = side_of(self.variant, seat)
            taken[side] += 1
            for _, card in trick:
                cards[side] += points(self.variant, self.options, self.contract, card)
        cards[side_of(self.variant, self.winners[-1])] += 10
        told = {"NS": 0, "EW": 0}
        if self.melding[0] is not None and not self.forgotten:
            for counting in self.melding[1].values():
                told[self.melding[0]] += sum(meld["points"] for meld in counting)
        sweep = None if taken["NS"] and taken["EW"] else ("NS" if taken["NS"] else "EW")
        belotes = melds.belotes(self.variant, self.options, self.contract, self.dealt, self.tricks)
        takers = side_of(self.variant, self.contract["by"])
        result = scoring.score(
            self.variant, self.options, self.contract, takers, cards, belotes, told, sweep, self.pot
        )
        last = side_of(self.variant, self.winners[-1])
        result.update(cards=cards, belotes=belotes, melds=told, sweep=sweep, last=last)
        self._finish(result)

    def _finish(self, result: dict[str, Any]) -> None:
        for side in ("NS", "EW"):
            self.totals[side] += result["written"][side]
        self.pot = result["pot"]
        self.last = {
            **result,
            "deal_no": self.deal_no,
            "totals": dict(self.totals),
            "contract": self.contract,
        }
        self.phase = "dealing"
        if result["outcome"] not in ("passed-out", "annulled"):
            if self.variant == "two-player":
                self.winner = max(self.totals, key=lambda side: self.totals[side])
            else:
                self.winner = scoring.has_won(self.options, self.totals)
            if self.winner is not None:
                self.phase = "over"
                return
        self.deal_no += 1
        self.dealer = following(self.variant, self.options, self.dealer)


def melds_text(chosen: list[melds.Meld]) -> str:
    """The text of a choice of melds: all its cards, sorted by suit and natural rank."""
    cards = sorted(card for meld in chosen for card in meld["cards"])
    cards.sort(key=lambda card: ("CDHS".index(card[1]), "789TJQKA".index(card[0])))
    return "meld:" + ("".join(cards) or "-")
