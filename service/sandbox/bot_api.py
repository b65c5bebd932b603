"""The Bot API over HTTP: token, method, parameters, answer, and a line in the log of calls."""

import inspect
import re

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from service.sandbox.errors import ApiError
from service.sandbox.faults import How, suffer
from service.sandbox.methods import Method, find
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json
from service.sandbox.whispers import METHODS_SINCE

UNKNOWN_METHOD = "Not Found: method not found"
_TOKEN = re.compile(r"[1-9]\d*:[A-Za-z0-9_-]+")


async def call(request: Request) -> Response:
    """/bot<token>/<method>"""
    sandbox: Sandbox = request.app.state.sandbox
    try:
        sandbox = _acting(sandbox, request.path_params["token"])
        name, method = _method(request.path_params["method"])
        params = await Params.read(request)
    except ClientDisconnect:
        # The caller died in the middle of its request: nothing was asked, and nobody listens.
        return Response(status_code=400)
    except ApiError as error:
        return JSONResponse(error.body(), error.code)
    sandbox.line.is_bot(request.client)

    async def carry_out() -> Response:
        return await _carry_out(sandbox, name, method, params)

    fault = sandbox.faults.strike(name, _chat_id(params))
    if fault is None:
        return await carry_out()
    response = await suffer(fault, request, carry_out, lambda: sandbox.line.cut(request.client))
    if fault.how is How.ERROR and not fault.after and fault.error is not None:
        _log(sandbox, name, params, fault.error.code, fault.error.body())
    return response


async def _carry_out(sandbox: Sandbox, name: str, method: Method, params: Params) -> Response:
    try:
        _check_version(sandbox, name)
        result = method(sandbox, params)
        answer: Json = {"ok": True, "result": await result if inspect.isawaitable(result) else result}
        status = 200
    except ApiError as error:
        answer, status = error.body(), error.code
    _log(sandbox, name, params, status, answer)
    return JSONResponse(answer, status)


def _log(sandbox: Sandbox, name: str, params: Params, status: int, answer: Json) -> None:
    if name != "getUpdates" or answer.get("result") != []:
        # Empty polls say nothing and would crowd out the rest.
        sandbox.calls.add(sandbox.clock.now(), name, _chat_id(params), params.logged(), status, answer)


async def file(request: Request) -> Response:
    """/file/bot<token>/photos/<file_id>, or documents/<file_id>, as getFile's file_path says."""
    sandbox: Sandbox = request.app.state.sandbox
    try:
        _acting(sandbox, request.path_params["token"])
    except ApiError as error:
        return JSONResponse(error.body(), error.code)
    return file_response(sandbox, request.path_params["file_id"])


def file_response(sandbox: Sandbox, file_id: str) -> Response:
    known = sandbox.world.photos.get(file_id) or sandbox.world.documents.get(file_id)
    content = sandbox.store.get_file(file_id) if known else None
    if known is None or content is None:
        return JSONResponse(ApiError(404, "Not Found").body(), 404)
    # A file id never changes its content.
    return Response(content, media_type=known.mime, headers={"Cache-Control": "max-age=31536000, immutable"})


def _acting(sandbox: Sandbox, token: str) -> Sandbox:
    """The local Telegram as the bot of this token reaches it."""
    if not _TOKEN.fullmatch(token):
        raise ApiError(404, "Not Found")
    if token == sandbox.config.token:
        return sandbox
    for bot in sandbox.bots:
        if token == bot.account.token:
            return bot
    raise ApiError(401, "Unauthorized")


def _method(name: str) -> tuple[str, Method]:
    found = find(name)
    if found is None:
        raise ApiError(404, UNKNOWN_METHOD)
    return found


def _check_version(sandbox: Sandbox, name: str) -> None:
    if name in METHODS_SINCE and sandbox.world.ephemeral == "unknown":
        raise ApiError(404, UNKNOWN_METHOD)


def _chat_id(params: Params) -> int | None:
    try:
        return int(params.text("chat_id"))
    except ValueError:
        return None
