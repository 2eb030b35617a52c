"""The words by which an import knows other tools' columns and cells (contract 5, decision 0037).

To add a tool or a language, add its words here. A heading is written in one piece, without case, accents and marks:
'Attendee #' is 'attendeenumber'. The words of a cell are folded and parted by single blanks.
"""

import re

from doorlist.core.text import fold

_NUMBER_SIGN = re.compile(r"#|\bn[°º]")
_WORD = re.compile(r"[^\W_]+")

HEADINGS: dict[str, tuple[str, ...]] = {
    "fullName": (
        "guestname", "guestfullname", "attendeefullname", "nameofguest", "ticketfullname",
        "ticketholder", "ticketholdername", "ticketinhaber", "nameticketinhaber", "ticketinhabername", "displayname",
        "nameandsurname", "firstandlastname",
        "vollstandigername", "vorundnachname", "vornamenachname", "vornameundnachname", "gastname", "namedesgastes",
        "teilnehmername", "nomcomplet", "prenomnom", "nomprenom", "prenometnom", "nometprenom", "nomdelinvite",
        "nomduparticipant", "nombrecompleto", "nombreyapellidos", "nombreyapellido", "nombredelinvitado",
        "nombredelasistente", "nomecompleto", "nomeecognome", "cognomeenome", "nominativo", "volledigenaam",
        "voorenachternaam", "naamgast",
    ),
    "firstName": (
        "firstname", "givenname", "forename", "ticketfirstname", "ticketholderfirstname", "attendeefirstname",
        "guestfirstname", "vornameticketinhaber", "vornamedesgastes", "prenomparticipant", "prenomduparticipant",
        "nombredelparticipante", "attendeenamegivenname", "attendeenamefirstname", "vorname", "teilnehmernamevorname",
        "prenom", "primernombre", "nombredepila", "voornaam", "roepnaam",
    ),
    "middleName": (
        "middlename", "middlenames", "additionalname", "ticketmiddlename", "attendeemiddlename", "guestmiddlename",
        "zweitername", "zweitervorname", "deuxiemeprenom", "segundonombre", "secondonome", "tweedevoornaam",
        "tussenvoegsel", "tussenvoegsels",
    ),
    "lastName": (
        "lastname", "surname", "familyname", "ticketlastname", "ticketholderlastname", "attendeelastname",
        "guestlastname", "attendeenamefamilyname", "nachnameticketinhaber", "nachnamedesgastes",
        "attendeenamelastname", "nachname", "familienname", "zuname",
        "teilnehmernamenachname", "teilnehmernamefamilienname", "nomdefamille", "apellido", "apellidos", "cognome",
        "achternaam", "familienaam",
    ),
    "phone": (
        "ticketphonenumber", "ticketholderphone", "ticketholderphonenumber", "ticketholdertelephone",
        "ticketholdertel", "telefonticketinhaber",
        "handyticketinhaber", "telephoneparticipant", "telephoneduparticipant", "ticketholdermobile", "attendeephone",
        "attendeephonenumber", "guestphone",
        "phonenumber", "phoneno", "mobile", "mobilenumber", "mobileno", "mobilephone", "mobilephonenumber", "telephone",
        "telephonenumber", "tel", "telno", "cell", "cellphone", "cellnumber", "ph", "mob", "contactnumber",
        "contactphone", "contact", "whatsapp",
        "telefon", "telefonnummer", "telefonnr", "telnr", "handy", "handynummer", "handynr", "mobil", "mobilnummer",
        "mobiltelefon", "mobilfunknummer", "rufnummer", "numerodetelephone", "numerodeportable", "portable",
        "telephoneportable", "numerodetelefono", "movil", "celular", "numerodimovil", "numerodemovil", "telefono",
        "telefonomovil", "cellulare", "numeroditelefono", "numerodicellulare", "telefoon", "telefoonnummer", "mobiel",
        "mobielnummer", "mobielenummer", "gsm", "gsmnummer",
    ),
    "eventName": ("event", "eventtitle", "evening", "show", "veranstaltung", "evenement", "evento"),
    "tableNumber": (
        "tableno", "table", "tablenr", "tbl", "tableid", "seatingtable", "tisch", "tischnummer", "tischnr",
        "numerodetable", "mesa", "numerodemesa", "tavolo", "numerotavolo", "tafel", "tafelnummer", "tafelnr",
    ),
    "paymentStatus": (
        "payment", "paid", "haspaid", "ispaid", "paidyesno", "paidyn", "paymentstate",
        "bezahlt", "bezahltjanein", "zahlung", "zahlungsstatus", "bezahlstatus",
        "paye", "payee", "payeouinon", "apaye", "regle", "paiement", "statutdepaiement", "statutdupaiement",
        "pagado", "pagada", "pago", "estadodelpago", "estadodepago", "pagato", "pagata", "pagamento",
        "statopagamento", "statodelpagamento", "betaald", "betaling", "betaalstatus", "betalingsstatus",
    ),
    "invoiceNumber": (
        "invoiceno", "invoice", "invoicenr", "invoiceid", "inv", "ticketnumber", "ticketno",
        "rechnungsnummer", "rechnungsnr", "numerodefacture", "numerodefactura",
        "numerofattura", "numerodifattura", "factuurnummer",
    ),
    "attended": (
        "attendedyesorno", "attendedyesno", "checkedin", "ischeckedin", "arrived", "present", "attendance",
        "attendedyn", "hasattended", "hasarrived", "admitted", "isadmitted", "entered", "validated", "eingelassen",
        "presence", "presenza", "checkin", "checkinstatus", "here",
        "eingecheckt", "anwesend", "erschienen", "enregistre", "arrive", "asistio", "registrado", "presente",
        "arrivato", "ingecheckt", "aanwezig",
    ),
    "attendedAt": (
        "checkedinat", "checkedintime", "checkinat", "arrivaltime", "timeofarrival", "arrivedat", "scannedat",
        "scantime", "timeofcheckin", "admittedat", "enteredat", "validatedat", "eingelassenam", "eingelassenum",
        "eingechecktum", "ankunftszeit", "heuredarrivee", "horadellegada",
        "oradarrivo", "aankomsttijd",
    ),
    "amountPaid": (
        "amount", "paidamount", "amountpaidaud", "amountaud", "totalpaid", "aud", "amountreceived", "betrag",
        "bezahlterbetrag", "montantpaye", "importepagado", "importopagato", "betaaldbedrag",
    ),
    "notes": (
        "guestnotes", "guestnote", "comment", "comments", "remark", "remarks",
        "notizen", "notiz", "bemerkungen", "bemerkung", "kommentar", "kommentare", "anmerkung", "anmerkungen",
        "remarques", "remarque", "commentaire", "commentaires", "notas", "nota", "comentario", "comentarios",
        "observaciones", "note", "commento", "commenti", "osservazioni", "opmerkingen", "opmerking",
    ),
    "status": (
        "attendeestatus", "ticketstatus", "gueststatus", "participantstatus", "voidstatus", "approvalstatus",
        "registrationstatus", "rsvpstatus", "rsvp", "status", "bookingstatus", "orderstatus", "orderstate",
        "ticketstate", "state",
        "teilnehmerstatus", "buchungsstatus", "bestellstatus", "statut", "statutdelacommande",
        "statutdubillet", "estado", "estadodelpedido", "estadodelaentrada", "stato", "statoordine", "statobiglietto",
        "bestelstatus", "cancelled", "canceled", "iscancelled", "iscanceled", "refunded", "isrefunded", "void",
        "voided", "deleted", "cancelledat", "canceledat", "refundedat",
        "voidedat", "deletedat", "storniert", "annule", "annulee", "cancelado", "cancelada", "annullato", "annullata",
        "geannuleerd",
    ),
    "ticketCode": (
        "secret", "ticketsecret", "positionsecret", "qrcode", "qrcodedata", "qrdata", "qrtext", "qrcodetext",
        "qrcodecontent", "qrcodevalue", "qrcodeurl", "ticketqrcode", "ticketqrcodedata", "barcode", "barcodenumber",
        "barcodevalue", "barcodeid", "ticketbarcode", "ticketbarcodenumber", "attendeebarcode", "ticketcode",
        "ticketcodes", "admissioncode", "checkincode", "scancode", "securitycode",
        "strichcode", "barcodenummer", "ticketbarcodenummer", "codebarre", "codebarres", "codeqr", "codigoqr",
        "codigodebarras", "codiceqr", "codiceabarre", "streepjescode",
    ),
    "ticketType": (
        "tickettype", "tickettypes", "ticketname", "tickettypename", "ticketcategory", "ticketclass", "tickettier",
        "tickettitle", "typeofticket", "admissiontype", "category", "categoryname", "tier", "productname", "product",
        "tickettyp", "ticketart", "ticketkategorie", "ticketbezeichnung", "kartenart", "kartentyp", "kategorie",
        "kartenkategorie", "produkt", "produktname",
        "typedebillet", "typedubillet", "typebillet", "typedeticket", "nomdubillet", "categorie", "categoriedebillet",
        "tarif", "nomdutarif", "produit",
        "tipodeentrada", "tipodeboleto", "tipodebillete", "tipodeticket", "nombredelaentrada", "categoria",
        "categoriadeentrada", "tarifa", "producto",
        "tipodibiglietto", "tipobiglietto", "nomebiglietto", "nomedelbiglietto", "categoriabiglietto", "tariffa",
        "prodotto",
        "ticketsoort", "soortticket", "ticketnaam", "ticketcategorie", "kaarttype", "kaartsoort", "soortkaart",
    ),
    "email": (
        "attendeeemail", "attendeeemailaddress", "guestemail", "guestemailaddress", "ticketholderemail", "ticketemail",
        "participantemail", "emailticketinhaber", "emailparticipant", "emailduparticipant",
        "email", "emails", "emailaddress", "emailid", "emailaddresses", "mail", "mailaddress", "mailadresse",
        "emailadresse", "adressemail", "adresseemail", "courriel", "adresseelectronique", "adressecourriel",
        "correo", "correoelectronico", "direcciondecorreo", "direcciondecorreoelectronico", "indirizzoemail",
        "indirizzomail", "postaelettronica", "emailadres", "mailadres",
        # A buyer gets the tickets of their guests.
        "buyeremail", "orderemail", "purchaseremail", "customeremail", "bookingemail", "billingemail", "contactemail",
    ),
    "price": ("price", "ticketprice", "ordertotal", "preis", "ticketpreis", "prix", "precio", "prezzo", "prijs"),
}  # fmt: skip
"""Whole headings for a field, the most telling first; our own export's come before all of them."""

