"""A hundred thousand rows in and out, beside the barest way to do the same, while a door scans."""

import csv
import http.client
import io
import json
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psycopg
from python_calamine import CalamineWorkbook
from report import Bar, Section
from sqlalchemy import create_engine
from stage import Evening, Server, postgres_evening, serving_doorlist, sqlite_evening, timed
from xlsxwriter import Workbook

from doorlist.attendees import repository
from doorlist.core import clock
from doorlist.core.db.database import Base
from doorlist.core.db.sqlite import sqlite_module
from doorlist.tickets.rules import new_invoice_numbers, new_qr_codes, qr_hash

ROWS = 100_000
ROUNDS = 3
SCANS = 16_000
SCANS_BESIDE_EXCEL = 4_000
BOUNDARY = "----doorlist-bench"
Stage = Callable[[int], AbstractContextManager[Evening]]
HEADER = ("Attendee Name", "Phone", "Table Number", "Payment Status")


class Round(NamedTuple):
    """Seconds; the longest scan in milliseconds; the server's memory in MiB."""

    bare_in: float
    csv_in: float
    bare_xlsx: float
    xlsx_in: float
    bare_out: float
    out: float
    bare_excel_out: float
    excel_out: float
    scan: float
    scan_beside_excel: float
    memory: float


def measure() -> list[Section]:
    """Measure on both engines."""
    return [section("SQLite", sqlite_evening), section("PostgreSQL", postgres_evening)]


def section(name: str, evening: Stage) -> Section:
    """One engine's figures."""
    files = Files()
    rounds = [one_round(evening, files) for _ in range(ROUNDS)]
    made = Section(
        f"Spreadsheets on {name}",
        f"{ROWS:,} rows, {ROUNDS} rounds, through the running server, while one door scans without a pause. Bare is"
        " `csv.reader` (calamine for XLSX) and one bulk insert of whole rows into a table with the same columns and"
        " indexes; a bare export is one select written by `csv.writer`, for Excel by XlsxWriter. No"
        " index for searching is maintained there.",
    )
    made.bars = [
        Bar("importing CSV, in bare imports", median(r.csv_in / r.bare_in for r in rounds), "<=", 6),
        Bar("importing XLSX beyond 6 bare imports, in bare readings", beyond(rounds), "<=", 2),
        Bar("exporting, in bare exports", median(r.out / r.bare_out for r in rounds), "<=", 4),
        Bar("exporting Excel, in bare writings", median(r.excel_out / r.bare_excel_out for r in rounds), "<=", 6),
        Bar("longest wait of a scan during an export", max(r.scan_beside_excel for r in rounds), "<=", 250, " ms"),
        Bar("longest wait of a scan during an import", max(r.scan for r in rounds), "<=", 250, " ms"),
        Bar("memory of the server", max(r.memory for r in rounds), "<=", 300, " MiB"),
    ]
    heads = (
        *("bare import s", "CSV s", "bare XLSX s", "XLSX s", "bare export s", "export s", "bare Excel out s"),
        *("Excel out s", "longest scan ms", "beside Excel ms", "MiB"),
    )
    made.add_table(heads, [[f"{figure:.2f}" for figure in one] for one in rounds])
    return made


def beyond(rounds: Sequence[Round]) -> float:
    """How many bare readings an XLSX takes on top of what its rows may cost as CSV."""
    return median(max(0.0, r.xlsx_in - 6 * r.bare_in) / r.bare_xlsx for r in rounds)


class Files:
    """The same guests as CSV and as XLSX."""

    def __init__(self) -> None:
        rows = [(f"Guest {n}", f"04{n:08d}", str(n % 50 + 1), "paid") for n in range(ROWS)]
        text = io.StringIO()
        csv.writer(text).writerows([HEADER, *rows])
        self.csv = text.getvalue().encode()
        self.xlsx = workbook([HEADER, *rows])
        self.invoice_numbers = list(dict.fromkeys(new_invoice_numbers(ROWS + 1000)))[:ROWS]
        self.qr_codes = new_qr_codes([1] * ROWS)


