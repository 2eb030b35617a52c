"""Questions of an import before it adds a list, and its preview of the guests (contract 5.import)."""

import pytest

from doorlist.spreadsheets.attendee_columns import HEADINGS
from doorlist.spreadsheets.imports.readers import KnownEvent
from doorlist.spreadsheets.imports.validation import Report
from doorlist.spreadsheets.schemas import DividedAmount, Parties
from tests.house import House, new_attendee, new_event, problem
from tests.spreadsheets.imports.other_tools import TOOLS, Tool
from tests.spreadsheets.imports.reading import FREE, GALA, read
from tests.spreadsheets.sending import counts, lines, names, preview, send, sent


def questions(report: Report) -> list[tuple[str, str, list[int]]]:
    return [(question.field, question.reason, question.columns) for question in report.questions]


@pytest.mark.parametrize("tool", TOOLS.values(), ids=TOOLS)
def test_no_list_of_a_known_tool_is_asked_about(tool: Tool) -> None:  # 5.import.200
    assert read(tool.file()).questions == []


@pytest.mark.parametrize(
    "text",
    [
        "Name,Phone\nAda,0400 1\n",
        "Guest,Mobile\nAda,1\n",
        "Vorname,Diät,Telefon\nAda,vegan,1\n",
        f"{','.join(HEADINGS)}\n",
        "Ada Lovelace,0400 111 222\nBob Hope,0400 111 333\n",
        "Name,Phone,Phone\nAda,0400 1,\n",  # the other one is empty
        "Name,Phone 1 - Value,Phone 2 - Value\nAda,0400 1,0400 2\n",
        "Name,Phone\n" + "Guest,0400 111\n" * 8,
        "Name,Phone\nAda,\nBob,n/a\n小明,0400\n",
    ],
)
def test_a_plain_list_is_taken_as_it_is(text: str) -> None:  # 5.import.200
    assert read(text).questions == []


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Qui,Où\nAda,0400\n", [("name", "missing", []), ("phone", "missing", [])]),
        ("Name\nAda\n", [("phone", "missing", [])]),
        ("Name,Name,Phone\nAda,Byron,1\n", [("name", "equal", [0, 1])]),
        ("Name,Home phone,Work phone\nAda,1,2\n", [("phone", "equal", [1, 2])]),
        ("Name,Phone,Paid deposit,Paid rest\nAda,1,yes,no\n", [("paymentStatus", "equal", [2, 3])]),
        ("Name,Phone\n#1001,0400\n1002,0400\n", [("name", "odd", [0])]),
        ("Name,Phone\nada@example.org,0400\n", [("name", "odd", [0])]),
        ("Name,Phone\n" + "".join(f"General - Early,0400 {n}\n" for n in range(5)), [("name", "odd", [0])]),
        ("Guest,Contact\nAda,Mrs Byron\nBob,Mr Hope\n", [("phone", "odd", [1])]),
        ("Rufname,Nachname,Telefon\nAda,Byron,1\n", [("name", "lastNameOnly", [1])]),
    ],
)
def test_a_weak_guess_is_a_question(text: str, asked: list[tuple[str, str, list[int]]]) -> None:  # 5.import.200
    assert questions(read(text)) == asked


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("First name,Name,Phone\nAnna,Anna Smith,1\nBo,Bo,2\nCy,,3\n", ["Anna Smith", "Bo", "Cy"]),
        ("Name,Surname,Phone\nAnna Smith,Smith,1\nJosé da Silva,DA SILVA,2\n", ["Anna Smith", "José da Silva"]),
        ("First name,Name,Phone\nAnna,Smith,1\nMax,Maxwell,2\nMax,Max Müller,3\n",
         ["Anna Smith", "Max Maxwell", "Max Max Müller"]),
        ("First name,Name,Phone\nAnna,,1\n", ["Anna"]),
    ],
)  # fmt: skip
def test_a_name_beside_a_part_of_it_is_taken_once(text: str, names: list[str]) -> None:  # 5.import.525
    assert [row.attendee.full_name for row in read(text).valid] == names


