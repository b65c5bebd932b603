"""One call to Telegram: timed, counted, and its error judged. Every call that carries something goes this way."""

from collections.abc import Awaitable, Mapping
from typing import TypeVar

import structlog
from telegram.error import TelegramError

from service import metrics
from service.telegram.errors import DONE, Answer, Outcome, judge

log = structlog.get_logger(__name__)

T = TypeVar("T")
AS_JUDGED: Mapping[Outcome, Outcome] = {}


async def attempt(
    what: str, chat: int, call: Awaitable[T], instead: Mapping[Outcome, Outcome] = AS_JUDGED
) -> T | Answer:
    """What Telegram gives, or the answer that says why it does not. `what` names the call in metrics and log.

    `instead`: what an outcome is taken for where there is another way. Raises `InvalidToken`, after which there is
    nothing left to do, and nothing else that Telegram says.
    """
    try:
        with metrics.timed(metrics.CALL_SECONDS.labels(what)):
            done = await call
    except TelegramError as error:
        judged = judge(error)
        answer = judged._replace(outcome=instead.get(judged.outcome, judged.outcome))
        metrics.CALLS.labels(what, answer.outcome.value).inc()
        if judged.outcome is Outcome.UNKNOWN_BOT:
            raise
        _tell(what, chat, error, judged.outcome, answer.outcome)
        return answer
    metrics.CALLS.labels(what, DONE.outcome.value).inc()
    return done


async def told(
    what: str, chat: int, call: Awaitable[object], instead: Mapping[Outcome, Outcome] = AS_JUDGED
) -> Answer:
    """The same of a call whose result tells nothing."""
    done = await attempt(what, chat, call, instead)
    return done if isinstance(done, Answer) else DONE


def _tell(what: str, chat: int, error: TelegramError, judged: Outcome, taken_for: Outcome) -> None:
    if judged is Outcome.FAULT and taken_for is Outcome.FAULT:
        log.error("refused by telegram", call=what, chat=chat, description=error.message)
    elif judged is Outcome.FAULT:
        log.warning("not taken by telegram", call=what, chat=chat, description=error.message)
    elif taken_for is not Outcome.DONE:
        log.info("not done", call=what, chat=chat, outcome=taken_for.value)
