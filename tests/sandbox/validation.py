"""Checks a log of Bot API calls against aiogram's types, an independent reading of Telegram's pages."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import aiogram.methods
import aiogram.types
from aiogram.methods import Response, TelegramMethod
from pydantic import BaseModel, ValidationError

Json = dict[str, Any]


def assert_valid_log(log: Iterable[Json]) -> None:
    """Every request and answer has all the fields it needs and none that Telegram does not know."""
    faults = [fault for call in log for fault in _faults(call)]
    assert not faults, "\n".join(faults)


def _faults(call: Json) -> Iterator[str]:
    name = f"call {call['number']} {call['method']}"
    method = _methods().get(call["method"])
    if method is None:
        yield f"{name}: no such method"
        return
    yield from _check(f"{name} request", method, call["params"])
    yield from _check(f"{name} answer", _response(call), call["answer"])
    if call["answer"].get("ok") is not (call["status"] == 200):
        yield f"{name}: status {call['status']} does not fit the answer"
    if call["status"] != 200 and not {"error_code", "description"} <= call["answer"].keys():
        yield f"{name}: an error needs error_code and description"


def _check(where: str, model: type[BaseModel], value: Json) -> Iterator[str]:
    try:
        parsed = model.model_validate(value)
    except ValidationError as error:
        yield f"{where}: {error}"
    else:
        yield from (f"{where}: unknown field {path}" for path in unknown_fields(parsed))


def unknown_fields(value: object, path: str = "") -> Iterator[str]:
    """Paths of the fields no model knows; aiogram itself lets them pass."""
    if isinstance(value, BaseModel):
        yield from (f"{path}.{name}" for name in value.model_extra or {})
        for name in value.model_fields_set & type(value).model_fields.keys():
            yield from unknown_fields(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from unknown_fields(item, f"{path}[{index}]")


@cache
def _methods() -> dict[str, type[TelegramMethod[Any]]]:
    classes = (getattr(aiogram.methods, name) for name in aiogram.methods.__all__)
    return {
        value.__api_method__: value
        for value in classes
        if isinstance(value, type) and issubclass(value, TelegramMethod) and value is not TelegramMethod
    }


def _response(call: Json) -> type[BaseModel]:
    result: Any = _methods()[call["method"]].__returning__ if call["status"] == 200 else Any
    return Response[result]
