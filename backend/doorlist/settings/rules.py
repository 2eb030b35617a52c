"""Rules of the settings, on plain values (contract 9.settings)."""

import re
from enum import StrEnum
from typing import NamedTuple

MAX_NAME_LENGTH = 80
MAX_TICKET_TEXT_LENGTH = 500
MAX_LOGO_KIB = 512
DEFAULT_CURRENCY = "AUD"

# Active currencies of ISO 4217, without funds, metals and test codes.
_CODES = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG
    HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA
    MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
    RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
    USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
"""
CURRENCIES = frozenset(_CODES.split())
_DECIMALS = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW"), 0),
    **dict.fromkeys(("PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
_USUAL_DECIMALS = 2
_COLOR = re.compile("#[0-9a-f]{6}")


class DateFormat(StrEnum):
    """The order of day and month."""

    DAY_FIRST = "dayFirst"
    MONTH_FIRST = "monthFirst"


class TimeFormat(StrEnum):
    """The hours of a clock."""

    HOURS_24 = "24h"
    HOURS_12 = "12h"


class Currency(NamedTuple):
    """A currency by its ISO 4217 code. Amounts are whole numbers of its smallest unit."""

    code: str = DEFAULT_CURRENCY

    @property
    def decimals(self) -> int:
        """The digits after the decimal point."""
        return _DECIMALS.get(self.code, _USUAL_DECIMALS)

    def text(self, amount: int) -> str:
        """12050 cents are '120.50', 12050 yen are '12050'."""
        whole, rest = divmod(amount, 10**self.decimals)
        return f"{whole}.{rest:0{self.decimals}d}" if self.decimals else str(whole)

    def number(self, amount: int) -> float:
        """The amount in whole units. Exact for every amount: a double keeps 15 digits."""
        return amount / 10**self.decimals if self.decimals else amount


def is_color(text: str) -> bool:
    """True for a colour like #0b6e4f."""
    return _COLOR.fullmatch(text) is not None
