"""Spans of the store, in milliseconds; the same for every store."""

SUBMITTED_AHEAD_MS = 2_000
"""After a submission the table is due at the latest: the job that was queued for it may be lost."""
TABLE_AHEAD_MS = 2_000
"""A claimed table is due again then."""
SURFACE_AHEAD_MS = 30_000
"""A claimed surface is due again then: longer than a send may take."""
LOOKED_AT = 1_000
"""Due rows among which a claim looks for tables; in a flood there are more, and what is older comes first."""
OPENING_KEPT_MS = 600_000
"""How long a tap that asks for an ephemeral message is remembered: nobody waits for its answer any more."""
SEEN_MS = 48 * 3_600_000
"""How long an update's submission is remembered: twice as long as Telegram keeps updates."""
UNNAMED_MS = 600_000
"""The same for a command without an update: only a repeated request must be recognised."""