def test_a_list_without_phones_is_no_question_where_that_is_wanted() -> None:  # 5.import.200; 5.import.24
    assert read("Name\nAda\n", include_without_phone=True).questions == []


def test_people_who_bring_others_are_told() -> None:  # 5.import.202
    text = "Name,Phone,Party size,+1\nAda,1,3,\nBob,2,1,Zoe\nCleo,3,,no\n"
    assert read(text).notes == [
        f"'Party size' says for 1 row that more people come. {ONE_GUEST}",
        f"'+1' says for 1 row that more people come. {ONE_GUEST}",
    ]
    assert read("Name,Phone,Quantity,Guests\nAda,1,1,Bob\n").notes == []


UNUSED_PRICE = "The column 'Ticket price' is not used: prices are set in the event."


@pytest.mark.parametrize(
    ("text", "event", "notes"),
    [
        ("Name,Phone,Ticket price\nAda,1,45.00\n", GALA, [UNUSED_PRICE]),
        ("Name,Phone,Ticket price\nAda,1,45.00\n", FREE, [UNUSED_PRICE]),
        ("Name,Phone,Ticket price\nAda,1,\n", GALA, []),
        # The payment of a row comes from its own column, or from the event.
        ("Name,Phone,Payment,Ticket status,Ticket price\nAda,1,paid,complete,45.00\n", FREE, [UNUSED_PRICE]),
        ("Name,Phone,Ticket status,Ticket price\nAda,1,complete,45.00\n", GALA, [UNUSED_PRICE]),
        # Only the price of the file decides between paid and free.
        ("Name,Phone,Ticket status,Ticket price\nAda,1,complete,45.00\n", FREE, []),
        ("Name,Phone,Payment,Ticket status,Ticket price\nAda,1,paid,,45.00\nBob,2,,complete,\n", FREE, []),
    ],
)
def test_a_price_that_is_not_used_is_told(text: str, event: KnownEvent, notes: list[str]) -> None:  # 5.import.1090
    report = read(text, event=event)
    assert "price" in report.mapping
    assert [note for note in report.notes if "status" not in note] == notes


def test_rows_without_a_name_are_counted() -> None:  # 5.import.1091
    text = "Name,Phone,Notes\nAda,1,\n,2,VIP\n,,left over\nBob,,\n"
    report = read(text)
    assert (report.rows, report.imported, report.errors, report.without_name) == (4, 1, 1, 2)
    assert report.without_name_rows == [3, 4]
    # Without a chosen event a phone alone is an error.
    report = read(text, is_chosen=False)
    assert (report.imported, report.errors, report.without_name) == (1, 2, 1)


def test_rows_without_an_event_are_counted() -> None:  # 5.import.1124
    text = "Name,Phone,Event Name\nAda,1,\nBob,2,Gala\nCleo,3,\nDan,,\n"
    found = read(text, is_chosen=False).default_event
    assert found is not None
    assert found.model_dump() == {"event": {"id": 1, "name": "Gala", "date": "2026-11-20"}, "rows": 2}
    assert read(text).default_event is None
    assert read("Full Name,Phone,Event ID\nAda,1,1\n", is_chosen=False).default_event is None


def test_the_first_rows_without_a_name_are_listed() -> None:  # 5.import.1091
    report = read("Name,Phone\n" + ",1\n" * 7 + "Ada,1\n")
    assert (report.without_name, report.without_name_rows) == (7, [2, 3, 4, 5, 6])


ONE_GUEST = "Each row is imported as one guest, unless you choose 'Quantity' for this column."
PRICED = "Name,Phone,Quantity,Amount paid\n"


@pytest.mark.parametrize(
    ("rows", "event", "warned"),
    [
        ("Ada,1,,25.01\nBob,2,,25\n", GALA, [2]),
        ("Ada,1,,25\nBob,2,3,75.01\nCleo,3,2,50\nDan,4,,26\n", GALA, [3, 5]),
        ("Ada,1,,25\nBob,2,,\nCleo,3,,0\n", GALA, []),
        # Without a price nothing is above it.
        ("Ada,1,,25\n", FREE, []),
    ],
)
def test_a_row_with_an_amount_above_the_price_has_a_warning(  # 5.import.1093
    rows: str, event: KnownEvent, warned: list[int]
) -> None:
    report = read(PRICED + rows, event=event)
    assert report.errors == 0
    expected = "The amount paid is above the ticket price."
    assert [warning.row for warning in report.warnings if warning.message == expected] == warned