UNCLEAR_NAMES = ("name", "nom", "nombre", "nome", "naam", "nomparticipant")
"""A first name beside a last name's column, a last name beside a first name's, else a full name."""

STATUS = frozenset({"status", "statut", "estado", "stato"})
"""A heading with one of these, or a word that ends with 'status', is one, but for STATUS_OF_OTHERS and payments."""

ANSWERS = frozenset(
    {"attending", "isattending", "areyouattending", "willattend", "willyouattend", "going", "areyougoing", "response",
     "rsvpresponse", "guestresponse", "rsvpanswer"}
)  # fmt: skip
"""Whole headings beneath which a no leaves a row out."""

CANCELLATIONS = frozenset(
    {"cancellation", "cancelation", "stornierung", "stornierungsdatum", "stornodatum", "annulation", "cancelacion",
     "annullamento", "annulering", "annuleringsdatum"}
)  # fmt: skip
WHEN = frozenset({"date", "time", "of", "on", "at", "datum", "am", "um", "d", "de", "del", "le", "fecha", "data", "di"})
"""Beside one of CANCELLATIONS only these: many guests have a cancellation insurance, and are not cancelled."""

STATUS_OF_OTHERS = frozenset(
    {"email", "mail", "sms", "newsletter", "marketing", "membership", "member", "marital", "matrimonial", "civil",
     "civile", "delivery", "shipping", "check", "checkin", "checked", "vaccination", "vaccine", "covid", "health",
     "employment", "student", "visa", "immigration", "residency", "account", "subscription", "consent", "waiver",
     "partner", "plus", "amount", "phone", "scan",
     # No moment of cancelling: 'Expire le' is to come, and 'Invalide' may be a disability.
     "expire", "invalid", "invalide"}
)  # fmt: skip
PAYMENTS = ("payment", "paid", "zahlung", "bezahl", "paiement", "pago", "pagamento", "betaling", "betaal")
"""How a word of payment begins: its status is not the guest's."""

