"""Telegram's HTML: what it means and what it refuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.sandbox.entities import detect, parse_html, utf16_length
from service.sandbox.errors import ApiError
from service.sandbox.state import Json, User
from service.sandbox.view import to_html

BEN = User(2, "Ben")


def parse(source: str) -> tuple[str, list[Json]]:
    return parse_html(source, {2: BEN}.get)


def span(kind: str, offset: int, length: int, **more: object) -> Json:
    return {"type": kind, "offset": offset, "length": length, **more}


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("plain", "plain", []),
        ("<b>a</b><strong>b</strong>", "ab", [span("bold", 0, 1), span("bold", 1, 1)]),
        ("<I>a</I><em>b</em>", "ab", [span("italic", 0, 1), span("italic", 1, 1)]),
        ("<u>a</u><ins>b</ins>", "ab", [span("underline", 0, 1), span("underline", 1, 1)]),
        ("<s>a</s><del>b</del>", "ab", [span("strikethrough", 0, 1), span("strikethrough", 1, 1)]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [span("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">a</span>', "a", [span("spoiler", 0, 1)]),
        ("<code>a</code>", "a", [span("code", 0, 1)]),
        ("<pre>a\n b</pre>", "a\n b", [span("pre", 0, 4)]),
        ('<pre><code class="language-py">a</code></pre>', "a", [span("pre", 0, 1, language="py")]),
        ("<blockquote>a</blockquote>", "a", [span("blockquote", 0, 1)]),
        ("<blockquote expandable>a</blockquote>", "a", [span("expandable_blockquote", 0, 1)]),
        ('<a href="https://a.b/c">x</a>', "x", [span("text_link", 0, 1, url="https://a.b/c")]),
        ('<a href="a.b">x</a>', "x", [span("text_link", 0, 1, url="http://a.b/")]),
        ('<a href="javascript:x">x</a>', "x", []),
        ('<a href="tg://user?id=2">Ben</a>', "Ben", [span("text_mention", 0, 3, user_id=2)]),
        ('<a href="tg://user?id=3">who</a>', "who", []),
        (
            '<tg-time unix="5" format="wDt">x</tg-time>',
            "x",
            [span("date_time", 0, 1, unix_time=5, date_time_format="wDt")],
        ),
        ("<b>♠️🃏</b>!", "♠️🃏!", [span("bold", 0, 4)]),
        ("<b>a<i>b</i></b>", "ab", [span("bold", 0, 2), span("italic", 1, 1)]),
        ("&lt;&amp;&gt;&quot;&#9824;&#x2660;&nbsp;", '<&>"♠♠&nbsp;', []),
        ("  <b>a</b> \n", "a", [span("bold", 0, 1)]),
        ("<b> </b>", "", []),
        ("<b></b>a", "a", []),
    ],
)
def test_meaning(source: str, text: str, entities: list[Json]) -> None:
    assert parse(source) == (text, entities)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("♠<x>a</x>", 'Unsupported start tag "x" at byte offset 3'),
        ("<3", "Unclosed start tag at byte offset 0"),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        (
            "<a href>x</a>",
            'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
        ),
        ('<a ="x">x</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<a href=x/y>x</a>", "Unexpected end of name token at byte offset 8"),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ('<tg-time unix="x">a</tg-time>', "Invalid date specified"),
    ],
)
def test_refusal(source: str, complaint: str) -> None:
    with pytest.raises(ApiError) as refused:
        parse(source)
    assert refused.value.description == f"Bad Request: can't parse entities: {complaint}"


def test_detection_leaves_code_and_links_alone() -> None:
    text, entities = parse(
        '/go@RebeloteBot 1/2 <code>/no</code> <a href="a.b">@nope</a> @anna t.me/x?start=y https://a.b/c.'
    )
    found = [
        (entity["type"], text[entity["offset"] :][: entity["length"]]) for entity in detect(text, entities)
    ]
    assert found == [
        ("bot_command", "/go@RebeloteBot"),
        ("code", "/no"),
        ("text_link", "@nope"),
        ("mention", "@anna"),
        ("url", "t.me/x?start=y"),
        ("url", "https://a.b/c"),
    ]


@given(st.text())
def test_any_name_is_shown_once_escaped(name: str) -> None:
    """Whatever people call themselves, escaped it parses to itself and comes out escaped again."""
    escaped = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text, entities = parse(f"<b>{escaped}</b>")
    assert text == name.strip()
    assert entities == ([span("bold", 0, utf16_length(text))] if text else [])


@given(st.lists(st.tuples(st.sampled_from(["bold", "italic", "code"]), st.integers(0, 8), st.integers(1, 8))))
def test_overlapping_entities_make_balanced_html(spans: list[tuple[str, int, int]]) -> None:
    text = "a<♠🃏>&bcdefgh"
    size = utf16_length(text)
    entities = [span(kind, offset, min(length, size - offset)) for kind, offset, length in spans]
    opened: list[str] = []
    for piece in to_html(text, entities).split("<")[1:]:
        name = piece.split(">")[0]
        if name.startswith("/"):
            assert opened.pop() == name[1:]
        else:
            opened.append(name)
    assert not opened
