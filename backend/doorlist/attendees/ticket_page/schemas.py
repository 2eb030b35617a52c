"""What crosses the wire about a guest's own ticket (contract 7.ticket)."""

from doorlist.core.api_model import ApiModel, ApiRequest


class TicketRequest(ApiRequest):
    """The text of a QR code."""

    qr_data: str


class TicketEvent(ApiModel):
    """When the guest has to be where."""

    name: str
    date: str
    time: str | None


class TicketOut(ApiModel):
    """All that a ticket says to its guest."""

    event: TicketEvent
    full_name: str
    table_number: int
    terms: list[str]


class TicketPage(ApiModel):
    """Where guests open their tickets; null where staff send pictures."""

    page_url: str | None
