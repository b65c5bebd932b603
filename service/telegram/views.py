"""All views in one place: pure functions from a `TableView` and a `Tongue` to a `Message` or a `Toast`."""

from service.telegram.accepted import accepted
from service.telegram.alerts import (
    all_tricks,
    hand_alert,
    last_trick,
    past_trick,
    secret_alert,
    table_alert,
    why,
)
from service.telegram.end_view import cancelled_card, match_end
from service.telegram.games_view import games_list, mention, none_waits
from service.telegram.hand_view import hand_card
from service.telegram.help import (
    commands,
    group_only,
    help_text,
    no_table,
    person_needed,
    private_only,
    start_text,
)
from service.telegram.history_view import history
from service.telegram.lobby_view import lobby_card
from service.telegram.result_view import deal_sheet
from service.telegram.rulebook.pages import rules_card
from service.telegram.seats_view import seats_offered
from service.telegram.table_view import table_card
from service.telegram.toasts import (
    column,
    explain,
    old_button,
    on_its_way,
    outsider,
    refused,
    unsure,
    updating,
    why_not,
)
from service.telegram.which_view import not_yours, which_table

__all__ = [
    "accepted",
    "all_tricks",
    "cancelled_card",
    "column",
    "commands",
    "deal_sheet",
    "explain",
    "games_list",
    "group_only",
    "hand_alert",
    "hand_card",
    "help_text",
    "history",
    "last_trick",
    "lobby_card",
    "match_end",
    "mention",
    "no_table",
    "none_waits",
    "not_yours",
    "old_button",
    "on_its_way",
    "outsider",
    "past_trick",
    "person_needed",
    "private_only",
    "refused",
    "rules_card",
    "seats_offered",
    "secret_alert",
    "start_text",
    "table_alert",
    "table_card",
    "unsure",
    "updating",
    "which_table",
    "why",
    "why_not",
]
