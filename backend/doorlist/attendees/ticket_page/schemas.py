"""API models of a guest's own ticket (contract 7.ticket)."""

from doorlist.core.api_model import ApiModel, ApiRequest
from doorlist.settings.schemas import SettingsOut
from doorlist.ticket_types.rules import TicketTypeColor


class TicketRequest(ApiRequest):
    """The text of a QR code."""

    qr_data: str


class TicketEvent(ApiModel):
    """The event of a ticket."""

    name: str
    date: str
    time: str | None
    end_time: str | None
    venue: str | None
    address: str | None


class TicketPageType(ApiModel):
    """The type of the ticket."""

    name: str
    color: TicketTypeColor


class TicketOut(ApiModel):
    """A ticket as its guest sees it, with the settings that its page is drawn with."""

    event: TicketEvent
    full_name: str
    table_number: int
    terms: list[str]
    ticket_type: TicketPageType | None
    settings: SettingsOut


class TicketPage(ApiModel):
    """The address of the ticket page; null if staff send ticket images."""

    page_url: str | None
