"""Rule sets and their options in words. What a catalogue does not know is shown by its key."""

import unicodedata

from engine.rules import Rules
from engine.variants import OPTIONS, VARIANTS, Option
from service.telegram.callback import option_arg
from service.telegram.option_words import CHOICES, LEVEL_NAMES, NAMES, RULE_SETS, SENTENCES, VALUES
from service.telegram.texts import Tongue, languages, tongue

Value = str | int | bool
TARGET = "target"
COMPUTERS = "computers"
"""What the levels of computers are explained under, beside the options of rule sets."""
ALWAYS_TOLD = ("announcements",)
"""Options whose value the card tells even where it is the usual one."""
SHORTEST_BEGINNING = 3


def rule_set(t: Tongue, variant: str) -> str:
    """A rule set's name in the middle of a line."""
    words = RULE_SETS.get(variant)
    return t.pgettext(*words) if words else variant


def named(text: str) -> str | None:
    """The rule set that is meant: its key or its name in any language, or how one of them, and no other, begins."""
    wanted = _folded(text)
    known = {
        _folded(name): variant
        for variant in VARIANTS
        for name in (variant, *(rule_set(tongue(language), variant) for language in languages()))
    }
    if wanted in known or len(wanted) < SHORTEST_BEGINNING:
        return known.get(wanted)
    found = {variant for name, variant in known.items() if name.startswith(wanted)}
    return found.pop() if len(found) == 1 else None


def _folded(text: str) -> str:
    """Letters and digits only, without accents: "Coinché " and "coinche" are one name."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if char.isalnum())


def options_of(variant: str) -> tuple[Option, ...]:
    return OPTIONS.get(variant, ())


def option_named(variant: str, name: str) -> Option | None:
    return next((option for option in options_of(variant) if option.name == name), None)


def value_of(rules: Rules, option: Option) -> Value:
    """The value an option has in these rules."""
    value: Value = getattr(rules, option.field)
    return value


def told_options(t: Tongue, variant: str, rules: Rules) -> list[str]:
    """What a card says of its rules, beyond the target: what is not usual, and what people ask about first."""
    return [
        choice(t, option, chosen)
        for option in options_of(variant)
        if option.name != TARGET
        and ((chosen := value_of(rules, option)) != option.values[0] or option.name in ALWAYS_TOLD)
    ]


def choice(t: Tongue, option: Option, value: Value) -> str:
    """An option's value in the middle of a line."""
    words = CHOICES.get(option_arg(option.name, value))
    return t.pgettext(*words) if words else value_label(t, option, value)


def option_name(t: Tongue, option: Option) -> str:
    """At most twelve cells."""
    words = NAMES.get(option.name)
    return t.pgettext(*words) if words else option.name[:12]


def value_label(t: Tongue, option: Option, value: Value) -> str:
    """A value as a button says it: at most fifteen cells."""
    if option.name == TARGET:
        return t.gettext("to {points}", points=value)
    words = VALUES.get(option_arg(option.name, value))
    if words:
        return t.pgettext(*words)
    name = option_name(t, option)
    if isinstance(value, bool):
        return (
            t.pgettext("option value", "{option} on", option=name)
            if value
            else t.pgettext("option value", "{option} off", option=name)
        )
    return f"{name} {value}"[:15]


def value_told(t: Tongue, option: Option, value: Value) -> str:
    """A value where no button stands beside it: after its option's name, unless it holds that."""
    label = value_label(t, option, value)
    if option_arg(option.name, value) not in VALUES:
        return label
    return t.gettext("{option}: {value}", option=option_name(t, option), value=label)


def skill_word(t: Tongue, level: str) -> str:
    """How well a computer plays, in the middle of a line. At most nine cells."""
    words = LEVEL_NAMES.get(level)
    return t.pgettext(*words) if words else level[:9]


def sentence(t: Tongue, option: Option) -> str:
    """What an option is about."""
    words = SENTENCES.get(option.name)
    if not words:
        return option.name
    return t.pgettext(*words, on=value_label(t, option, True), off=value_label(t, option, False))
