"""The mock-ups in French, word for word, and what a catalogue cannot be checked for by its shape."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from engine.actions import parse_action
from engine.observation import why_not
from service.table.refusals import No, Refused
from service.telegram import views
from service.telegram.rulebook import PAGES
from service.telegram.rulebook.pages import rules_card
from service.telegram.texts import DOMAIN, LOCALES, tongue
from tests.telegram.views.scene import CHLOE, SEAL, after, deal_three, plain, played, shown, view
from tests.telegram.views.test_results import note

FR = tongue("fr")
NO_BREAK = "\u00a0"
CATALOGUE: Path = LOCALES / "fr" / "LC_MESSAGES" / DOMAIN


def spaced(text: str) -> str:
    """With ordinary spaces, as the mock-ups are written."""
    return text.replace(NO_BREAK, " ")


def test_g4_after_a_deal() -> None:
    match = after(32)
    assert match.finished is not None
    sheet = spaced(shown(views.deal_sheet(view(match), match.finished, note(3), SEAL, FR)))
    assert sheet.startswith("""\
<b>Donne 3 · réussie</b> · 175 à 7
Chloé a pris à ♥️ avec Anna

<pre>            A+C   B+D
Cartes      145     7
Dix de der   10
Belote       20
-------------------------
Marque      175     7
Total       369   157</pre>
🔎 Mélange 5f0c…91ae
---
[❓ Pourquoi ?] [↩️ Pli 8]
[📜 Les plis] [🔎 Mieux jouer]""")
    assert spaced(views.why(view(match), match.finished, FR).text) == (
        "Réussie : 175, c’est plus que 7. Cartes 145 + dix de der 10 + Belote 20. "
        "Les 8 plis ? Non (7:1), sinon capot 252."
    )


def test_h2_auction() -> None:
    assert (
        spaced(shown(views.hand_card(view(played(deal_three(), "pass pass"), CHLOE), FR)))
        == """\
🟢 <b>À toi</b> · Belote-Club
Ben passe

Retourne <b>♥️9</b> · donneur Dan
Anna passe · Ben passe
Nous 194 · Eux 150

♥️ V 7
♠️ 10
♦️ 8
♣️ A
---
[📌 2e tour : demande-moi]
[S Prendre ♥️] [Passer]"""
    )


def test_h3_on_turn() -> None:
    assert (
        spaced(shown(views.hand_card(view(after(14), CHLOE), FR)))
        == """\
🟢 <b>À toi</b> · Belote-Club
Ben coupe : ♥️8

Pli 4 · atout ♥️ (toi) · 2:1
♦️10 Anna
<b>♥️8 Ben</b> · coupe, maître
Ensuite Dan
---
[P ♥️V] [P ♥️9] [(♥️7)]
[(♠️10)] [(♣️A)]
[↩️ Pli 3] [☰ Table]"""
    )


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("7H", "Interdit : tu peux surcouper. ♥️9 ou ♥️V battent ♥️8."),
        ("AC", "Interdit : pas de carreau en main, il faut couper, et plus haut que ♥️8."),
    ],
)
def test_h3_a_forbidden_card_says_why(card: str, said: str) -> None:
    table = view(after(14), CHLOE)
    assert table.seen is not None
    refused = Refused(No.RULE, why_not(table.seen, parse_action(card)))
    assert spaced(views.refused(refused, FR, table).text) == said


def test_the_group_reads_its_card() -> None:
    assert (
        spaced(shown(views.table_card(view(after(14)), FR)))
        == """\
<b>Belote-Club</b> · Donne 3 · en 501
Anna + Chloé 194
Ben + Dan 150

Atout ♥️ · preneur Chloé
Pli 4 · plis 2:1

♦️10 Anna
<b>♥️8 Ben</b> · coupe, maître
▸ à <b>Chloé</b>
Dan

Avant : pli 3 → Anna
♠️7 ♠️8 ♠️D ♠️A
---
[🃏 Ma main] [☰ Table]
[👋 Relancer Chloé]"""
    )


def translations() -> list[str]:
    with CATALOGUE.open("rb") as source:
        messages = [message for message in read_po(source, locale="fr") if message.id]
    return [
        str(text)
        for message in messages
        for text in (message.string if isinstance(message.string, list | tuple) else [message.string])
    ]


def test_signs_never_begin_a_line() -> None:
    """A no-break space before : ; ! ? and inside guillemets, no ordinary one and none that is missing."""
    wrong = re.compile(r" [:;!?»]|« |[^\W\d][;!?:](\s|$)|'|«[^\u00a0]|[^\u00a0]»")
    assert [text for text in translations() if wrong.search(text)] == []


def test_no_name_follows_an_article_or_de() -> None:
    named = re.compile(r"(?:\b(?:de|du|le|la|les|des)\s|[dl]’)\{(?:name|names|computer|partner|place|side)\}")
    assert [text for text in translations() if named.search(text)] == []


def test_a_single_one_is_nothing_or_one() -> None:
    """French counts nought with one."""
    words = [FR.ngettext("{n} point", "{n} points", n) for n in (0, 1, 2)]
    assert words == ["0 point", "1 point", "2 points"]


@pytest.mark.parametrize("variant", PAGES)
def test_the_rules_use_the_letters_of_the_cards(variant: str) -> None:
    """Text and examples alike: V, D and R, nowhere J, Q or K."""
    for section in ("", *(f":{section.key}" for section in PAGES[variant].sections)):
        message = rules_card(FR, None, variant + section)
        assert message is not None
        assert re.search(r"\b[JQK]\b", plain(message.text)) is None
