"""Rows out of the files that people bring (contract 5)."""

import io
import re
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from doorlist.spreadsheets.reading.files import open_rows
from doorlist.spreadsheets.reading.limits import FileTooLarge, UnreadableFile
from doorlist.spreadsheets.reading.xlsx_file import AnotherFile
from doorlist.spreadsheets.reading.xlsx_formulas import BlankFormulas
from tests.spreadsheets.sending import lines
from tests.spreadsheets.workbook import pack, parts, shared_strings, sheet, sheet_of, styles, workbook

Rows = list[tuple[int, list[str]]]
ADA = [(1, ["Name", "Phone"]), (2, ["Ada", "0400"])]
ZOE = [(1, ["Name", "Phone"]), (2, ["Zoë", "0400"])]


def read(content: bytes, name: str = "guests.csv") -> Rows:
    return list(open_rows(io.BytesIO(content), name))


def refused(content: bytes, name: str = "guests.csv") -> str:
    with pytest.raises(UnreadableFile) as caught:
        read(content, name)
    return str(caught.value)


def too_large(content: bytes) -> str:
    with pytest.raises(FileTooLarge) as caught:
        read(content)
    return str(caught.value)


class TestEncodings:  # 5.import.1
    def test_utf_8(self) -> None:
        assert read(b"Name,Phone\nZo\xc3\xab,0400\n") == ZOE

    def test_utf_8_with_a_mark(self) -> None:
        assert read(b"\xef\xbb\xbfName,Phone\nZo\xc3\xab,0400\n") == ZOE

    def test_utf_16_with_a_mark(self) -> None:
        assert read(b"\xff\xfe" + "Name,Phone\nZoë,0400\n".encode("utf-16-le")) == ZOE
        assert read(b"\xfe\xff" + "Name,Phone\nZoë,0400\n".encode("utf-16-be")) == ZOE

    def test_utf_16_without_a_mark_shows_by_its_zeros(self) -> None:
        assert read("Name,Phone\nZoë,0400\n".encode("utf-16-le")) == ZOE
        assert read("Name,Phone\nZoë,0400\n".encode("utf-16-be")) == ZOE

    def test_windows_1252(self) -> None:
        assert read(b"Name,Phone\nZo\xeb,0400\n") == ZOE
        assert read(b"Name,Fee\nO\x92Neil,\x80 5\n") == [
            (1, ["Name", "Fee"]),
            (2, ["O\N{RIGHT SINGLE QUOTATION MARK}Neil", "\N{EURO SIGN} 5"]),
        ]

    @pytest.mark.slow
    def test_one_byte_at_the_end_of_a_long_file_decides(self) -> None:
        rows = read(b"Name,Phone\n" + b"Ada,0400\n" * 150_000 + b"Zo\xeb,0400\n")
        assert rows[-1] == (150_002, ["Zoë", "0400"])

    @pytest.mark.slow
    def test_a_character_cut_by_a_piece_is_one_character(self) -> None:
        rows = read("éa,1\n".encode() * 199_999)
        assert {cells[0] for _, cells in rows} == {"éa"}

    def test_bytes_that_are_no_character_are_shown_as_such(self) -> None:
        assert read(b"Name,Phone\nZo\x81\xeb,0400\n")[1] == (2, ["Zo\N{REPLACEMENT CHARACTER}ë", "0400"])
        assert read(b"\xff\xfe" + "a,b\n".encode("utf-16-le") + b"\x00\xd8c\x00,\x00d\x00\n")[0] == (1, ["a", "b"])

    def test_zeros_and_other_controls_are_read(self) -> None:
        assert read(b"Name,Phone\nA\x00da,04\x0700\x0b\n") == [(1, ["Name", "Phone"]), (2, ["A\x00da", "04\x0700\x0b"])]


