"""Folding text so that two spellings of one thing compare equal, the same on every database."""

import re
import unicodedata

_SPACES = re.compile(r"\s+")


def fold(text: str) -> str:
    """Lower case, no accents, single spaces: 'José  ÁLVAREZ' and 'jose alvarez' fold alike (contract 10)."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return _SPACES.sub(" ", plain.casefold()).strip()


def bare_digits(text: str) -> str:
    """The digits of a phone number, in any script: '+61 400-111' gives '61400111'."""
    return "".join(str(unicodedata.decimal(c)) for c in unicodedata.normalize("NFKC", text) if c.isdecimal())


def is_clean(text: str) -> bool:
    """Whether the text has no control characters and no half surrogate pairs, so that every database can keep it."""
    return not any(unicodedata.category(c) in {"Cc", "Cs"} for c in text)


def without_controls(text: str) -> str:
    """The text with each character that a database could refuse replaced by U+FFFD, for logs of refused input."""
    return "".join("\ufffd" if unicodedata.category(c) in {"Cc", "Cs"} else c for c in text)
