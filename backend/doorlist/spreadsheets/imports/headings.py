"""What a heading says by its words alone (contract 5.import.450)."""

import re

from doorlist.core.text import fold
from doorlist.spreadsheets.imports import words

_NUMBER_SIGN = re.compile(r"#|\bn[°º]")
_WORD = re.compile(r"[^\W_]+")


def heading_words(heading: str) -> list[str]:
    """The words of a heading, without case, accents and marks."""
    return _WORD.findall(_NUMBER_SIGN.sub(" number ", fold(heading)))


def says_status(heading: str) -> bool:
    """Whether a heading is that of a guest's status, or of a cancellation; 'State' may be a place as well."""
    each = heading_words(heading)
    joined = "".join(each)
    if joined in words.HEADINGS["status"] or joined in words.ANSWERS:
        return True
    if any(word in words.STATUS_OF_OTHERS or word.startswith(words.PAYMENTS) for word in each):
        return False
    said = set(each)
    if said & words.CANCELLATIONS and said <= words.CANCELLATIONS | words.WHEN:
        return True
    return bool(said & (words.STATUS | words.LEFT_OUT_WORDS)) or any(word.endswith("status") for word in each)