class TestSeparators:  # 5.import.1
    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    def test_comma_semicolon_tab(self, separator: str) -> None:
        assert read(f"Name{separator}Phone\nAda{separator}0400\n".encode()) == ADA

    def test_decimal_commas_do_not_separate(self) -> None:
        rows = read(b"Name;Amount\nAda;1,50\nBob;2,50\nCleo;3,50\n")
        assert rows[1] == (2, ["Ada", "1,50"])

    def test_family_names_first_do_not_separate(self) -> None:
        assert read(b"Name;Phone\nLovelace, Ada;0400\n")[1] == (2, ["Lovelace, Ada", "0400"])
        assert read(b"Lovelace, Ada\t0400\nByron, Anne\t0401\n")[0] == (1, ["Lovelace, Ada", "0400"])

    def test_what_is_quoted_does_not_separate(self) -> None:
        text = b'Name,Notes\nAda,"a; b; c"\nBob,"d; e; f"\n"C; D; E; F","g; h; i"\n'
        assert read(text)[1] == (2, ["Ada", "a; b; c"])

    def test_excel_says_which(self) -> None:
        assert read(b"sep=;\r\nName;Phone\r\nAda;0400\r\n") == ADA
        assert read(b"\xef\xbb\xbfSEP=\t\nName\tPhone\nAda\t0400\n") == ADA
        assert read("sep=,\nName,Phone\nZoë,0400\n".encode("utf-16")) == ZOE
        assert read(b'"sep=|"\nName|Phone\nAda|0400\n') == ADA

    def test_one_column_needs_none(self) -> None:
        assert read(b"Name\nAda\n") == [(1, ["Name"]), (2, ["Ada"])]


class TestLines:
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_every_kind_of_line_end(self, end: str) -> None:
        assert read(f"Name,Phone{end}Ada,0400{end}".encode()) == ADA
        assert read(f"Name,Phone{end}Ada,0400".encode()) == ADA

    def test_a_row_with_a_line_break_in_quotes_is_one_line(self) -> None:
        assert read(b'Name,Phone\r\n"Ada\r\nLovelace",0400\r\nBob,0401\r\n') == [
            (1, ["Name", "Phone"]),
            (2, ["Ada\nLovelace", "0400"]),
            (3, ["Bob", "0401"]),
        ]

    @pytest.mark.parametrize("broken", ["Ada\nLovelace", "Ada\r\nLovelace", "Ada\rLovelace"])
    def test_a_line_break_inside_a_cell_is_a_newline(self, broken: str) -> None:
        rows = [["Name", "Phone"], [broken, "0400"]]
        expected = [(1, ["Name", "Phone"]), (2, ["Ada\nLovelace", "0400"])]
        assert read(lines(rows).encode()) == expected
        assert read(workbook(rows)) == expected

    def test_blank_lines_are_left_out_and_counted(self) -> None:
        text = b"\nName,Phone\n\n , \n,,,\nAda,0400\n\n"
        assert read(text) == [(2, ["Name", "Phone"]), (6, ["Ada", "0400"])]

    def test_quotes_in_quotes(self) -> None:
        assert read(b'Name,Phone\n"Ada ""Ace"" Lovelace",0400\nBob "B" Brown,0401\n')[1:] == [
            (2, ['Ada "Ace" Lovelace', "0400"]),
            (3, ['Bob "B" Brown', "0401"]),
        ]

    def test_a_quote_that_is_never_closed_swallows_nobody(self) -> None:
        assert refused(b'Name,Phone\nAda,0400\n"Bob,0401\nCleo,0402\n') == "A quotation mark in row 3 is never closed."

    def test_rows_may_end_early_or_late(self) -> None:
        assert read(b"a,b,c\nd\ne,f,g,h\n") == [(1, ["a", "b", "c"]), (2, ["d"]), (3, ["e", "f", "g", "h"])]

    def test_empty_columns_to_the_right_are_no_columns(self) -> None:
        assert read(b"Name,Phone" + b"," * 16_000 + b"\nAda,0400\n") == ADA