def test_a_warning_about_an_amount_has_it_and_the_price_of_the_tickets() -> None:  # 5.import.1180
    rows = "Ada,1,,,25.01\nBob,2,paid,3,75.01\nCleo,3,free,,10\nDan,4,paid,,20\n"
    report = read(PAID + rows)
    assert [(each.row, each.paid_cents, each.price_cents) for each in report.warnings] == [
        (2, 2501, 2500),
        (3, 7501, 7500),
        (4, 1000, 2500),
        (5, 2000, 2500),
    ]
    report = read(PAID + "Ada,1,free,,10\n", event=FREE)
    assert [(each.row, each.paid_cents, each.price_cents) for each in report.warnings] == [(2, 1000, None)]


PAID = "Name,Phone,Payment,Quantity,Amount paid\n"


@pytest.mark.parametrize(
    ("rows", "event", "warned"),
    [
        ("Ada,1,free,,0.01\nBob,2,Comp,2,25\nCleo,3,free,,0\nDan,4,free,,\n", GALA,
         {2: "The payment is 'free', but an amount was paid.", 3: "The payment is 'Comp', but an amount was paid."}),
        ("Ada,1,free,,30\nBob,2,unpaid,,10\n", FREE, {2: "The payment is 'free', but an amount was paid."}),
        ("Ada,1,paid,,24.99\nBob,2,paid,,25\nCleo,3,paid,2,49.99\nDan,4,paid,2,50\nEve,5,paid,,0\n", GALA,
         dict.fromkeys((2, 4, 6), "The payment is 'paid', but the amount paid is below the ticket price.")),
        # A blank amount and one of another status contradict nothing, and nothing is below no price.
        ("Ada,1,paid,,\nBob,2,partial,,10\n", GALA, {}),
        ("Ada,1,paid,,1\n", FREE, {}),
    ],
)  # fmt: skip
def test_an_amount_that_contradicts_the_payment_has_a_warning(  # 5.import.1122, 1123
    rows: str, event: KnownEvent, warned: dict[int, str]
) -> None:
    report = read(PAID + rows, event=event)
    assert report.errors == 0
    assert {warning.row: warning.message for warning in report.warnings} == warned


def test_a_payment_without_a_column_of_amounts_has_no_warning() -> None:  # 5.import.1122, 1123
    assert read("Name,Phone,Payment,Quantity\nAda,1,free,\nBob,2,paid,2\n").warnings == []


@pytest.mark.parametrize(
    ("text", "event", "payments"),
    [
        (f"{PRICED}Ada,1,,25\nBob,2,,20\nCleo,3,,30\nDan,4,,0\nEve,5,,\n", GALA, "paid partial paid unpaid free"),
        (f"{PRICED}Ada,1,2,50\nBob,2,2,49.99\n", GALA, "paid paid partial partial"),
        (f"{PRICED}Ada,1,,5\nBob,2,,\nCleo,3,,0\n", FREE, "paid free free"),
        # A payment column, or a status, decides itself.
        ("Name,Phone,Payment,Amount paid\nAda,1,,25\nBob,2,unpaid,20\n", GALA, "free unpaid"),
        ("Name,Phone,Order status,Amount paid\nAda,1,complete,20\nBob,2,pending,20\n", GALA, "paid pending"),
    ],
)
def test_an_amount_decides_the_payment_where_nothing_else_does(  # 5.import.1094
    text: str, event: KnownEvent, payments: str
) -> None:
    assert [row.attendee.payment_status for row in read(text, event=event).valid] == payments.split()


QUANTITIES = "Name,Phone,Quantity,Amount paid\nAda,1,3,100\nBob,2,,\nCleo,3,1.0,20\n"


