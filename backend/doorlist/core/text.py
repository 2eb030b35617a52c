"""Folds text so that two spellings of one word compare equal, the same on every database."""

import re
import unicodedata
from functools import lru_cache

_SPACES = re.compile(r"\s+")
_NO_DIGITS = re.compile(r"[^0-9]+")
# Letters that Unicode does not split into letter and accent, and the apostrophes that phones type.
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "\u0131": "i", "æ": "ae", "œ": "oe"}
    | dict.fromkeys("\u2018\u2019\u02bc", "'")
)
# The acute accent that stands alone is typed as an apostrophe; folded, it would be a blank.
_ACUTE = "\u00b4"
_APOSTROPHES = "'`\u02bb\u201b\u2032"
# Characters that join words: hyphens, dashes, the minus sign, the Hebrew maqaf, full stops and middle dots.
_JOINTS = "-\u2010\u2012\u2013\u2014\u2015\u2212\u05be.\u00b7\u2027\u30fb"
_BETWEEN_JOINTS = str.maketrans(dict.fromkeys(_JOINTS, " "))
_UNHEEDED = str.maketrans(dict.fromkeys(_APOSTROPHES + _JOINTS + "+()", None) | {",": " "})
_DIGIT = re.compile(r"\d")
# The last digits of a phone number. A leading 0 or a country code comes before them.
_SUBSCRIBER_DIGITS = 9
# Groups of digits that no letter touches: '0400 111/222'.
_SPACED_NUMBER = re.compile(r"(?<![^\W_])[0-9]+(?:[\W_]+[0-9]+)+(?![^\W_])")
# In kana the combining mark makes another letter, not an accent.
_KANA_MARKS = {"\u3099", "\u309a"}
_BEYOND_ALPHABETS = 0x3000


class _AccentStripper(dict[int, int | None]):
    """A translation table that drops accents and caches each character of an alphabet."""

    def __missing__(self, code: int) -> int | None:
        character = chr(code)
        kept = character in _KANA_MARKS or not unicodedata.combining(character)
        found = code if kept else None
        if code < _BEYOND_ALPHABETS:
            self[code] = found
        return found


_WITHOUT_ACCENTS = _AccentStripper()
# Direction marks change how surrounding text is displayed, and could disguise a name at the door.
_DIRECTION_MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_NOT_IN_FILE_NAMES = re.compile(r'[<>:"/\\|?*]+')
_LONGEST_IN_FILE_NAME = 50
_INVISIBLE = {"Cc", "Cf", "Mn", "Zs", "Zl", "Zp"}


def fold(text: str) -> str:
    """Lower case, no accents, single spaces: 'José  ÁLVAREZ' and 'jose alvarez' fold alike (contract 7)."""
    if text.isascii():
        return " ".join(text.lower().split())
    return _fold_beyond_ascii(text)


@lru_cache(256)
def _fold_beyond_ascii(text: str) -> str:
    # Cached: search text and sort keys of an attendee fold the same name.
    taken_apart = unicodedata.normalize("NFKD", text.casefold())
    plain = taken_apart.translate(_WITHOUT_ACCENTS)
    return _SPACES.sub(" ", unicodedata.normalize("NFC", plain.casefold()).translate(_PLAIN)).strip()


def search_form(text: str) -> str:
    """The text as the search compares it: "José O'Brien-Smith" is 'jose obriensmith', '+61 (0)400' is '610400'.

    Folded, without apostrophes, hyphens, dots, plus signs and brackets, and each number in one piece (contract 7).
    frontend/src/features/door/guest-list/search-form.ts does the same; search_vectors.json holds both.
    """
    plain = " ".join(fold(text.replace(_ACUTE, "'")).translate(_UNHEEDED).split())
    without_blanks = plain.replace(" ", "")
    if without_blanks.isalpha():
        return plain
    if plain.isascii():
        if without_blanks.isdecimal():
            return without_blanks
        if plain.isalnum():
            return plain
    else:
        plain = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), plain)
    return _SPACED_NUMBER.sub(lambda number: _NO_DIGITS.sub("", number[0]), plain)


def search_words(query: str) -> list[str]:
    """The words that all have to be found, in the form of `search_form`; none is a part of another.

    Words joined by hyphens or dots are separate words, so that 'anna-maria' finds Anna Maria too. Only the
    last nine digits of a number count: '0412 345 678' finds +61 412 345 678, and a phone without its 0.
    """
    typed = fold(query.replace(_ACUTE, "'")).split()
    apart = (word if _DIGIT.search(word) else word.translate(_BETWEEN_JOINTS) for word in typed)
    formed = search_form(" ".join(apart)).split()
    words = list(dict.fromkeys(word[-_SUBSCRIBER_DIGITS:] if word.isdecimal() else word for word in formed))
    return [word for word in words if not any(other != word and word in other for other in words)]


def without_case(text: str) -> str:
    """The form for comparisons without case but with accents: usernames, payment words (contract 3)."""
    if text.isascii():
        return " ".join(text.lower().split())
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())).strip()


def bare_digits(text: str) -> str:
    """The digits of a phone number, in any script: '+61 400-111' gives '61400111'."""
    if text.isascii():
        return text if text.isdecimal() else _NO_DIGITS.sub("", text)
    return "".join(str(unicodedata.decimal(c)) for c in unicodedata.normalize("NFKC", text) if c.isdecimal())


def text_problem(text: str) -> str | None:
    """The reason to refuse a typed text, as a sentence; None if it is fine (contract 5)."""
    if not is_clean(text):
        return "Must not contain control characters"
    if text and not is_readable(text):
        return "Must be readable: no text of invisible characters, no marks that turn its direction"
    return None


def lines_problem(text: str) -> str | None:
    """`text_problem` for a text of several lines, in the form of `in_plain_lines`."""
    return next((problem for line in text.split("\n") if line and (problem := text_problem(line))), None)


def in_plain_lines(text: str) -> str:
    """The text with a newline for each line break, whatever system made it, and no blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def is_clean(text: str) -> bool:
    """True if the text has no control characters and no half surrogate pairs, so that every database can store it."""
    return text.isprintable() or not any(unicodedata.category(c) in {"Cc", "Cs"} for c in text)


def is_readable(text: str) -> bool:
    """True if the text has visible characters, in the order in which they were typed."""
    if text.isascii() and text.isprintable():
        return not text.isspace() and text != ""
    return not _DIRECTION_MARKS.search(text) and any(unicodedata.category(c) not in _INVISIBLE for c in text)


def without_controls(text: str) -> str:
    """Replace each character that a database could refuse by U+FFFD, to log refused input."""
    if text.isprintable():
        return text
    return "".join("\ufffd" if unicodedata.category(c) in {"Cc", "Cs"} else c for c in text)


def in_file_name(text: str) -> str:
    """A name as part of that of a file: what Windows and macOS allow, and not too long."""
    plain = _DIRECTION_MARKS.sub("", unicodedata.normalize("NFC", text))
    safe = " ".join(_NOT_IN_FILE_NAMES.sub(" ", plain).split())
    return safe[:_LONGEST_IN_FILE_NAME].strip(" .") or "event"
