"""How the bot gets its updates."""

import re

from service.sandbox.errors import bad_request
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json, Webhook


async def get_updates(sandbox: Sandbox, params: Params) -> list[Json]:
    _set_allowed(sandbox, params)
    return await sandbox.updates.get(
        offset=params.integer("offset"),
        limit=min(max(params.integer("limit", 100), 1), 100),
        patience=min(max(params.integer("timeout"), 0), 50),
    )


def set_webhook(sandbox: Sandbox, params: Params) -> bool:
    url, secret = params.text("url"), params.text("secret_token")
    if not url:
        return delete_webhook(sandbox, params)
    # Plain HTTP is allowed, as on a local Bot API server.
    if not re.match(r"https?://", url):
        raise bad_request("bad webhook: invalid HTTP URL specified")
    if secret and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
        raise bad_request("secret token contains unallowed characters")
    _set_allowed(sandbox, params)
    connections = min(max(params.integer("max_connections", 40), 1), 100)
    sandbox.account.webhook = Webhook(url, secret or None, connections)
    _webhook_changed(sandbox, params)
    return True


def delete_webhook(sandbox: Sandbox, params: Params) -> bool:
    sandbox.account.webhook = Webhook()
    _webhook_changed(sandbox, params)
    return True


def get_webhook_info(sandbox: Sandbox, _: Params) -> Json:
    hook = sandbox.account.webhook
    info: Json = {
        "url": hook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(sandbox.updates.pending()),
    }
    if hook.url:
        info["max_connections"] = hook.max_connections
    if hook.last_error_date is not None:
        info |= {"last_error_date": hook.last_error_date, "last_error_message": hook.last_error_message}
    if sandbox.account.allowed_updates:
        info["allowed_updates"] = sandbox.account.allowed_updates
    return info


def _set_allowed(sandbox: Sandbox, params: Params) -> None:
    """Not given: as before. Given but empty: everything but what must be asked for by name."""
    if "allowed_updates" in params.values:
        sandbox.account.allowed_updates = list(params.structure("allowed_updates") or [])


def _webhook_changed(sandbox: Sandbox, params: Params) -> None:
    if params.flag("drop_pending_updates"):
        sandbox.updates.drop()
    sandbox.updates.look_again()
    sandbox.changed()


METHODS = {
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
}
