"""Whatever comes in: no crash, nothing hidden shown. The long form is `python -m tests.soak.fuzz`."""

import asyncio
import json
from collections.abc import Callable, Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from service.adapters import documents
from service.people import Person
from service.ports import TooNew
from service.surface import Row
from service.table.commands import Act
from tests.faults.fuzzing import Fuzz
from tests.store.worlds import at_deal

SECRET = "ab" * 32
HEAD = documents.dump_head(at_deal(0).model_copy(update={"secret": SECRET}))
STORED: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "head": (HEAD, documents.load_head),
    "row": (documents.dump_row(Row(chat=1, message=7, stale=(1, 2))), lambda text: documents.load_row(text, 0)),
    "command": (documents.dump_command(Act(person=1, ply=3, action="JH")), documents.load_command),
    "entry": (f"17\nply3\n{documents.dump_command(Act(person=1, ply=3, action='JH'))}", documents.load_entry),
    "person": (
        json.dumps({"name": "Anna", "started": 1}),
        lambda text: documents.load_fields(Person, 1, dict(json.loads(text))),
    ),
}  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3)
)
KNOWN_FAULTS = (ValidationError, TooNew, ValueError, TypeError, AttributeError)
"""What the callers take for a document that cannot be read."""


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_updates_of_all_sorts(seed: int) -> None:
    asyncio.run(Fuzz(Random(seed)).feed(60))


@pytest.mark.parametrize("seed", range(3))
def test_a_long_evening(seed: int) -> None:
    """Long enough that matches are played to the end of a deal, so that cards are there to leak."""
    fuzz = Fuzz(Random(seed))
    asyncio.run(fuzz.feed(500))
    assert fuzz.updates == 500


@pytest.mark.parametrize("kind", STORED)
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_stored_documents_that_were_bent(kind: str, data: st.DataObject) -> None:
    """It reads, or it says what is wrong without saying what it holds."""
    text, load = STORED[kind]
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(text) - 1))
        bent = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 5)) :]
    else:
        start = text.index("{")
        fields = json.loads(text[start:])
        name = data.draw(st.sampled_from(sorted(fields)))
        fields[name] = data.draw(JSON)
        bent = text[:start] + json.dumps(fields)
    said = ""
    try:
        load(bent)
    except KNOWN_FAULTS as fault:
        said = str(fault)
    assert SECRET not in said