def test_a_quantity_adds_that_many_guests() -> None:  # 5.import.940, 941
    report = read(QUANTITIES)
    assert report.mapping["quantity"] == 2
    assert [(row.row, row.attendee.full_name, row.attendee.phone) for row in report.valid] == [
        (2, "Ada", "1"),
        (2, "Ada (2)", "1"),
        (2, "Ada (3)", "1"),
        (3, "Bob", "2"),
        (4, "Cleo", "3"),
    ]
    # The amount is for all of them.
    assert [row.attendee.amount_paid_cents for row in report.valid] == [3334, 3333, 3333, None, 2000]
    assert report.parties == Parties(
        column=2, rows=1, guests=3, divided=DividedAmount(row=2, amount_cents=10000, guests=3)
    )


@pytest.mark.parametrize(
    ("text", "divided"),
    [
        (f"{PRICED}Ada,1,1,25\nBob,2,2,\nCleo,3,2,0\nDan,4,4,95\nEve,5,2,50\n", (5, 9500, 4)),
        (f"{PRICED}Ada,1,1,25\nBob,2,2,\n", None),
        # Without an amount in the file, each guest has the price.
        ("Name,Phone,Quantity,Payment\nAda,1,2,paid\n", None),
    ],
)
def test_the_first_amount_that_is_divided_is_reported(  # 5.import.1121
    text: str, divided: tuple[int, int, int] | None
) -> None:
    parties = read(text).parties
    assert parties is not None
    found = parties.divided
    assert (found and (found.row, found.amount_cents, found.guests)) == divided


def test_without_a_row_for_several_people_nothing_is_divided() -> None:  # 5.import.1121
    assert read(f"{PRICED}Ada,1,1,25\n").parties is None


@pytest.mark.parametrize(
    ("cell", "people"), [("", 1), ("0", 1), ("no", 1), ("1", 2), ("+2", 3), ("yes", 2), ("2.0", 3)]
)
def test_a_plus_one_is_one_more(cell: str, people: int) -> None:  # 5.import.940
    text = f"Name,Phone,+1\nAda,1,{cell}\n"
    assert "quantity" not in read(text).mapping
    assert len(read(text, mapping={"fullName": 0, "phone": 1, "quantity": 2}).valid) == people


@pytest.mark.parametrize("cell", ["0", "51", "-1", "many", "1.5", "9" * 30])
def test_a_quantity_that_is_none_is_an_error(cell: str) -> None:  # 5.import.940
    # Chosen by the heading, because the other rows have numbers.
    rows = "".join(f"Guest {n},{n},2\n" for n in range(300))
    report = read(f"Name,Phone,Qty\n{rows}Ada,1,{cell}\n")
    assert [(error.field, error.row) for error in report.row_errors] == [("quantity", 302)]
    assert len(report.valid) == 600


def test_a_name_with_its_number_has_to_fit() -> None:  # 5.import.940; 5.attendee.8
    [error] = read(f"Name,Phone,Qty\n{'x' * 199},1,2\n").row_errors
    assert (error.field, error.message) == ("fullName", "Is too long for the tickets of 2 people")


def test_the_number_and_the_code_of_a_ticket_are_the_first_ones() -> None:  # 5.import.940
    text = "Name,Phone,Qty,Invoice Number,Ticket Code\nAda,1,2,INV-7,a-secret-of-another-tool\n"
    valid = read(text, keep_ticket_codes=True).valid
    assert [(row.attendee.invoice_number, row.attendee.qr_code_data) for row in valid] == [
        ("INV-7", "a-secret-of-another-tool"),
        (None, None),
    ]


def test_a_row_for_each_ticket_of_an_order_is_one_guest() -> None:  # 5.import.941; 5.import.202
    report = read("Name,Phone,Quantity\nAda,1,2\nBob,1,2\nCleo,3,1\n")
    assert "quantity" not in report.mapping
    assert len(report.valid) == 3
    assert report.notes == [f"'Quantity' says for 2 rows that more people come. {ONE_GUEST}"]
    assert "quantity" not in read("Name,Phone,Guests\nAda,1,Bob\n").mapping


