"""Another tool's ticket codes, kept as QR texts so that tickets that were sent already scan here (contract 5)."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise, takewhile

from doorlist.core.errors import InvalidInput
from doorlist.core.text import text_problem
from doorlist.door.rules import LONGEST_QR_TEXT
from doorlist.spreadsheets.schemas import CodeProblem, TicketCodes
from doorlist.tickets.rules import normalise_qr

SHORTEST_CODE = 12
_OUR_BEGINNING = "DL1."
_NEXT_TO = 100_000  # numbers so near to each other are counted up, not drawn
_DIGIT = re.compile("[0-9]")
_NOT_A_DIGIT = re.compile("[^0-9]+")
_ROUNDED = re.compile(r"[0-9](?:[.,][0-9]+)?e\+?[0-9]+", re.IGNORECASE)
_PICTURE = re.compile(r"data:.*|(?:https?:|/|\.).*\.(?:png|svg|jpe?g|gif|webp)(?:[?#].*)?", re.IGNORECASE | re.DOTALL)
_MESSAGES = {
    CodeProblem.ROUNDED: "The ticket code was rounded by a spreadsheet program, so that its last digits are lost",
    CodeProblem.PICTURE: "The ticket code is the address of a picture, and not what the QR code says",
    CodeProblem.SHORT: f"The ticket code must have at least {SHORTEST_CODE} characters: a shorter one can be guessed",
    CodeProblem.LONG: f"The ticket code must have at most {LONGEST_QR_TEXT} characters",
    CodeProblem.OUR_FORM: "The ticket code is in the form of Doorlist's own",
}
REPEATED = "Another guest has this ticket code"
_REFUSED = {
    CodeProblem.REPEATED: "Several guests have the same ticket code. Import without them: the guests get new QR codes.",
    CodeProblem.SEQUENTIAL: "The ticket codes are numbers in sequence, so that anyone could guess one. Import without"
    " them: the guests get new QR codes.",
}


def ticket_code(cell: str) -> str:
    """The text of a code as the door reads it. Raises ValueError with a sentence."""
    text = normalise_qr(cell)
    problem = _problem(text)
    sentence = _MESSAGES[problem] if problem else text_problem(text)
    if sentence:
        raise ValueError(sentence)
    return text


def summary_of(column: int, cells: Sequence[str]) -> TicketCodes:
    """How many codes of a column can be kept as ticket codes, and the problem if none can."""
    texts = [normalise_qr(cell) for cell in cells]
    problems = Counter(problem for text in texts if (problem := _problem(text)))
    usable = [text for text in texts if not _problem(text)]
    different = set(usable)
    problem = None
    if problems and not usable:
        problem = problems.most_common(1)[0][0]
    elif len(different) * 2 < len(usable):
        problem = CodeProblem.REPEATED
    elif are_sequential(different):
        problem = CodeProblem.SEQUENTIAL
    return TicketCodes(column=column, guests=len(different), problem=problem)


def check_kept(codes: TicketCodes | None) -> None:
    """Raise InvalidInput if no code can be kept, though the user asked for it."""
    if codes is None:
        raise InvalidInput.on("mapping", "Choose the column of ticketCode")
    if codes.problem is not None:
        raise InvalidInput.on("keepTicketCodes", _REFUSED.get(codes.problem) or f"{_MESSAGES[codes.problem]}.")


def are_sequential(texts: set[str]) -> bool:
    """True if half of the texts or more differ from another one only by a small number."""
    alike: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        alike[_DIGIT.sub("0", text)].append(text)
    beside = sum(_beside_another(_numbers(same)) for same in alike.values() if len(same) > 1)
    return beside > 0 and beside * 2 >= len(texts)


def _numbers(texts: Sequence[str]) -> list[int]:
    """The part in which texts of one form differ, as sorted numbers."""
    start = _shared_beginning(texts)
    end = _shared_beginning([text[start:][::-1] for text in texts])
    return sorted(int(_NOT_A_DIGIT.sub("", text[start : len(text) - end]) or 0) for text in texts)


def _shared_beginning(texts: Sequence[str]) -> int:
    """Length of the common prefix of all texts: the first and the last of them in order differ first."""
    pairs = zip(min(texts), max(texts), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _beside_another(numbers: Sequence[int]) -> int:
    gaps = [after - before <= _NEXT_TO for before, after in pairwise(numbers)]
    return sum(left or right for left, right in zip([False, *gaps], [*gaps, False], strict=True))


def _problem(text: str) -> CodeProblem | None:
    if text.upper().startswith(_OUR_BEGINNING):
        return CodeProblem.OUR_FORM
    if _ROUNDED.fullmatch(text):
        return CodeProblem.ROUNDED
    if _PICTURE.fullmatch(text):
        return CodeProblem.PICTURE
    if len(text) < SHORTEST_CODE:
        return CodeProblem.SHORT
    return CodeProblem.LONG if len(text) > LONGEST_QR_TEXT else None
