"""Twenty invented people, as the exports of other tools write them: a line of TOOLS each."""

import base64
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from tests.spreadsheets.sending import lines


class Person(NamedTuple):
    """An invented person. `cell_name` may have a line break, which a name does not keep."""

    number: int
    first: str
    last: str
    phone: str
    is_cancelled: bool
    has_arrived: bool

    @property
    def name(self) -> str:
        """The name as the list shall show it."""
        return f"{self.first} {self.last}".replace("\n", " ").strip()

    @property
    def cell_name(self) -> str:
        """The name as a tool with one column writes it."""
        return f"{self.first} {self.last}".strip()


_NAMES = (
    ("Zoë", "Brontë"), ("José María", "Álvarez Núñez"), ("Jürgen", "Groß"), ("Ada 🌸", "Lovelace"), ("Fikret", "Çelik"),
    ("Maria\nClara", "d'Arezzo"), ("Søren", "Ødegård"), ("王", "小明"), ("Siobhán", "O'Brien-Smith"), ("Łukasz", "Żak"),
    ("Cher", ""), ("Anne, Marie", "Dupont"), ("François", "Le Gall"), ("Nuno", "São João"), ("Eva", "van der Berg"),
    ("Otto", "Id"), ("Status", "Quo"), ("Günther", 'von "Blau"'), ("Παύλος", "Λαμπράκης"), ("Ingrid", "Ticket"),
)  # fmt: skip
WITHOUT_A_PHONE = {2, 7, 12}
CANCELLED = {4, 9, 14}
ARRIVED = {1, 5, 18}
PEOPLE = [
    Person(
        number,
        *name,
        phone="" if number in WITHOUT_A_PHONE else f"+61 400 000 {number:03}",
        is_cancelled=number in CANCELLED,
        has_arrived=number in ARRIVED,
    )
    for number, name in enumerate(_NAMES)
]

MOMENT = "2026-11-20 19:05"
ID = 15_483_920


def secret(number: int) -> str:
    """The code of a ticket, as pretix draws it."""
    return base64.b32encode(sha256(str(number).encode()).digest()).decode().lower()[:32]


class Tool(NamedTuple):
    """The headings of a tool's file, its row of a person, and whether it shows that a person cancelled."""

    headings: str
    row: Callable[[Person], Sequence[object]]
    separator: str = ","
    says_who_cancelled: bool = True
    says_who_arrived: bool = False
    title: str = ""

    def file(self, people: Sequence[Person] = PEOPLE) -> str:
        """The people as a file of the tool."""
        title = f"{self.title}\n" if self.title else ""
        text = title + lines([self.headings.split("|"), *(self.row(person) for person in people)])
        return text if self.separator == "," else _separated(self, people)


def _separated(tool: Tool, people: Sequence[Person]) -> str:
    cells = [tool.headings.split("|"), *(tool.row(person) for person in people)]
    quoted = ([f'"{str(cell).replace(chr(34), chr(34) * 2)}"' for cell in row] for row in cells)
    return "\n".join(tool.separator.join(row) for row in quoted) + "\n"


def _by(person: Person, cancelled: str, else_: str) -> str:
    return cancelled if person.is_cancelled else else_


def _arrived(person: Person, text: str = MOMENT, else_: str = "") -> str:
    return text if person.has_arrived else else_


def _excel(person: Person, paid: str, unpaid: str) -> list[object]:
    return [person.first, person.last, person.phone, person.number % 7 + 1, unpaid if person.number % 2 else paid]