@pytest.mark.parametrize(
    "cells", ["100234 100235", "25.50 30.50", "0 0", "Early Full", "VIP VIP 2", "1001 3 1002", "VIP 0 1 1 abc"]
)
def test_cells_that_mostly_are_no_quantities_are_left_alone(cells: str) -> None:  # 5.import.941
    rows = [f"Guest {n},{n},{cell}\n" for n, cell in enumerate(cells.split())]
    report = read(f"Name,Phone,Tickets\n{''.join(rows)}")
    assert ("quantity" in report.mapping, report.errors, len(report.valid)) == (False, 0, len(rows))


def test_a_quantity_may_have_decimals_of_zero() -> None:  # 5.import.940
    assert len(read("Name,Phone,Quantity\nAda,1,2.00\nBob,2,1.00\n").valid) == 3


@pytest.mark.parametrize("cell", ["0", "2.5", "51", "-1"])
def test_a_first_row_with_a_number_that_cannot_be_meant_is_one_error(cell: str) -> None:  # 5.import.941
    report = read(f"Name,Phone,Quantity\nAda,1,{cell}\nBob,2,3\n")
    assert [(error.field, error.row) for error in report.row_errors] == [("quantity", 2)]
    assert len(report.valid) == 3


def test_each_bad_cell_among_good_quantities_is_an_error_of_its_row() -> None:  # 5.import.941, 1120
    cells = ["2", "0", "1", "abc", "3", "", "1", "2", "1", "1"]
    report = read("Name,Phone,Quantity\n" + "".join(f"Guest {n},{n},{cell}\n" for n, cell in enumerate(cells)))
    assert [(error.row, error.field, error.message) for error in report.row_errors] == [
        (3, "quantity", "'0' is not a number of people from 1 to 50"),
        (5, "quantity", "'abc' is not a number of people from 1 to 50"),
    ]
    assert len(report.valid) == 12


