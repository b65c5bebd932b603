"""Hashes, seeds and secrets as people can compare them."""


def short(hexadecimal: str) -> str:
    """The first and last four digits: "5f0c…91ae"."""
    return f"{hexadecimal[:4]}…{hexadecimal[-4:]}" if len(hexadecimal) > 9 else hexadecimal
