"""Documents as text: the schema number first, defaults left out, what is newer refused."""

import json
from hashlib import blake2b

import pytest
from pydantic import ValidationError

from engine.rules import rules_to_dict
from engine.variants import VARIANTS
from service.adapters import documents
from service.people import Chat, Person
from service.ports import TooNew
from service.surface import Row
from service.table.commands import Act, Cut
from service.table.model import Head, Stage
from tests.store.worlds import at_deal, head


@pytest.mark.parametrize("document", [head(), at_deal(7), head(cuts={"N": 0}, notes={"1": "stale"})])
def test_a_head_comes_back(document: object) -> None:
    assert documents.load_head(documents.dump(document)) == document  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [*VARIANTS])
def test_of_the_rules_only_what_is_not_usual_is_stored_and_all_of_them_come_back(name: str) -> None:
    whole = head(rules=rules_to_dict(VARIANTS[name]))
    text = documents.dump_head(whole)
    stored = json.loads(text)["rules"]
    assert set(stored) == {one for one, value in whole.rules.items() if documents.USUAL[one] != value}
    assert documents.load_head(text) == whole
    assert documents.load_head(documents.dump(whole)) == whole, "as it was stored before"


def test_what_is_usual_is_part_of_the_schema() -> None:
    """Another default would change the rules of every stored game: it takes a new schema number."""
    usual = blake2b(json.dumps(documents.USUAL, sort_keys=True).encode(), digest_size=8).hexdigest()
    assert (documents.schema("Head"), usual) == (1, "5a664f92d5fdbf7a")


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
    assert not documents.dump_head(head()).startswith(documents.PACKED)


def test_a_newer_schema_is_refused_by_name() -> None:
    text = documents.dump(head()).replace('"schema_no":1,', '"schema_no":2,')
    with pytest.raises(TooNew, match="Head of schema 2; this release knows 1"):
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


def test_numbers_and_upgrades_agree() -> None:
    assert (Head.model_fields["schema_no"].default, Row.model_fields["schema_no"].default) == (
        documents.schema("Head"),
        documents.schema("Row"),
    )


def test_an_older_document_climbs_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if chairs had once been called seats, and a title had been a list of words."""
    steps = (
        lambda fields: {("chairs" if name == "seats" else name): value for name, value in fields.items()},
        lambda fields: fields | {"title": " ".join(fields.get("title", []))},
    )
    monkeypatch.setattr(documents, "UPGRADES", dict(documents.UPGRADES) | {"Head": steps})
    fields = json.loads(documents.dump(head()))
    first = fields | {"schema_no": 1, "title": ["Club", "Luxembourg"]}
    first["seats"] = first.pop("chairs")
    assert documents.load_head(json.dumps(first)) == head(title="Club Luxembourg")
    second = fields | {"schema_no": 2, "title": ["Club"]}
    assert documents.load_head(json.dumps(second)) == head(title="Club")
    assert documents.dump(head()).startswith('{"schema_no":3,"id":')
    assert documents.load_head(documents.dump(head(title="Club"))) == head(title="Club")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"chat":-500', '"chat":-500,"weather":"fair"', "Head with weather that"),
        ('"stage":"playing"', '"stage":"paused"', "Head with stage that"),
        ('"name":"Ann"', '"name":"Ann","hat":1', "Head with chairs.N.hat that"),
        ('"announcements":false', '"announcements":false,"wind":3', "rules that .*unknown fields: wind"),
    ],
)
def test_what_only_a_newer_release_writes_is_told_from_damage(old: str, new: str, said: str) -> None:
    text = documents.dump(head(stage=Stage.PLAYING))
    assert old in text
    with pytest.raises(TooNew, match=said):
        documents.load_head(text.replace(old, new))


def test_newer_commands_and_rows() -> None:
    command = documents.dump_command(Cut(person=1, count=0))
    assert command.startswith('{"schema_no":1,')
    assert documents.load_command(command.replace('"schema_no":1,', "")) == Cut(person=1, count=0)
    for newer in (command.replace('"cut"', '"dance"'), command.replace(":1,", ":2,", 1)):
        with pytest.raises(TooNew):
            documents.load_command(newer)
    with pytest.raises(TooNew):
        documents.load_row('{"schema_no":1,"chat":5,"gone":"to the moon"}', 0)


def test_people_and_chats_leave_alone_what_they_do_not_know() -> None:
    assert documents.load_fields(Person, 5, {"name": "Ann", "hat": "red"}) == Person(id=5, name="Ann")
    assert documents.load_fields(Chat, -5, {"schema_no": "1", "forum": "1"}) == Chat(id=-5, forum=True)
    with pytest.raises(TooNew, match="Person of schema 2"):
        documents.load_fields(Person, 5, {"schema_no": "2"})