@pytest.mark.either_engine
class TestTheCall:
    def test_a_quantity_of_a_file_and_the_same_file_again(self, house: House) -> None:  # 5.import.940
        olive = house.signed_in()
        event = new_event(olive)
        assert counts(sent(olive, QUANTITIES, eventId=event["id"])) == (5, 0, 0)
        assert counts(sent(olive, QUANTITIES, eventId=event["id"])) == (0, 0, 5)
        without = {"fullName": 0, "phone": 1, "quantity": None}
        report = preview(olive, QUANTITIES, eventId=event["id"], mapping=without)
        assert counts(report) == (0, 0, 3)
        assert report["warnings"] == []

    def test_matching_rows_are_counted_and_taken_once_on_demand(self, house: House) -> None:  # 5.import.942
        olive = house.signed_in()
        event = new_event(olive)
        text = "Name,Phone\nAda,0400 1\nada,04001\nBob,2\nADA,0400-1\n"
        report = preview(olive, text, eventId=event["id"])
        assert (counts(report), report["matching"]) == ((4, 0, 0), 2)
        report = sent(olive, text, eventId=event["id"], oneOfEach=True)
        assert (counts(report), report["matching"]) == ((2, 0, 0), 2)
        assert names(olive) == ["Ada", "Bob"]

    def test_each_row_is_in_one_count(self, house: House) -> None:  # 5.import.1125
        olive = house.signed_in()
        event = new_event(olive)
        new_attendee(olive, event, fullName="Ada", phone="1")
        text = (
            "Name,Phone,Quantity,Table,Status\nAda,1,,,\nBob,2,3,,\nBob,2,,,\nCleo,3,,x,\nDan,4,0,,\n,5,,,\n"
            "Eve,,,,\nFay,7,2,,Cancelled\nGus,8,,,Confirmed\n"
        )

        def figures(**choices: bool) -> tuple[list[int], int]:
            report = preview(olive, text, eventId=event["id"], **choices)
            names = ("imported", "errors", "duplicates", "withoutName", "leftOut", "matching")
            return [report[name] for name in names], report["rows"]

        assert figures() == ([5, 3, 1, 1, 1, 1], 9)
        # Bob's first row adds two guests.
        assert figures(oneOfEach=True) == ([4, 3, 1, 1, 1, 1], 9)
        assert figures(includeDuplicates=True, includeLeftOut=True) == ([8, 3, 1, 1, 1, 1], 9)

    def test_names_the_guests_of_rows_with_errors_and_warnings(self, house: House) -> None:  # 5.import.1126
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=2500)
        ada = new_attendee(olive, event, fullName="Ada", phone="1")
        text = lines(
            [
                ("First name", "Last name", "Phone", "Table", "Amount paid", "Email", "Invoice Number"),
                ("Bob", "Hope", 2, "x", "", "", ""),
                ("Cleo", "", 3, "", "26", "", ""),
                ("Dan", "x" * 300, 4, "", "", "", ""),
                ("Eve", "", 5, "", "", "", ada["invoiceNumber"]),
                ("Fay", "", 1, "", "", "", ""),
                ("Gus", "", "", "", "", "", ""),
                ("Hal", "", 8, "", "", "", ""),
            ]
        )
        report = preview(olive, text, eventId=event["id"])
        assert [error["row"] for error in report["rowErrors"]] == [2, 4, 5, 7]
        assert [warning["row"] for warning in report["warnings"]] == [3, 6]
        assert report["guestNames"] == {
            "2": "Bob Hope",
            "3": "Cleo",
            "4": ("Dan " + "x" * 300)[:200],
            "5": "Eve",
            "6": "Fay",
            "7": "Gus",
        }

    def test_a_row_that_is_left_out_has_no_warning(self, house: House) -> None:  # 5.import.1127
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=2500)
        new_attendee(olive, event, fullName="Ada", phone="1")
        text = "Name,Phone,Amount paid\nAda,1,26\nBob,2,26\nBob,2,26\n"

        def warned(**choices: bool) -> list[int]:
            report = preview(olive, text, eventId=event["id"], **choices)
            return [warning["row"] for warning in report["warnings"]]

        assert warned() == [3, 4]
        assert warned(oneOfEach=True) == [3]
        assert warned(includeDuplicates=True) == [2, 3, 4]

    def test_guests_of_one_name_with_numbers_have_no_warning(self, house: House) -> None:  # 5.import.1138
        olive = house.signed_in()
        event = new_event(olive)
        text = "Name,Phone,Quantity\nAda,1,3\nAda,1,2\nBob,1,1\n"
        warnings = preview(olive, text, eventId=event["id"], includeDuplicates=True)["warnings"]
        assert [(warning["row"], warning["message"]) for warning in warnings] == [
            (4, "The same phone as row 2, with another name.")
        ]

    def test_takes_no_list_before_the_question_is_answered(self, house: House) -> None:  # 5.import.201; 5.import.4
        olive = house.signed_in()
        event = new_event(olive)
        text = "Name,Home phone,Work phone\nAda,0400 1,0400 2\n"
        refused = problem(send(olive, text, eventId=event["id"]), 400, "mapping_needed")
        assert refused["columns"] == ["Name", "Home phone", "Work phone"]
        assert refused["mapping"] == {"fullName": 0, "phone": 1}
        assert refused["questions"] == [{"field": "phone", "reason": "equal", "columns": [1, 2]}]
        assert preview(olive, text, eventId=event["id"])["questions"] == refused["questions"]
        report = sent(olive, text, eventId=event["id"], mapping={"fullName": 0, "phone": 2})
        assert (counts(report), report["questions"]) == ((1, 0, 0), [])
        assert [a["phone"] for a in olive.get("/api/attendees").json()] == ["0400 2"]

    def test_reads_the_status_of_a_mapping_that_says_nothing_of_it(self, house: House) -> None:  # 5.import.451
        olive = house.signed_in()
        event = new_event(olive)
        text = "Name,Home phone,Work phone,Status\nAda,0400 1,0400 2,Cancelled\nBob,0400 3,0400 4,Confirmed\n"
        refused = problem(send(olive, text, eventId=event["id"]), 400, "mapping_needed")
        assert "replaces the guessed one" in refused["detail"]
        chosen = {"fullName": 0, "phone": 2}
        report = preview(olive, text, eventId=event["id"], mapping=chosen)
        assert (report["imported"], report["leftOut"], report["mapping"]) == (1, 1, {**chosen, "status": 3})
        report = preview(olive, text, eventId=event["id"], mapping={**chosen, "status": None})
        assert (report["imported"], report["leftOut"], report["mapping"]) == (2, 0, chosen)

    def test_shows_three_guests_as_they_will_stand(self, house: House) -> None:  # 5.import.203
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=2500)
        new_attendee(olive, event, fullName="Ada Byron", phone="1")
        text = lines(
            [
                ("First name", "Last name", "Middle name", "Phone", "Table", "Ticket status", "Checked in"),
                ("Ada", "Byron", "", 1, 7, "confirmed", ""),
                ("Bob", "Hope", "T.", 2, 7, "confirmed", "2026-11-20 19:05"),
                ("Cleo", "", "", 3, "", "", ""),
                ("Dan", "", "", 4, "", "", ""),
                ("Eve", "", "", 5, "", "", ""),
            ]
        )
        guests = preview(olive, text, eventId=event["id"])["guests"]
        assert [(guest["row"], guest["fullName"]) for guest in guests] == [(3, "Bob T. Hope"), (4, "Cleo"), (5, "Dan")]
        bob, cleo, _ = guests
        assert (bob["tableNumber"], bob["paymentStatus"], bob["amountPaidCents"]) == (7, "paid", 2500)
        assert bob["attendedAt"] == "2026-11-20T19:05:00.000Z"
        assert bob["columns"] == {
            "fullName": [0, 2, 1],
            "phone": [3],
            "tableNumber": [4],
            "paymentStatus": [5],
            "attendedAt": [6],
        }
        assert (cleo["tableNumber"], cleo["paymentStatus"], cleo["columns"]) == (
            1,
            "free",
            {"fullName": [0], "phone": [3]},
        )
        assert sent(olive, text, eventId=event["id"])["imported"] == 4
        assert [a["fullName"] for a in olive.get("/api/attendees").json()][-2] == "Bob T. Hope"


