"""API models of the settings (contract 4.settings and 7.settings)."""

from typing import Annotated

from pydantic import Field, StringConstraints

from doorlist.core.api_model import BLANK_IS_NONE, NOT_CLEARED, ApiModel, ApiRequest, Characters, must_be
from doorlist.settings.rules import (
    CURRENCIES,
    MAX_NAME_LENGTH,
    MAX_TICKET_TEXT_LENGTH,
    DateFormat,
    TimeFormat,
    is_color,
)

OrganisationName = Annotated[Annotated[str, Characters(1, MAX_NAME_LENGTH)] | None, BLANK_IS_NONE]
TicketText = Annotated[Annotated[str, Characters(1, MAX_TICKET_TEXT_LENGTH, several_lines=True)] | None, BLANK_IS_NONE]
"""The lines at the foot of a ticket."""
_Color = Annotated[
    str,
    StringConstraints(strip_whitespace=True, to_lower=True, max_length=40),
    must_be(is_color, "Must be a colour like #0b6e4f"),
]
AccentColor = Annotated[_Color | None, BLANK_IS_NONE]
CurrencyCode = Annotated[
    str,
    StringConstraints(strip_whitespace=True, to_upper=True, max_length=40),
    must_be(CURRENCIES.__contains__, "Must be the code of a currency, like AUD, EUR or JPY (ISO 4217)"),
    Field(json_schema_extra={"enum": sorted(CURRENCIES)}),
]


class SettingsChanges(ApiRequest):
    """Changes to the settings: absent fields stay; null clears the name, the colour and the text."""

    organisation_name: OrganisationName = None
    accent_color: AccentColor = None
    currency: Annotated[CurrencyCode | None, NOT_CLEARED] = None
    date_format: Annotated[DateFormat | None, NOT_CLEARED] = None
    time_format: Annotated[TimeFormat | None, NOT_CLEARED] = None
    ticket_text: TicketText = None


class SettingsOut(ApiModel):
    """The settings. `currencyDecimals` are the digits of an amount after the point; null fields have their default.

    `logoUrl` changes with the logo, so that a browser can keep the image permanently.
    """

    organisation_name: str | None
    logo_url: str | None
    accent_color: str | None
    currency: str
    currency_decimals: int
    date_format: DateFormat
    time_format: TimeFormat
    ticket_text: str | None
