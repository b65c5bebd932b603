"""`/rules`: an overview with a button for every section, the sections page by page, and the other rule sets."""

import html
from typing import NamedTuple

from engine.rules import Rules
from engine.variants import VARIANTS
from service.table.view import TableView
from service.telegram.callback import NOWHERE, Tap, TapKind, encode
from service.telegram.calls import capital, packed
from service.telegram.lines import flow
from service.telegram.messages import Button, Keyboard, Message, card
from service.telegram.option_words import Words, mark
from service.telegram.options import rule_set, told_options
from service.telegram.rulebook import PAGES
from service.telegram.rulebook.drawn import drawn
from service.telegram.rulebook.examples import Example, Page, Section
from service.telegram.texts import Tongue

ON_A_PAGE = 3
"""Examples; more would be a scroll on a phone."""
MANY = 3
"""Sentences that leave room for one example beside them; fewer leave it for two."""
SETS = "="
"""The page that lists the rule sets; no rule set is called so."""
UNWRITTEN = Page(mark("rules", "Its rules page is still to come."), ())


class Place(NamedTuple):
    """Where a reader is in the book."""

    variant: str
    section: str = ""
    """Empty: the overview."""
    part: int = 0
    """0: the sentences and an example or two; then further examples."""


def rules_card(t: Tongue, view: TableView | None, arg: str = "") -> Message | None:
    """The page of a button's argument; at first the overview of the table's own rule set, or of classic."""
    if arg == SETS:
        return _sets(t, view)
    place = _place(view, arg)
    if place is None:
        return None
    own = view is not None and view.variant == place.variant
    rules = view.rules if view is not None and own else VARIANTS[place.variant]
    page = PAGES.get(place.variant, UNWRITTEN)
    if not place.section:
        return _overview(t, view, place, page, rules if own else None)
    return _section(t, view, place, page, rules)


def _place(view: TableView | None, arg: str) -> Place | None:
    if not arg:
        return Place(view.variant if view is not None and view.variant in VARIANTS else "classic")
    variant, _, rest = arg.partition(":")
    section, _, part = rest.partition(":")
    place = Place(variant, section, int(part) if part.isascii() and part.isdigit() and len(part) < 3 else 0)
    known = variant in VARIANTS and (not section or place in _places(variant, PAGES.get(variant, UNWRITTEN)))
    return place if known else None


def _places(variant: str, page: Page) -> list[Place]:
    """Every page of sections, in order."""
    return [Place(variant, section.key, part) for section in page.sections for part in range(_parts(section))]


def _beside(section: Section) -> int:
    """How many examples stand on the page of the sentences."""
    return 1 if len(section.lines) > MANY else 2


def _parts(section: Section) -> int:
    further = max(0, len(section.examples) - _beside(section))
    return 1 - (-further // ON_A_PAGE)


def _examples(section: Section, part: int) -> tuple[Example, ...]:
    first = _beside(section)
    start = first + (part - 1) * ON_A_PAGE
    return section.examples[start : start + ON_A_PAGE] if part else section.examples[:first]


def _overview(t: Tongue, view: TableView | None, place: Place, page: Page, agreed: Rules | None) -> Message:
    told = told_options(t, place.variant, agreed) if agreed else []
    here = [t.gettext("At this table:"), *flow(told)] if told else []
    sections = [_to(t, view, Place(place.variant, one.key), one.title) for one in page.sections]
    rows = (*packed(sections), (_other(t, view),))
    return card([[_head(t, place.variant)], [_sentence(t, page.about)], here], rows)


def _section(t: Tongue, view: TableView | None, place: Place, page: Page, rules: Rules) -> Message:
    section = next(one for one in page.sections if one.key == place.section)
    head = f"{_head(t, place.variant)} · <b>{_sentence(t, section.title)}</b>"
    lines = [f"• {_sentence(t, line, target=rules.target)}" for line in section.lines]
    shown = _examples(section, place.part)
    examples = [[drawn(t, place.variant, rules, example)] for example in shown]
    rows = (*_turning(t, view, place, page), (_home(t, view, place), _other(t, view)))
    return card([[head], [] if place.part else lines, *examples], rows)


def _turning(t: Tongue, view: TableView | None, place: Place, page: Page) -> Keyboard:
    places = _places(place.variant, page)
    at = places.index(place)
    titles = {section.key: section.title for section in page.sections}
    around = (("‹ {}", at - 1), ("{} ›", at + 1))
    row = tuple(
        _to(t, view, places[to], titles[places[to].section], label)
        for label, to in around
        if 0 <= to < len(places)
    )
    return (row,) if row else ()


def _sets(t: Tongue, view: TableView | None) -> Message:
    sets = [Button(capital(rule_set(t, name)), _data(view, name)) for name in VARIANTS]
    lines = [[f"📖 <b>{t.gettext('Rule sets')}</b>"], [t.gettext("Whose rules do you want to read?")]]
    return card(lines, packed(sets))


def _head(t: Tongue, variant: str) -> str:
    return (
        "📖 <b>" + html.escape(t.gettext("Belote: {rules}", rules=rule_set(t, variant)), quote=False) + "</b>"
    )


def _sentence(t: Tongue, words: Words, **values: object) -> str:
    return html.escape(t.pgettext(*words, **values), quote=False)


def _to(t: Tongue, view: TableView | None, place: Place, title: Words, label: str = "{}") -> Button:
    name, arg = t.pgettext(*title), f"{place.variant}:{place.section}"
    if place.part:
        name, arg = f"{name} {place.part + 1}", f"{arg}:{place.part}"
    return Button(label.format(name), _data(view, arg))


def _home(t: Tongue, view: TableView | None, place: Place) -> Button:
    return Button(t.pgettext("button", "Overview"), _data(view, place.variant))


def _other(t: Tongue, view: TableView | None) -> Button:
    return Button(t.pgettext("button", "Rule sets"), _data(view, SETS))


def _data(view: TableView | None, arg: str) -> str:
    return encode(Tap(TapKind.RULES, NOWHERE if view is None else view.id, 0, arg))