@pytest.mark.parametrize(
    ("text", "mapping"),
    [
        ("Name,Phone,Paid\nAda,1,85.00\nBob,2,42.50\n", {"amountPaid": 2}),
        ("Name,Phone,Paid\nAda,1,$85\nBob,2,\nCy,3,no\nDan,4,0\n", {"amountPaid": 2}),
        ("Name,Phone,Paid,Payment Status\nAda,1,85.00,paid\n", {"amountPaid": 2, "paymentStatus": 3}),
        # A status, a yes or a no, or an amount with its own heading.
        ("Name,Phone,Paid\nAda,1,yes\nBob,2,no\n", {"paymentStatus": 2}),
        ("Name,Phone,Paid\nAda,1,1\nBob,2,0\n", {"paymentStatus": 2}),
        ("Name,Phone,Paid,Amount Paid\nAda,1,1,85.00\n", {"paymentStatus": 2, "amountPaid": 3}),
    ],
)
def test_amounts_under_paid_are_the_amount_paid(text: str, mapping: dict[str, int]) -> None:  # 5.import.1136
    assert read(text).mapping == {"fullName": 0, "phone": 1} | mapping


def test_unusual_payment_statuses_are_named() -> None:  # 5.import.1137
    text = "Name,Phone,Payment\nAda,1,part\nBob,2,part\nCy,3,85.00\nDan,4,Pending\nEve,5,paid\nFay,6,gratis\nGus,7,\n"
    [note] = [note for note in read(text).notes if "count as unpaid" in note]
    assert note == "Guests with these payment statuses count as unpaid: 'part' (2), '85.00' (1)."


def test_the_remainder_of_a_divided_amount_is_spread() -> None:  # 5.import.940
    report = read("Name,Phone,Quantity,Amount paid\nAda,1,3,500\n")
    assert [row.attendee.amount_paid_cents for row in report.valid] == [16667, 16667, 16666]
