"""A second, deliberately naive implementation of the rules.

It was written from the text of the rules alone, before its author had looked at the engine, and exists only to
disagree with the engine. Cards are strings ("JH"), seats and sides too ("N", "NS"), options are dicts in the
spelling of the rules, actions are their text. Nothing here is quick. Only `bridge` and what compares (`positions`,
`deals`, `counts`) import the engine; the rules themselves do not.
"""