def one_round(evening: Stage, files: Files) -> Round:
    """One round of each, on a new database."""
    with (
        evening(SCANS + SCANS_BESIDE_EXCEL) as stage,
        serving_doorlist(stage) as server,
        tempfile.TemporaryDirectory() as directory,
    ):
        bare_in = bare_import(stage, Path(directory), files)
        with one_door(server, stage) as waits:
            csv_in = timed(lambda: upload(server, stage, "guests.csv", files.csv))
            take_back(server, stage)
            xlsx_in = timed(lambda: upload(server, stage, "guests.xlsx", files.xlsx))
        bare_xlsx = timed(
            lambda: CalamineWorkbook.from_filelike(io.BytesIO(files.xlsx)).get_sheet_by_index(0).to_python()
        )
        bare_out = timed(lambda: bare_export(stage, Path(directory) / "bare.csv"))
        out = timed(lambda: download(server, stage, Path(directory) / "ours.csv"))
        bare_excel_out = timed(lambda: bare_excel_export(stage, Path(directory) / "bare.xlsx"))
        with one_door(server, stage, SCANS_BESIDE_EXCEL) as waits_beside_excel:
            excel_out = timed(lambda: download(server, stage, Path(directory) / "ours.xlsx"))
        return Round(
            bare_in=bare_in,
            csv_in=csv_in,
            bare_xlsx=bare_xlsx,
            xlsx_in=xlsx_in,
            bare_out=bare_out,
            out=out,
            bare_excel_out=bare_excel_out,
            excel_out=excel_out,
            scan=max(waits) * 1000,
            scan_beside_excel=max(waits_beside_excel) * 1000,
            memory=server.memory_mib,
        )


@contextmanager
def one_door(server: Server, stage: Evening, tickets: int = SCANS) -> Iterator[list[float]]:
    """Scan one ticket after the other meanwhile; how long each took, in seconds."""
    waits, is_over = list[float](), threading.Event()
    texts = iter(stage.take(tickets))

    def scan() -> None:
        connection = connected(server)
        while not is_over.is_set():
            body = json.dumps({"qrData": next(texts)})
            waits.append(timed(partial(ask, connection, stage, "POST", "/api/attendees/scan", body)))
            time.sleep(0.01)

    thread = threading.Thread(target=scan)
    thread.start()
    try:
        yield waits
    finally:
        is_over.set()
        thread.join()


def connected(server: Server) -> http.client.HTTPConnection:
    """A new connection."""
    return http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=300)


def ask(
    connection: http.client.HTTPConnection,
    stage: Evening,
    method: str,
    path: str,
    body: bytes | str | None = None,
    content_type: str = "application/json",
) -> Any:
    """The JSON of an answer that is a success."""
    connection.request(method, path, body, {"Cookie": stage.cookie, "Content-Type": content_type})
    answer = connection.getresponse()
    said = json.loads(answer.read())
    if answer.status >= http.HTTPStatus.BAD_REQUEST:
        raise RuntimeError(said)
    return said


def upload(server: Server, stage: Evening, name: str, content: bytes, *, rows: int = ROWS) -> None:
    """Import the file, and check that every row was added."""
    head = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="eventId"\r\n\r\n{stage.event_id}\r\n'
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="includeDuplicates"\r\n\r\ntrue\r\n'
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    )
    form = head.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    report = ask(connected(server), stage, "POST", "/api/attendees/import", form, kind)
    if report["imported"] != rows:
        raise RuntimeError(report)


def take_back(server: Server, stage: Evening) -> None:
    """Undo the import, so that the next finds what this one found."""
    connection = connected(server)
    [latest] = ask(connection, stage, "GET", "/api/imports")[:1]
    ask(connection, stage, "DELETE", f"/api/imports/{latest['id']}")


def download(server: Server, stage: Evening, target: Path) -> None:
    """All attendees as a file of the target's kind."""
    connection = connected(server)
    connection.request("GET", f"/api/export/attendees{target.suffix}", headers={"Cookie": stage.cookie})
    answer = connection.getresponse()
    with target.open("wb") as file:
        while piece := answer.read(65536):
            file.write(piece)


