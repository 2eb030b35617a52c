"""Colours of a message made from the accent colour, readable in light and dark (contract 9.settings).

frontend/src/lib/accent.ts computes the same colours for the screens and the guest's own page.
"""

from typing import NamedTuple

_Rgb = tuple[float, ...]

_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)
# The least favourable grounds of each scheme, and the text on the head of a ticket.
_LIGHT_GROUND, _DARK_GROUND = (241, 237, 230), (37, 46, 51)
_ON_HEAD = (251, 247, 238)
# WCAG 2.1 AA asks for 4.5.
_READABLE = 4.6
# The head also has muted text and a yellow one.
_READABLE_ON_HEAD = 9
_STEP = 0.04


class MailColors(NamedTuple):
    """The head of a ticket, and the button in light and in dark with the text on it."""

    head: str
    button: str
    on_button: str
    dark_button: str
    dark_on_button: str


USUAL = MailColors("#082b37", "#005970", "#f9fcfe", "#6dc7d9", "#021922")


def colors_of(accent: str | None) -> MailColors:
    """The colours for an accent such as `#0b6e4f`; the usual ones without an accent."""
    if accent is None:
        return USUAL
    color = tuple(int(accent[at : at + 2], 16) for at in (1, 3, 5))
    dark = _readable_on(_DARK_GROUND, color, _READABLE)
    return MailColors(
        head=_hex(_readable_on(_ON_HEAD, _mixed(color, _BLACK, 0.3), _READABLE_ON_HEAD)),
        button=_hex(_readable_on(_LIGHT_GROUND, color, _READABLE)),
        on_button=_hex(_WHITE),
        dark_button=_hex(dark),
        dark_on_button=_hex(_mixed(dark, _BLACK, 0.85)),
    )


def contrast(one: _Rgb, other: _Rgb) -> float:
    """The contrast of two colours by WCAG, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: _Rgb) -> float:
    shares = (part / 255 for part in color)
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - WCAG's formula
        for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(color: _Rgb, other: _Rgb, share: float) -> _Rgb:
    return tuple(part + (wanted - part) * share for part, wanted in zip(color, other, strict=True))


def _readable_on(ground: _Rgb, color: _Rgb, least: float) -> _Rgb:
    """The colour, moved towards black or white until it is readable on the ground."""
    end = _WHITE if contrast(ground, _WHITE) > contrast(ground, _BLACK) else _BLACK
    found, share = color, _STEP
    while contrast(ground, found) < least and share <= 1:
        found = _mixed(color, end, share)
        share += _STEP
    return found


def _hex(color: _Rgb) -> str:
    return "#" + "".join(f"{int(part + 0.5):02x}" for part in color)