EMAIL_OF_OTHERS = frozenset(
    {"seller", "sold", "sales", "scanned", "organizer", "organiser", "venue", "host", "emergency", "partner", "staff",
     "agent", "manager", "support", "cc", "verkaufer", "veranstalter", "vendeur", "organisateur", "vendedor",
     "organizador", "venditore", "organizzatore", "verkoper", "organisator"}
)  # fmt: skip
"""A column with one of these words in its heading is not guessed by its addresses: they are not the guests'."""

QUANTITIES = frozenset(
    {"quantity", "qty", "ticketquantity", "ticketcount", "numberoftickets", "nooftickets", "tickets", "anzahl",
     "anzahltickets", "nombredebillets", "quantite", "cantidad", "quantita", "aantal"}
)  # fmt: skip
"""Headings of columns with the number of tickets of a row."""

PARTY_SIZES = QUANTITIES | frozenset(
    {"totalguests", "guesttotal", "guests", "guestcount", "numberofguests", "noofguests", "partysize", "groupsize",
     "headcount", "pax", "people", "persons", "numberofpeople", "noofpeople", "attendees", "numberofattendees",
     "personen", "anzahlpersonen", "personenzahl", "nombredepersonnes", "nombredinvites", "personas",
     "numerodepersonas", "numerodeinvitados", "persone", "numerodipersone", "aantalpersonen", "aantalgasten"}
)  # fmt: skip
"""Headings of columns with the number of people, including the one who is named."""

