"""Weak guesses of columns, which a person should check (contract 5.import.200): pure functions.

`with_whole_names`, `with_emails` and `with_amounts` correct the mapping itself where the rows show a mistake
(5.import.525).
"""

from collections.abc import Iterator, Mapping, Sequence

from doorlist.core.text import fold
from doorlist.settings.rules import Currency
from doorlist.spreadsheets.imports.cells import amount_cents, email
from doorlist.spreadsheets.imports.columns import NAME_PARTS, ambiguous_columns, cell_of, has_name, is_our_own
from doorlist.spreadsheets.imports.words import EMAIL_OF_OTHERS, HEADINGS, heading_words
from doorlist.spreadsheets.schemas import ColumnQuestion, QuestionReason

EVIDENCE_ROWS = 20
_SAME_NAMES = 5
_NAME = "name"
_NAMES = ("fullName", *NAME_PARTS)


def questions_of(
    header: Sequence[str], rows: Sequence[Sequence[str]], mapping: Mapping[str, int], *, needs_phone: bool
) -> list[ColumnQuestion]:
    """The questions about the guessed mapping, at most one for each field. `rows` are the first of the file."""
    asked = {question.field: question for question in _questions(header, rows, mapping, needs_phone)}
    return list(asked.values())


def with_whole_names(rows: Sequence[Sequence[str]], mapping: Mapping[str, int]) -> dict[str, int]:
    """The mapping, with one column for the whole name where that of one part has the other part in it as well.

    'Name' beside 'First name' may be the last name, or all of it.
    """
    pairs = [(cell_of(row, mapping, "firstName"), cell_of(row, mapping, "lastName")) for row in rows]
    names = [(fold(first), fold(last)) for first, last in pairs if first.strip() and last.strip()]
    for whole, with_both in (
        ("lastName", sum(f"{last} ".startswith(f"{first} ") for first, last in names)),
        ("firstName", sum(f" {first}".endswith(f" {last}") for first, last in names)),
    ):
        if _are_most(with_both, len(names)):
            others = {field: column for field, column in mapping.items() if field != whole}
            return {"fullName": mapping[whole], **others}
    return dict(mapping)


def with_emails(header: Sequence[str], rows: Sequence[Sequence[str]], mapping: Mapping[str, int]) -> dict[str, int]:
    """The mapping, with the column whose cells are email addresses. 'Mail' may be a postal address, or a yes."""
    if "email" in mapping:
        filled = _filled(rows, mapping["email"])
        if not filled or any(map(email, filled)):
            return dict(mapping)
    others = {field: column for field, column in mapping.items() if field != "email"}
    free = (column for column in range(len(header)) if column not in others.values())
    found = (
        column
        for column in free
        if _holds_emails(rows, column) and EMAIL_OF_OTHERS.isdisjoint(heading_words(header[column]))
    )
    first = next(found, None)
    return others if first is None else {**others, "email": first}


def _holds_emails(rows: Sequence[Sequence[str]], column: int) -> bool:
    filled = _filled(rows, column)
    return _are_most(sum(email(cell) is not None for cell in filled), len(filled))


def _filled(rows: Sequence[Sequence[str]], column: int) -> list[str]:
    return [cell for row in rows for cell in row[column : column + 1] if cell.strip()]


def with_amounts(
    header: Sequence[str], rows: Sequence[Sequence[str]], mapping: dict[str, int], currency: Currency
) -> dict[str, int]:
    """The mapping, with a column such as 'Paid' as the amount paid if most of its cells are amounts (5.import.1136)."""
    if "amountPaid" in mapping:
        return mapping
    others = {column for field, column in mapping.items() if field != "paymentStatus"}
    named = (column for column, cell in enumerate(header) if "".join(heading_words(cell)) in HEADINGS["paymentStatus"])
    found = next((column for column in named if column not in others and _holds_amounts(rows, column, currency)), None)
    if found is None:
        return mapping
    kept = {field: column for field, column in mapping.items() if column != found}
    return dict(sorted({**kept, "amountPaid": found}.items(), key=lambda item: item[1]))


def _holds_amounts(rows: Sequence[Sequence[str]], column: int, currency: Currency) -> bool:
    filled = _filled(rows, column)
    # 0 and 1 may be a no and a yes.
    return _are_most(sum(_is_amount(cell, currency) for cell in filled), len(filled)) and not set(filled) <= {"0", "1"}


def _is_amount(cell: str, currency: Currency) -> bool:
    try:
        return amount_cents(cell, currency) >= 0
    except ValueError:
        return False


def names_look_wrong(rows: Sequence[Sequence[str]], mapping: Mapping[str, int]) -> bool:
    """True if most names of the rows are not names: order numbers, email addresses, or one text for all people."""
    names = [name for row in rows if (name := "".join(cell_of(row, mapping, part) for part in _NAMES))]
    odd = sum("@" in name or not any(map(str.isalpha, name)) for name in names)
    phones = {phone for row in rows if (phone := cell_of(row, mapping, "phone").strip())}
    is_one_text = len(names) >= _SAME_NAMES and len(set(names)) == 1 and len(phones) >= len(names)
    return is_one_text or _are_most(odd, len(names))


def _questions(
    header: Sequence[str], rows: Sequence[Sequence[str]], mapping: Mapping[str, int], needs_phone: bool
) -> Iterator[ColumnQuestion]:
    is_ours = is_our_own(header)
    ambiguous = {} if is_ours else ambiguous_columns(header, mapping)
    for field, others in ambiguous.items():
        if filled := [other for other in others if _filled(rows, other)]:
            yield _question(_NAME if field in _NAMES else field, QuestionReason.EQUAL, [mapping[field], *filled])
    own = [mapping[name] for name in _NAMES if name in mapping]
    if not has_name(mapping):
        yield _question(_NAME, QuestionReason.MISSING)
    elif names_look_wrong(rows, mapping):
        yield _question(_NAME, QuestionReason.ODD, own)
    elif mapping.keys().isdisjoint({"fullName", "firstName"}) and len(header) > len(mapping):
        yield _question(_NAME, QuestionReason.LAST_NAME_ONLY, own)
    if "phone" not in mapping:
        if needs_phone:
            yield _question("phone", QuestionReason.MISSING)
    elif _phones_look_wrong(rows, mapping):
        yield _question("phone", QuestionReason.ODD, [mapping["phone"]])


def _question(field: str, reason: QuestionReason, columns: Sequence[int] = ()) -> ColumnQuestion:
    return ColumnQuestion(field=field, reason=reason, columns=list(columns))


def _phones_look_wrong(rows: Sequence[Sequence[str]], mapping: Mapping[str, int]) -> bool:
    """Whether most phones of the rows are words without a digit: 'Mobile', or a name."""
    phones = [phone for row in rows if (phone := cell_of(row, mapping, "phone").strip())]
    odd = sum(any(map(str.isalpha, phone)) and not any(map(str.isdecimal, phone)) for phone in phones)
    return _are_most(odd, len(phones))


def _are_most(part: int, whole: int) -> bool:
    return part * 2 > whole