def bare_import(stage: Evening, directory: Path, files: Files) -> float:
    """The seconds it takes to read the file and insert whole rows, in one transaction, unchecked."""
    now = clock.now()
    is_sqlite = stage.settings.database_url is None
    moment: object = clock.to_wire(now) if is_sqlite else now
    same: dict[str, object] = {
        "payment_folded": "paid",
        "payment_group": "paid",
        "attended": False,
        "search_text": "guest 0400000000 inv",
        "name_key": "guest",
        "last_name_key": "guest",
        "version": 1,
        "created_at": moment,
        "updated_at": moment,
        "import_id": 1,
    }
    ticket = repository.COLUMNS.index("invoice_number")
    middle = tuple(map(same.get, repository.COLUMNS[6:ticket]))
    end = tuple(map(same.get, repository.COLUMNS[ticket + 3 :]))
    made = list(zip(files.invoice_numbers, files.qr_codes, map(qr_hash, files.qr_codes), strict=True))

    def rows() -> list[tuple[object, ...]]:
        lines = csv.reader(io.StringIO(files.csv.decode()))
        next(lines)
        return [
            (place, 1, name, phone, int(table), payment, *middle, *made[place - 1], *end)
            for place, (name, phone, table, payment) in enumerate(lines, start=1)
        ]

    columns = ", ".join(repository.COLUMNS)
    if is_sqlite:
        file = directory / "bare.sqlite3"
        make_tables(f"sqlite:///{file}", sqlite_module())
        connection = sqlite_module().connect(file)
        connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
        statement = f"INSERT INTO attendees ({columns}) VALUES ({', '.join('?' * len(repository.COLUMNS))})"  # noqa: S608
        began = time.perf_counter()
        with connection:
            connection.executemany(statement, rows())
        seconds = time.perf_counter() - began
        connection.close()
        return seconds
    with psycopg.connect(stage.settings.database_url or "", autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (LIKE attendees INCLUDING ALL)")
        began = time.perf_counter()
        with connection.cursor() as cursor, cursor.copy(f"COPY bare ({columns}) FROM STDIN".encode()) as copy:
            for row in rows():
                copy.write_row(row)
        seconds = time.perf_counter() - began
        connection.execute("DROP TABLE bare")
    return seconds


def bare_reading(content: bytes) -> None:
    """All cells of the workbook, by calamine alone."""
    CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()


def make_tables(url: str, driver: Any) -> None:
    """The tables of the models, which know nothing of an index for searching."""
    engine = create_engine(url, module=driver)
    Base.metadata.create_all(engine)
    engine.dispose()


EXPORTED = (
    "SELECT a.full_name, a.phone, a.event_id, a.table_number, a.payment_status, a.invoice_number, a.attended,"
    " a.attended_at, e.name, a.amount_paid_cents, s.full_name, c.full_name FROM attendees a"
    " JOIN events e ON e.id = a.event_id LEFT JOIN users s ON s.id = a.sold_by"
    " LEFT JOIN users c ON c.id = a.scanned_by ORDER BY a.id"
)


def bare_export(stage: Evening, target: Path) -> None:
    """One select of the same columns, written by csv.writer."""
    with target.open("w", newline="") as file, exported_rows(stage) as rows:
        csv.writer(file).writerows(rows)


def bare_excel_export(stage: Evening, target: Path) -> None:
    """The same rows, written by the library that we use."""
    with Workbook(str(target), {"constant_memory": True}) as book, exported_rows(stage) as rows:
        sheet = book.add_worksheet()
        for place, row in enumerate(rows):
            for column, value in enumerate(row):
                if isinstance(value, str):
                    sheet.write_string(place, column, value)
                elif value is not None:
                    sheet.write_string(place, column, str(value))


@contextmanager
def exported_rows(stage: Evening) -> Iterator[Iterable[tuple[Any, ...]]]:
    """The rows, read by the driver alone."""
    if stage.settings.database_url is None:
        connection = sqlite_module().connect(stage.settings.sqlite_file)
        yield connection.execute(EXPORTED)
        connection.close()
        return
    with psycopg.connect(stage.settings.database_url) as connection:
        yield connection.execute(EXPORTED.encode())


def workbook(rows: Sequence[Sequence[str]]) -> bytes:
    """The rows as an XLSX file whose cells are texts."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    cells = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + "</row>" for row in rows
    )
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{package}/content-types"><Default Extension="rels"'
            ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override'
            ' PartName="/xl/workbook.xml"'
            ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override'
            ' PartName="/xl/worksheets/sheet1.xml"'
            ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
        ),
        "_rels/.rels": (
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{office}/officeDocument"'
            ' Target="xl/workbook.xml"/></Relationships>'
        ),
        "xl/workbook.xml": (
            f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="Guests" sheetId="1" r:id="r1"/></sheets>'
            "</workbook>"
        ),
        "xl/_rels/workbook.xml.rels": (
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{office}/worksheet"'
            ' Target="worksheets/sheet1.xml"/></Relationships>'
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return buffer.getvalue()