PLUS_ONES = frozenset(
    {"plusone", "plusones", "plus1", "plus", "additionalguests", "extraguests", "guestsbrought", "bringing",
     "begleitung", "begleitpersonen", "accompagnants", "acompanantes", "accompagnatori"}
)  # fmt: skip
"""Headings of columns for companions: their number, a yes or a name."""

GUESTS = (
    "guest", "attendee", "person", "participant", "visitor", "customer", "customername", "who",
    "gast", "teilnehmer", "invite", "invitado", "asistente", "ospite", "invitato", "partecipante", "deelnemer",
)  # fmt: skip
"""A full name where no other column has names."""

HINTS: tuple[tuple[str, frozenset[str]], ...] = (
    ("phone", frozenset({"phone", "mobile", "telephone", "tel", "cell", "telefon", "handy", "telefono", "telefoon"})),
    ("tableNumber", frozenset({"table", "tisch", "mesa", "tavolo", "tafel"})),
    ("amountPaid", frozenset({"amount"})),
    ("paymentStatus", frozenset({"payment", "paid", "bezahlt", "paye", "pagado", "pagato", "betaald"})),
    ("attended", frozenset({"attended", "arrived", "present"})),
    ("fullName", frozenset({"name", "guest", "attendee"})),
)
"""Where no whole heading fits, one of these words is enough, unless the heading has one of ABOUT_SOMETHING_ELSE."""

BESIDE_A_NAME = frozenset(
    {"name", "full", "complete", "guest", "guests", "attendee", "participant", "person", "invitee", "holder", "your",
     "the", "a", "s", "of", "on", "in", "list", "what", "is", "please", "enter", "1"}
)  # fmt: skip
"""Words with which a name is still a guest's: a device, a bank and a school have names too."""