class TestOtherFiles:
    @pytest.mark.parametrize(
        "content",
        [
            b"%PDF-1.7\n%\xe2\xe3",
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x00" * 100,
            b"<html><table><tr><td>Ada</td></tr></table>",
            b'\xef\xbb\xbf  <?xml version="1.0"?><Workbook/>',
            b"{\\rtf1 Ada}",
            b"PK\x05\x06" + b"\x00" * 18,
            pack({"word/document.xml": b"<w/>"}),
            pack(parts(sheet([["Ada"]])) | {"content.xml": b"<office/>"}),
            bytes(range(256)) * 100,
        ],
    )
    def test_are_refused_with_advice(self, content: bytes) -> None:
        assert refused(content) == "This is not a spreadsheet that can be read. Save it as CSV or XLSX."

    def test_old_excel_and_passwords(self) -> None:
        ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 512
        assert refused(ole, "guests.xls").startswith("This is an old Excel file, or one with a password.")

    def test_a_backup_belongs_elsewhere(self) -> None:
        assert refused(b'{"version": 1}', "backup.json").startswith("backup.json is a JSON file.")

    @pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b",,\n,,\n", workbook([]), workbook([[""]])])
    def test_without_any_row(self, content: bytes) -> None:
        assert refused(content) == "There are no rows in this file."

    def test_the_name_does_not_decide(self) -> None:  # 5.import.10
        assert read(b"Name,Phone\nAda,0400\n", "guests.xlsx") == ADA
        assert read(workbook([["Name", "Phone"], ["Ada", "0400"]]), "guests.csv") == ADA


