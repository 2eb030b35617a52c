"""XLSX files made by hand, good ones and bad ones."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

Cell = str | int | float | bool | None

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"


def workbook(rows: Sequence[Sequence[Cell]]) -> bytes:
    """A workbook of one sheet."""
    return pack(parts(sheet(rows)))


def pack(made: Mapping[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The parts as an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method, compresslevel=1) as archive:
        for name, content in made.items():
            archive.writestr(name, content)
    return out.getvalue()


def parts(
    *sheets: bytes, strings: bytes = b"", hidden: Sequence[int] = (), styles: bytes = b"", dates_from_1904: bool = False
) -> dict[str, bytes]:
    """The parts of a workbook with these sheets. `hidden` counts from 1."""
    numbers = range(1, len(sheets) + 1)
    listed = "".join(
        f'<sheet name="Sheet{n}" sheetId="{n}"{" state=" + chr(34) + "hidden" + chr(34) if n in hidden else ""}'
        f' r:id="rId{n}"/>'
        for n in numbers
    )
    related = "".join(
        f'<Relationship Id="rId{n}" Type="{RELATIONSHIPS}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    for name, content in (("sharedStrings", strings), ("styles", styles)):
        if content:
            related += f'<Relationship Id="{name}" Type="{RELATIONSHIPS}/{name}" Target="{name}.xml"/>'
    made = {
        "[Content_Types].xml": HEAD + f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": HEAD + f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": HEAD + f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONSHIPS}">'
        f'<workbookPr date1904="{int(dates_from_1904)}"/><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": HEAD
        + f'<Relationships xmlns="{PACKAGE}/relationships">{related}</Relationships>',
    }
    encoded = {name: text.encode() for name, text in made.items()}
    encoded |= {f"xl/worksheets/sheet{n}.xml": content for n, content in zip(numbers, sheets, strict=True)}
    if strings:
        encoded[STRINGS] = strings
    if styles:
        encoded["xl/styles.xml"] = styles
    return encoded


def sheet(rows: Sequence[Sequence[Cell]]) -> bytes:
    """A sheet of these cells, each text in its place."""
    return sheet_of(
        "".join(
            f'<row r="{number}">{"".join(_cell(number, column, value) for column, value in enumerate(row))}</row>'
            for number, row in enumerate(rows, start=1)
        ).encode()
    )


def sheet_of(rows: bytes, *, before: str = "") -> bytes:
    """A sheet around rows as they are in the file."""
    return (
        HEAD.encode() + f'{before}<worksheet xmlns="{MAIN}"><sheetData>'.encode() + rows + b"</sheetData></worksheet>"
    )


def shared_strings(items: bytes) -> bytes:
    """The table of texts around items as they are in the file."""
    return HEAD.encode() + f'<sst xmlns="{MAIN}">'.encode() + items + b"</sst>"


def styles(*formats: int) -> bytes:
    """Styles 0, 1, 2 ... with these number formats: 14 is a day, 22 a day and a time."""
    made = "".join(f'<xf numFmtId="{number}" applyNumberFormat="1"/>' for number in formats)
    return f'{HEAD}<styleSheet xmlns="{MAIN}"><cellXfs count="{len(formats)}">{made}</cellXfs></styleSheet>'.encode()


def _cell(row: int, column: int, value: Cell) -> str:
    place = f'r="{_letters(column)}{row}"'
    if value is None:
        return ""
    if isinstance(value, bool):
        return f'<c {place} t="b"><v>{int(value)}</v></c>'
    if isinstance(value, str):
        return f'<c {place} t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
    return f"<c {place}><v>{value!r}</v></c>"


def _letters(column: int) -> str:
    """0 is A, 26 is AA."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)