ABOUT_SOMETHING_ELSE = frozenset(
    {"event", "first", "given", "last", "family", "middle", "nick", "nickname", "additional", "maiden", "phonetic",
     "yomi", "prefix", "suffix", "title", "salutation", "anrede", "titel", "user", "username", "file", "company",
     "organization", "organisation", "organizer", "firma", "societe", "entreprise", "empresa", "azienda", "bedrijf",
     "seller", "sold", "scanned", "scan", "by", "of", "buyer", "customer", "acheteur", "besteller", "kaufer",
     "comprador",
     "acquirente", "koper", "purchaser", "payer", "billing", "shipping", "order",
     "invoice", "partner", "plus", "host", "patron", "email", "mail", "address", "adresse", "city", "zip", "country",
     "fax", "url", "link", "code", "date", "time", "datum", "due", "owing", "method", "provider", "providers",
     "processing", "gateway", "currency", "discount", "tax", "vat", "price", "count", "total", "quantity", "seat",
     "emergency", "notes", "note", "comment",
     "booking", "cardholder", "organiser", "venue",
     # A column of these never holds a name, a phone or a payment, whatever else its heading says.
     "id", "uid", "uuid", "status", "statut", "estado", "stato", "type", "typ", "tipo", "soort", "ticket", "tickets",
     "billet", "entrada", "biglietto", "product", "produkt", "produit", "producto", "prodotto", "group", "gruppe",
     "groupe", "grupo", "gruppo", "groep", "label", "labels", "fee", "fees", "gebuhr", "frais", "reference", "ref"}
)  # fmt: skip
WHEN_OR_HOW = frozenset({"at", "on", "via", "with"})
"""'Paid at' is no payment status, though 'Phone on the day' is a phone."""
NUMBERS = frozenset({"number", "no", "nr", "num", "nummer", "numero"})
"""A heading with one of these may be a phone's or a table's, and nothing else that is guessed by a word."""

ASKS_WHETHER_PAID = frozenset(
    {"paid", "haspaid", "ispaid", "paidyesno", "paidyn", "bezahlt", "bezahltjanein", "paye", "payee", "payeouinon",
     "apaye", "regle", "pagado", "pagada", "pagato", "pagata", "betaald"}
)  # fmt: skip
"""Payment headings beneath which a yes is 'paid'."""

YES = frozenset(
    {"yes", "y", "yep", "yeah", "true", "t", "1", "x", "✓", "✔", "☑", "✅", "ok", "on", "present", "attended",
     "arrived", "checked in", "checked-in", "here",
     "ja", "oui", "si", "wahr", "vrai", "verdadero", "vero", "waar", "anwesend", "eingecheckt", "erschienen",
     "presente", "enregistre", "arrive", "arrivato", "ingecheckt", "aanwezig"}
)  # fmt: skip
NO = frozenset(
    {"", "no", "n", "nope", "false", "f", "0", "-", "\u2013", "\u2014", "✗", "✘", "☐", "❌", "off", "absent", "no show",
     "no-show", "not attended", "not checked in", "not here", "n/a",
     "n a", "none", "null", "never",
     "nein", "non", "nee", "falsch", "faux", "falso", "onwaar", "abwesend", "nicht eingecheckt", "nicht erschienen",
     "ausente", "assente", "niet ingecheckt", "afwezig"}
)  # fmt: skip

PAYMENT: dict[str, tuple[str, ...]] = {
    "paid": (
        "bezahlt", "paye", "payee", "regle", "reglee", "acquitte", "pagado", "pagada", "pagato", "pagata", "saldato",
        "betaald", "voldaan",
    ),
    "unpaid": (
        "unbezahlt", "nicht bezahlt", "offen", "ausstehend", "impaye", "impayee", "non paye", "non payee", "non regle",
        "a payer", "en attente", "no pagado", "no pagada", "impagado", "pendiente", "non pagato", "non pagata",
        "da pagare", "in attesa", "onbetaald", "niet betaald", "openstaand", "in afwachting",
    ),
    "free": ("kostenlos", "gratis", "gratuit", "gratuite", "gratuito", "gratuita", "omaggio"),
}  # fmt: skip
"""Payment words of other languages, by ours."""