class TestXlsx:  # 5.import.2
    def test_rows(self) -> None:
        assert read(workbook([["Name", "Phone"], ["Ada", "0400"]])) == ADA

    def test_numbers_as_a_person_sees_them(self) -> None:
        row = [7, 7.0, 61400111222.0, 120.5, 0.1 + 0.2, -3, 1e300, True, False]
        assert read(workbook([row])) == [
            (1, ["7", "7", "61400111222", "120.5", "0.3", "-3", "1e+300", "Yes", "No"]),
        ]

    def test_days_and_times(self) -> None:
        rows = b'<row r="1"><c r="A1" s="1"><v>46346</v></c><c r="B1" s="2"><v>46346.795138888889</v></c></row>'
        made = pack(parts(sheet_of(rows), styles=styles(0, 14, 22)))
        assert read(made) == [(1, ["2026-11-20", "2026-11-20 19:05:00"])]

    def test_errors_are_empty(self) -> None:
        rows = b'<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="e"><v>#REF!</v></c><c r="C1"><v>2</v></c></row>'
        assert read(pack(parts(sheet_of(rows)))) == [(1, ["1", "", "2"])]

    def test_formulas_are_what_they_gave(self) -> None:
        rows = b'<row r="1"><c r="A1" t="str"><f>1</f><v>Ada</v></c><c r="B1"><f>3+4</f><v>7</v></c></row>'
        assert read(pack(parts(sheet_of(rows)))) == [(1, ["Ada", "7"])]

    def test_formulas_without_a_stored_value_are_blank_and_counted(self) -> None:  # 5.import.640
        rows = (
            b'<row r="3"><c r="B3"><v>1</v></c><c r="C3"/><c r="D3"><f>B3</f></c></row>'
            b'<row r="4"><c r="B4"><v>2</v></c><c r="C4"><f>B4+1</f><v>3</v></c><c r="D4"><f>B4</f><v></v></c></row>'
            b'<row r="5"><c r="B5" t="str"><f>""</f><v></v></c><c r="C5" s="0"><f t="shared" si="0"/><v /></c></row>'
            b'<row r="6"><c r="B6" t="inlineStr"><is><t>a:f b</t></is></c><c r="AB6" t="str"><f>1</f></c></row>'
        )
        found: list[BlankFormulas] = []
        file = io.BytesIO(pack(parts(sheet([]), sheet_of(rows))))
        assert list(open_rows(file, "guests.xlsx", found)) == [(3, ["1", ""]), (4, ["2", "3"]), (6, ["a:f b", ""])]
        assert found == [(1, 1, 5), (2, 2, 3), (26, 1, 6)]

    def test_formulas_without_a_stored_value_are_found_across_parts_of_a_long_sheet(self) -> None:  # 5.import.640
        row = b'<row r="%d"><c r="A%d"><v>1</v></c><x:c r="B%d"><x:f>A1&amp;"%s"</x:f></x:c></row>'
        rows = b"".join(row % (n, n, n, b"y" * (n % 50)) for n in range(1, 30_001))
        named = b'<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>'
        prefixed = re.sub(rb"<(/?)(row|c|v|f)\b", rb"<\1x:\2", rows.replace(b"x:", b""))
        for content in (sheet_of(rows.replace(b"x:", b"")), named + prefixed + b"</x:sheetData></x:worksheet>"):
            found: list[BlankFormulas] = []
            assert len(list(open_rows(io.BytesIO(pack(parts(content))), "guests.xlsx", found))) == 30_000
            assert found == [(1, 30_000, 1)]

    def test_shared_texts(self) -> None:
        rows = b'<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row>'
        texts = shared_strings("<si><t>Zoë</t></si><si><r><t>A</t></r><r><t>da</t></r></si>".encode())
        assert read(pack(parts(sheet_of(rows), strings=texts))) == [(1, ["Ada", "Zoë"])]

    def test_lines_count_as_in_the_spreadsheet(self) -> None:
        rows = b'<row r="3"><c r="B3"><v>1</v></c></row><row r="9"><c r="B9"><v>2</v></c><c r="C9"><v>3</v></c></row>'
        assert read(pack(parts(sheet_of(rows)))) == [(3, ["1", ""]), (9, ["2", "3"])]

    def test_cells_that_do_not_say_where_they_are(self) -> None:
        rows = b"<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"
        assert read(pack(parts(sheet_of(rows)))) == [(1, ["1", "2"]), (2, ["3", ""])]

    def test_the_first_sheet_that_has_rows(self) -> None:  # 5.import.10
        made = parts(sheet([]), sheet([["", " "]]), sheet([["Ada"]]), sheet([["Bob"]]))
        assert read(pack(made)) == [(1, ["Ada"])]

    def test_hidden_sheets_come_last(self) -> None:  # 5.import.10
        made = parts(sheet([["Prices"]]), sheet([["Ada"]]), hidden=[1])
        assert read(pack(made)) == [(1, ["Ada"])]

    def test_formatted_rows_below_the_table_are_no_rows(self) -> None:
        below = b"".join(b'<row r="%d"><c r="A%d" s="0"/></row>' % (n, n) for n in range(2, 300_000))
        far = b'<row r="1048576" ht="20"/>'
        made = parts(sheet_of(b'<row r="1"><c r="A1"><v>1</v></c></row>' + below + far), styles=styles(0))
        assert read(pack(made)) == [(1, ["1"])]

    def test_an_archive_within_is_left_alone(self) -> None:
        made = parts(sheet([["Ada"]])) | {"xl/embeddings/more.zip": pack({"a": b"0" * 1_000_000})}
        assert read(pack(made, method=0)) == [(1, ["Ada"])]

    def test_a_part_with_a_password(self) -> None:
        whole = bytearray(workbook([["Ada"]]))
        whole[whole.rindex(b"PK\x01\x02") + 8] |= 1
        assert refused(bytes(whole)) == "This spreadsheet has a password. Save it as CSV or XLSX without one."

    def test_damage(self) -> None:
        whole = workbook([["Ada"]])
        sentence = "This spreadsheet is damaged. Save it again as CSV or XLSX."
        assert refused(whole[: len(whole) // 2]) == sentence
        assert refused(pack(parts(b"<worksheet><sheetData><row><c></row>"))) == sentence
        missing = parts(sheet([["Ada"]]))
        del missing["xl/worksheets/sheet1.xml"]
        assert refused(pack(missing)) == sentence


class TestLimits:  # 5.import.3, 9
    def test_50_mb(self) -> None:
        with tempfile.TemporaryFile() as file:
            file.truncate(50 * 1024 * 1024 + 1)
            with pytest.raises(FileTooLarge, match=r"^The file is larger than 50 MB\.$"):
                next(open_rows(file, "guests.csv"))

    @pytest.mark.slow
    def test_200_000_rows_and_a_header(self) -> None:
        fits = b"Name,Phone\n" + b"Ada,0400\n" * 200_000
        assert len(read(fits)) == 200_001
        assert too_large(fits + b"Ada,0400\n") == "The file has more than 200,000 rows."

    def test_rows_come_before_the_limit_is_met(self) -> None:
        rows = open_rows(io.BytesIO(b"Ada,0400\n" * 300_000), "guests.csv")
        assert next(rows) == (1, ["Ada", "0400"])
        rows.close()

    def test_200_columns(self) -> None:
        assert len(read(b"a," * 199 + b"a\n")[0][1]) == 200
        assert too_large(b"a," * 200 + b"a\n") == "The file has more than 200 columns."
        assert too_large(workbook([["a"] * 201])) == "The file has more than 200 columns."

    def test_a_cell_of_32_767_characters(self) -> None:
        assert read(b"a" * 32_767 + b",b\n")[0][1][1] == "b"
        assert refused(b"a,b\n" + b"a" * 32_768 + b",b\n") == (
            "A cell in row 2 has more than 32,767 characters. Is a quotation mark missing?"
        )
        assert len(read(workbook([["ä" * 32_767]]))[0][1][0]) == 32_767
        assert too_large(workbook([["a" * 32_768]])) == "A cell has more than 32,767 characters."

    def test_a_row_of_a_million_characters(self) -> None:
        sentence = "The file has a row of more than 1,000,000 characters."
        assert too_large(b",".join([b"a" * 20_000] * 60)) == sentence
        assert too_large(b'"\n",' * 300_000) == sentence
        assert too_large(pack(parts(sheet([["a" * 20_000] * 60])), method=0)) == sentence

    @pytest.mark.slow
    def test_lines_with_nothing_on_them(self) -> None:
        assert too_large(b"a\n" + b"\n" * 1_048_576) == "The file has more than 1,048,576 lines."

    @pytest.mark.slow
    def test_200_000_rows_and_a_header_of_a_workbook(self) -> None:  # 5.import.3
        assert len(read(workbook([["Name", "Phone"]] * 200_001))) == 200_001

    @pytest.mark.slow
    def test_a_cell_far_below_is_a_row_like_any_other(self) -> None:
        rows = b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>2</v></c></row>'
        assert read(pack(parts(sheet_of(rows)))) == [(1, ["1"]), (1_048_576, ["2"])]

    def test_a_cell_far_to_the_right(self) -> None:
        rows = b'<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'
        assert too_large(pack(parts(sheet_of(rows)))) == "The file has more than 200 columns."

    def test_a_cell_far_below_and_to_the_right(self) -> None:  # 5.import.13
        rows = b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="GR1048576"><v>2</v></c></row>'
        assert too_large(pack(parts(sheet_of(rows)))) == (
            "Reading this spreadsheet takes too much memory. Delete what stands far below or right of the table, "
            "or save it as CSV."
        )

    @pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="sees the limits by /proc")
    def test_the_system_limits_the_process(self) -> None:  # 5.import.13
        before = children()
        rows = open_rows(io.BytesIO(workbook([["Ada", number] for number in range(20_000)])), "guests.xlsx")
        next(rows)
        [child] = children() - before
        limits = [line.split() for line in Path(f"/proc/{child}/limits").read_text().splitlines()]
        rows.close()
        assert ["Max", "cpu", "time", "20", "20", "seconds"] in limits
        assert ["Max", "address", "space", str(512 * 1024 * 1024), str(512 * 1024 * 1024), "bytes"] in limits


class TestHandling:
    @pytest.mark.parametrize("content", [b"Name,Phone\nAda,0400\n", workbook([["Name", "Phone"], ["Ada", "0400"]])])
    def test_the_file_stays_open_and_can_be_read_again(self, content: bytes, tmp_path: Path) -> None:
        path = tmp_path / "guests"
        path.write_bytes(content)
        with path.open("rb") as file:
            assert [list(open_rows(file, "guests")), list(open_rows(file, "guests"))] == [ADA, ADA]
            next(open_rows(file, "guests"))
            file.seek(0)
            assert file.read() == content

    def test_a_spooled_upload(self) -> None:
        for size in (10, 10_000_000):
            with tempfile.SpooledTemporaryFile(max_size=size) as file:
                file.write(workbook([["Name", "Phone"], ["Ada", "0400"]]))
                assert list(open_rows(file, "guests.xlsx")) == ADA  # type: ignore[arg-type] # what uploads are

    @pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="sees its processes by /proc")
    def test_the_process_ends_with_the_reader(self) -> None:
        before = children()
        rows = open_rows(io.BytesIO(workbook([["Ada", number] for number in range(20_000)])), "guests.xlsx")
        next(rows)
        assert len(children() - before) == 1
        rows.close()
        assert children() == before

    @pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="sees its processes by /proc")
    def test_in_threads_one_after_the_other(self) -> None:  # 5.import.14
        made = workbook([["Ada", number] for number in range(3_000)])
        seen: list[int] = []
        at_once: list[int] = []
        before = children_of_all_threads()

        def reading() -> None:
            rows = open_rows(io.BytesIO(made), "guests.xlsx")
            next(rows)
            at_once.append(len(children_of_all_threads() - before))
            seen.append(1 + len(list(rows)))

        threads = [threading.Thread(target=reading) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert seen == [3_000] * 4
        assert at_once == [1] * 4

    def test_who_waits_too_long_is_told_so(self, monkeypatch: pytest.MonkeyPatch) -> None:  # 5.import.14
        monkeypatch.setattr("doorlist.spreadsheets.reading.xlsx_file.WAIT_SECONDS", 0.1)
        made = workbook([["Name", "Phone"], ["Ada", "0400"]])
        rows = open_rows(io.BytesIO(made), "guests.xlsx")
        next(rows)
        with pytest.raises(AnotherFile):
            read(made)
        assert read(b"Name,Phone\nAda,0400\n") == ADA
        rows.close()
        assert read(made) == ADA

    def test_the_process_knows_no_secrets(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DOORLIST_DATABASE_URL", "postgresql://secret")
        before = children() if Path("/proc/self/environ").exists() else set()
        rows = open_rows(io.BytesIO(workbook([["Ada", number] for number in range(20_000)])), "guests.xlsx")
        next(rows)
        if Path("/proc/self/environ").exists():
            [child] = children() - before
            assert b"DOORLIST" not in Path(f"/proc/{child}/environ").read_bytes()
        rows.close()


def children() -> set[int]:
    """Child processes that are running or not yet reaped."""
    task = Path(f"/proc/self/task/{threading.get_native_id()}/children")
    return {int(number) for number in task.read_text().split()}


def children_of_all_threads() -> set[int]:
    """The child processes of all our threads."""
    found: set[int] = set()
    for task in Path("/proc/self/task").glob("*/children"):
        with suppress(FileNotFoundError):  # a thread that has just ended
            found.update(map(int, task.read_text().split()))
    return found