TOOLS: Mapping[str, Tool] = {
    "pretix": Tool(
        "Event slug|Order code|Position ID|Status|Email|Phone number|Order date|Order time|Product|Variation|Price"
        "|Tax rate|Tax rule|Tax value|Attendee name|Attendee name: Given name|Attendee name: Family name|Attendee email"
        "|Company|Address|ZIP code|City|Country|State|Voucher|Pseudonymization ID|Seat ID|Seat name|Seat zone|Seat row"
        "|Seat number|Order comment|Invoice address name|Invoice address name: Given name|Sales channel"
        "|Payment providers|Secret|Checked in",
        lambda p: (
            "gala", f"A{p.number:04}", 1, _by(p, "Canceled", "Paid"), "a@example.org", p.phone, "2026-10-01",
            "10:00:00", "Ticket", "Early", "25.00", "0.00", "", "0.00", p.cell_name, p.first, p.last, *[""] * 8,
            f"PS{p.number}", "", "", "", "", p.number, "", "Firma GmbH", "Firma", "web", "Stripe", secret(p.number),
            _arrived(p),
        ),
        says_who_arrived=True,
    ),
    "pretix in German": Tool(
        "Bestellnummer|Status|E-Mail|Telefonnummer|Produkt|Preis|Teilnehmername|Teilnehmername: Vorname"
        "|Teilnehmername: Nachname|Firma|Eingecheckt",
        lambda p: (
            f"A{p.number}", _by(p, "storniert", "bezahlt"), "a@example.org", p.phone, "Eintritt", "25,00", p.cell_name,
            p.first, p.last, "Firma GmbH", _arrived(p, "ja", "nein"),
        ),
        separator=";",
        says_who_arrived=True,
    ),
    "Eventbrite": Tool(
        "Order #|Order Date|First Name|Last Name|Email|Quantity|Price Tier|Ticket Type|Attendee #|Group|Order Type"
        "|Currency|Total Paid|Fees Paid|Eventbrite Fees|Eventbrite Payment Processing|Attendee Status|Cell Phone",
        lambda p: (
            ID - p.number, "11/29/26 22:28", p.first, p.last, "a@example.org", 1, "", "General Admission",
            ID + p.number, "", "Eventbrite Completed", "AUD", "25.00", "1.20", "0.80", "0.40",
            _by(p, "Not Attending", "Attending"), p.phone,
        ),
    ),
    "Hi.Events": Tool(
        "ID|First Name|Last Name|Email|Status|Is Checked In|Checked In At|Ticket ID|Ticket Name|Event ID|Public ID"
        "|Short ID|Created Date|Last Updated Date|Notes|What is your mobile number?|Dietary needs",
        lambda p: (
            p.number, p.first, p.last, "a@example.org", _by(p, "CANCELLED", "ACTIVE"), _arrived(p, "Yes", "No"),
            _arrived(p), 3, "General - Early", 1, f"A-{p.number}", f"a_{p.number}", MOMENT, MOMENT, "", p.phone, "None",
        ),
        says_who_arrived=True,
    ),
    "Tito": Tool(
        "Number|Ticket Created Date|Ticket|Ticket Full Name|Ticket First Name|Ticket Last Name|Ticket Email"
        "|Ticket Company Name|Ticket Phone Number|Event|Void Status|Price|Ticket Reference|Tags|Unique Ticket URL"
        "|Order Reference|Order Name|Order Email|Order Phone Number|Order IP|Payment Reference",
        lambda p: (
            p.number, MOMENT, "Standard", p.cell_name, p.first, p.last, "a@example.org", "Firma", p.phone, "Gala",
            _by(p, "Void", ""), "25.00", f"AB12-{p.number}", "", "https://example.org/t", "AB12", "Buyer Person",
            "b@example.org", "+61 499 999 999", "192.0.2.1", "pi_123",
        ),
    ),
    "Humanitix": Tool(
        "Order ID|Order name|Order status|First name|Last name|Buyer first name|Buyer mobile|Email|Mobile|Ticket type"
        "|Ticket number|Ticket status|Access code|Group name|Scan status",
        lambda p: (
            f"H{p.number}", "Buyer Person", "complete", p.first, p.last, "Buyer", "+61 499 999 999", "a@example.org",
            p.phone, "General", ID + p.number, _by(p, "cancelled", "complete"), "", "Table of ten", "",
        ),
    ),
    "Luma": Tool(
        "api_id|name|first_name|last_name|email|phone_number|created_at|approval_status|checked_in_at"
        "|custom_source|qr_code_url|amount_tax|ticket_type_id|ticket_name",
        lambda p: (
            f"gst-{p.number}", p.cell_name, p.first, p.last, "a@example.org", p.phone, "2026-10-01T10:00:00.000Z",
            _by(p, ("declined", "waitlist", "pending_approval")[p.number % 3], "approved"),
            _arrived(p, "2026-11-20T19:05:00.000Z"), "", "https://example.org/check-in/1", "$0.00", "tkt-1", "Standard",
        ),
        says_who_arrived=True,
    ),
    "Guest Manager": Tool(
        "Ticket Number|First Name|Last Name|Email|Mobile Phone|Ticket Type|Total Guests|Status|Guest of|Checked in",
        lambda p: (
            ID + p.number, p.first, p.last, "a@example.org", p.phone, "VIP", 2, _by(p, "Cancelled", "Confirmed"),
            "Patron Person", _arrived(p, "true", "false"),
        ),
        says_who_arrived=True,
    ),
    "zkipster": Tool(
        "External ID|Salutation|First Name|Last Name|Suffix|Email|Phone Number|Company|Guest Type|Guest Status"
        "|Total Guests|Table",
        lambda p: (
            p.number, "Dr", p.first, p.last, "", "a@example.org", p.phone, "Firma", "Press",
            _by(p, "Declined", "Confirmed"), 1, p.number % 5 + 1,
        ),
    ),
    "Google Contacts, old": Tool(
        "Name|Given Name|Additional Name|Family Name|Yomi Name|Name Prefix|Nickname|Notes|Group Membership"
        "|E-mail 1 - Type|E-mail 1 - Value|Phone 1 - Type|Phone 1 - Value|Phone 2 - Type|Organization 1 - Name",
        lambda p: (
            p.cell_name, p.first, "", p.last, "", "", "Nick", "", "* myContacts", "*", "a@example.org", "Mobile",
            p.phone, "Home", "Firma",
        ),
        says_who_cancelled=False,
    ),
    "Google Contacts, 2024": Tool(
        "First Name|Middle Name|Last Name|Phonetic First Name|Phonetic Last Name|Name Prefix|Name Suffix|Nickname"
        "|File As|Organization Name|Notes|Labels|E-mail 1 - Label|E-mail 1 - Value|Phone 1 - Label|Phone 1 - Value",
        lambda p: (
            p.first, "", p.last, "Fo", "Ne", "Dr", "Jr", "Nick", "", "Firma", "", "* myContacts", "*", "a@example.org",
            "Mobile", p.phone,
        ),
        says_who_cancelled=False,
    ),
    "WooCommerce": Tool(  # not among the tools that users named
        "Order Number|Order Status|Billing First Name|Ticket Product|Attendee First Name|Attendee Last Name"
        "|Attendee Phone|Order Total",
        lambda p: (
            ID + p.number, _by(p, "wc-refunded", "wc-completed"), "Buyer", "Gala", p.first, p.last, p.phone, "25.00",
        ),
    ),
    # Headings put together by hand, in the words of more ticket sellers.
    "Ticket Tailor": Tool(
        "Order ID|Order date|Event name|Ticket ID|Ticket code|Ticket type|Ticket status|Ticket holder first name"
        "|Ticket holder last name|Ticket holder email|Ticket holder phone|Buyer name|Buyer phone|Check-in status"
        "|Checked in at|Total paid|Barcode",
        lambda p: (
            f"or_{p.number}", MOMENT, "Gala", f"it_{p.number}", f"aB{p.number:02}x", "Standard",
            _by(p, "Voided", "Valid"), p.first, p.last, "a@example.org", p.phone, "Buyer Person", "+61 499 999 999",
            _arrived(p, "Checked in", "Not checked in"), _arrived(p), "25.00", secret(p.number),
        ),
        says_who_arrived=True,
    ),
    "TicketSource": Tool(
        "Booking reference|Booking date|Customer first name|Customer last name|Customer telephone|Ticket holder name"
        "|Ticket holder telephone|Ticket type|Ticket no.|Seat|Face value|Booking status|Admitted",
        lambda p: (
            f"TS{p.number}", MOMENT, "Buyer", "Person", "+61 499 999 999", p.cell_name, p.phone, "Adult", p.number + 1,
            "A1", "25.00", _by(p, "Cancelled", "Confirmed"), _arrived(p, "Yes", "No"),
        ),
        says_who_arrived=True,
    ),
    "RSVPify": Tool(
        "Invitation ID|Party Name|First Name|Last Name|Title|Email|Phone|RSVP Status|Plus One|Total Party Size|Table"
        "|Custom question: Dietary needs|Submitted on",
        lambda p: (
            p.number, "The Family", p.first, p.last, "Dr", "a@example.org", p.phone, _by(p, "Not Attending",
            "Attending"),
            "", 1, p.number % 5 + 1, "None", MOMENT,
        ),
    ),
    "Billetto": Tool(
        "Order ID|Ordered at|State|Buyer name|Attendee name|Attendee email|Attendee phone|Ticket type|Price|Barcode"
        "|Validated at",
        lambda p: (
            ID + p.number, MOMENT, _by(p, "refunded", "paid"), "Buyer Person", p.cell_name, "a@example.org", p.phone,
            "Early", "25.00", secret(p.number), _arrived(p),
        ),
        says_who_arrived=True,
    ),
    "Weezevent": Tool(
        "N° de commande|N° de billet|Code-barres|Tarif|Prénom participant|Nom participant|Téléphone participant"
        "|Nom acheteur|Prénom acheteur|Téléphone acheteur|Email acheteur|Montant|Statut|Présence",
        lambda p: (
            ID, ID + p.number, secret(p.number), "Plein tarif", p.first, p.last, p.phone, "Person", "Buyer",
            "+61 499 999 999", "a@example.org", "25,00", _by(p, "Annulé", "Validé"), _arrived(p, "oui", "non"),
        ),
        separator=";",
        says_who_arrived=True,
    ),
    "Outlook contacts": Tool(
        "Title|First Name|Middle Name|Last Name|Suffix|Company|Department|Job Title|Business Phone|Home Phone"
        "|Mobile Phone|Other Phone|E-mail Address|E-mail Type|Categories|Notes|Priority",
        lambda p: (
            "Dr", p.first, "", p.last, "", "Firma", "", "Boss", "", "", p.phone, "", "a@example.org", "SMTP", "", "",
            "Normal",
        ),
        says_who_cancelled=False,
    ),
    "Ticketpay": Tool(
        "Bestellnr.|Ticketnr.|Kategorie|Vorname Besteller|Nachname Besteller|Vorname Ticketinhaber"
        "|Nachname Ticketinhaber|Telefon Ticketinhaber|Telefon Besteller|Ticketstatus|Barcode|Eingelassen am",
        lambda p: (
            ID, ID + p.number, "Parkett", "Buyer", "Person", p.first, p.last, p.phone, "+61 499 999 999",
            _by(p, "storniert", "gültig"), secret(p.number), _arrived(p, "20.11.2026 19:05"),
        ),
        separator=";",
        says_who_arrived=True,
    ),
    "Excel in English, from Numbers": Tool(
        "Name|Surname|Phone|Table|Paid?", lambda p: _excel(p, "Yes", "No"), says_who_cancelled=False, title="Guests,,,,"
    ),
    "Excel in German": Tool(
        "Vorname|Nachname|Telefonnummer|Tisch|bezahlt", lambda p: _excel(p, "ja", "nein"), ";", says_who_cancelled=False
    ),
    "Excel in French": Tool(
        "Prénom|Nom|Téléphone|Table|payé", lambda p: _excel(p, "oui", "non"), ";", says_who_cancelled=False
    ),
    "Excel in Spanish": Tool(
        "Nombre|Apellidos|Teléfono móvil|Mesa|Pagado", lambda p: _excel(p, "sí", "no"), ";", says_who_cancelled=False
    ),
    "Excel in Italian": Tool(
        "Nome|Cognome|Cellulare|Tavolo|Pagato", lambda p: _excel(p, "sì", "no"), ";", says_who_cancelled=False
    ),
    "Excel in Dutch": Tool(
        "Voornaam|Achternaam|Mobiel|Tafel|Betaald", lambda p: _excel(p, "ja", "nee"), ";", says_who_cancelled=False
    ),
}  # fmt: skip