LEFT_OUT = frozenset(
    {"not attending", "not going", "not coming", "no longer attending", "not approved", "unapproved",
     "not yet approved", "on wait list", "on waiting list", "on the waiting list", "wait listed",
     "waiting listed", "full refund", "fully refund", "pending approval",
     "awaiting approval", "approval pending", "wait list", "waiting list", "on waitlist",
     "nicht genehmigt", "liste d attente", "sur liste d attente", "non approuve", "non approuvee",
     "en attente d approbation", "lista de espera", "en lista de espera", "no aprobado", "no aprobada",
     "lista d attesa", "in lista d attesa", "non approvato", "non approvata", "niet goedgekeurd"}
)  # fmt: skip
"""Statuses of who is not on the list, as a whole."""

LEFT_OUT_WORDS = frozenset(
    {"cancelled", "canceled", "refunded", "deleted", "removed", "void", "voided", "declined", "rejected", "denied",
     "expired", "disapproved", "revoked", "waitlist", "waitlisted", "withdrawn", "withdrew", "chargeback", "invalid",
     "storno", "storniert", "stornierte",
     "annulliert", "abgesagt", "erstattet", "ruckerstattet", "zuruckerstattet", "geloscht",
     "ungultig", "abgelehnt", "abgelaufen", "warteliste",
     "annule", "annulee", "rembourse", "remboursee", "supprime", "supprimee", "refuse", "refusee", "rejete", "rejetee",
     "expire", "expiree", "decline", "declinee", "invalide",
     "cancelado", "cancelada", "anulado", "anulada", "reembolsado", "reembolsada", "eliminado", "eliminada",
     "rechazado", "rechazada", "caducado", "caducada", "expirado", "expirada", "declinado", "declinada", "vencido",
     "annullato", "annullata", "cancellato", "cancellata", "rimborsato", "rimborsata", "eliminato", "eliminata",
     "rifiutato", "rifiutata", "scaduto", "scaduta",
     "geannuleerd", "gecanceld", "terugbetaald", "verwijderd", "geweigerd", "afgewezen", "afgemeld", "verlopen",
     "vervallen", "wachtlijst", "ongeldig"}
)  # fmt: skip
"""Each of these words in a status leaves its row out, unless a word of NOT_QUITE is before it."""

NOT_QUITE = frozenset(
    {"not", "no", "non", "partially", "partly", "requested", "nicht", "teilweise", "partiellement", "pas",
     "parcialmente", "parzialmente", "niet", "gedeeltelijk"}
)  # fmt: skip

HAS_A_TICKET = frozenset(
    {"complete", "completed", "paid", "c", "approved", "confirmed", "attending", "active", "going", "valid", "accepted",
     "checked in", "wc completed", "bestatigt", "abgeschlossen", "genehmigt", "aktiv", "gultig", "vollstandig",
     "complet", "termine", "terminee", "confirme", "confirmee", "approuve", "approuvee", "actif",
     "valide", "validee", "completo", "completado", "completada", "confirmado", "confirmada", "aprobado", "aprobada",
     "activo", "activa", "completato", "completata", "confermato", "confermata", "approvato", "approvata", "attivo",
     "attiva", "voltooid", "afgerond", "bevestigd", "goedgekeurd", "actief", *PAYMENT["paid"]}
)  # fmt: skip
"""Statuses of a ticket that is paid, or needs no payment."""


def heading_words(heading: str) -> list[str]:
    """The words of a heading, without case, accents and marks."""
    return _WORD.findall(_NUMBER_SIGN.sub(" number ", fold(heading)))


def says_status(heading: str) -> bool:
    """Whether a heading is that of a guest's status, or of a cancellation; 'State' may be a place as well."""
    each = heading_words(heading)
    joined = "".join(each)
    if joined in HEADINGS["status"] or joined in ANSWERS:
        return True
    if any(word in STATUS_OF_OTHERS or word.startswith(PAYMENTS) for word in each):
        return False
    said = set(each)
    if said & CANCELLATIONS and said <= CANCELLATIONS | WHEN:
        return True
    return bool(said & (STATUS | LEFT_OUT_WORDS)) or any(word.endswith("status") for word in each)
