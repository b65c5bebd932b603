"""Documents as text: the schema number first, defaults left out, what is newer refused."""

import json

import pytest
from pydantic import ValidationError

from service.adapters import documents
from service.adapters.documents import UnknownSchema
from service.surface import Row
from service.table.commands import Act, Cut
from service.table.model import Stage
from tests.store.worlds import at_deal, head


@pytest.mark.parametrize("document", [head(), at_deal(7), head(cuts={"N": 0}, notes={"1": "stale"})])
def test_a_head_comes_back(document: object) -> None:
    assert documents.load_head(documents.dump(document)) == document  # type: ignore[arg-type]


def test_the_schema_number_stands_first_and_defaults_do_not_stand() -> None:
    text = documents.dump(head())
    assert text.startswith('{"schema_no":1,"id":')
    assert {"cuts", "deals", "winner", "position"}.isdisjoint(json.loads(text))
    assert documents.dump_row(Row(chat=5)) == '{"schema_no":1,"chat":5}'


@pytest.mark.parametrize("stage", [Stage.OVER, Stage.CANCELLED])
def test_the_head_of_an_ended_table_is_packed(stage: Stage) -> None:
    ended = head(stage=stage, title="Ä" * 64)
    assert documents.load_head(documents.dump_head(ended)) == ended
    assert len(documents.dump_head(ended)) < len(documents.dump(ended))
    assert documents.dump_head(head()) == documents.dump(head())


def test_a_newer_schema_is_refused_by_name() -> None:
    text = documents.dump(head()).replace('"schema_no":1,', '"schema_no":2,')
    with pytest.raises(UnknownSchema, match="Head of schema 2; this release knows 1"):
        documents.load_head(text)


def test_a_document_in_another_order_is_still_read() -> None:
    fields = json.loads(documents.dump(head()))
    fields["schema_no"] = fields.pop("schema_no")
    assert documents.load_head(json.dumps(fields)) == head()


def test_an_error_holds_nothing_of_what_was_read() -> None:
    text = documents.dump(head(secret="5ec4e7")).replace('"chat":-500', '"chat":"x"')
    with pytest.raises(ValidationError) as caught:
        documents.load_head(text)
    assert "5ec4e7" not in str(caught.value)


def test_commands_tell_their_kind() -> None:
    for command in (Act(person=1, ply=0, action="take"), Cut(person=1, count=0)):
        assert documents.load_command(documents.dump_command(command)) == command
        assert "\n" not in documents.dump_command(command)
