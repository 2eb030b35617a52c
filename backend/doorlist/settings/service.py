"""Reads and changes the settings (contract 4.settings)."""

import hashlib
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action, changed
from doorlist.audit.service import Actor, add_audit_entry
from doorlist.core.errors import InvalidInput, NotFound, PayloadTooLarge
from doorlist.live.publish import publish_after_commit
from doorlist.settings import repository
from doorlist.settings.logo import LogoType, NotAnImage, logo_type
from doorlist.settings.models import InstallationSettings
from doorlist.settings.rules import MAX_LOGO_KIB, Currency, DateFormat, TimeFormat
from doorlist.settings.schemas import SettingsChanges, SettingsOut
from doorlist.tickets.rules import TERMS

LOGO_URL = "/api/settings/logo"
_VERSION_DIGITS = 16


class NoLogo(NotFound):
    code = "logo_not_found"
    title = "No logo"
    detail = "There is no logo"


class Logo(NamedTuple):
    """The image, its type, and the hash that names it."""

    content: bytes
    type: LogoType
    version: str


def get_settings(tx: Session) -> SettingsOut:
    """The settings, or their defaults."""
    return _settings_out(repository.find_settings(tx) or _defaults())


def has_settings(tx: Session) -> bool:
    """True once something was set."""
    return repository.find_currency(tx) is not None


def get_currency(tx: Session) -> Currency:
    """The currency of every amount."""
    code = repository.find_currency(tx)
    return Currency() if code is None else Currency(code)


def terms_of(ticket_text: str | None) -> list[str]:
    """The lines at the foot of a ticket; the standard terms without a text."""
    return list(TERMS) if ticket_text is None else ticket_text.split("\n")


def change_settings(tx: Session, changes: SettingsChanges, caller: Actor) -> SettingsOut:
    """Store what was sent. A change of the currency converts no amount."""
    row = repository.lock_settings(tx)
    wanted = changes.model_dump(mode="json", exclude_unset=True)
    before, after = changed({field: getattr(row, field) for field in wanted}, wanted)
    for field, value in after.items():
        setattr(row, field, value)
    if after:
        add_audit_entry(tx, Action.SETTINGS_CHANGED, by=caller, before=before, after=after)
        publish_after_commit(tx, settings=True)
    return _settings_out(row)


def get_logo(tx: Session) -> Logo:
    """Raises NoLogo."""
    logo = find_logo(tx)
    if logo is None:
        raise NoLogo
    return logo


def find_logo(tx: Session) -> Logo | None:
    row = repository.find_with_logo(tx)
    if row is None or row.logo is None or row.logo_type is None or row.logo_version is None:
        return None
    return Logo(row.logo, LogoType(row.logo_type), row.logo_version)


def set_logo(tx: Session, content: bytes, caller: Actor) -> SettingsOut:
    """Replace the logo. Raises PayloadTooLarge, and InvalidInput on `file` if the bytes are no image."""
    if len(content) > MAX_LOGO_KIB * 1024:
        raise PayloadTooLarge(f"The logo is larger than {MAX_LOGO_KIB} KiB. Choose a smaller image.")
    try:
        store_logo(row := repository.lock_settings(tx), content)
    except NotAnImage as error:
        raise InvalidInput.on("file", str(error)) from error
    add_audit_entry(tx, Action.SETTINGS_LOGO_SET, by=caller, after={"logo_type": row.logo_type, "bytes": len(content)})
    publish_after_commit(tx, settings=True)
    return _settings_out(row)


def remove_logo(tx: Session, caller: Actor) -> SettingsOut:
    row = repository.lock_settings(tx)
    if row.logo_version is not None:
        store_logo(row, None)
        add_audit_entry(tx, Action.SETTINGS_LOGO_REMOVED, by=caller)
        publish_after_commit(tx, settings=True)
    return _settings_out(row)


def store_logo(row: InstallationSettings, content: bytes | None) -> None:
    """Raises NotAnImage."""
    row.logo_type = None if content is None else logo_type(content)
    row.logo_version = None if content is None else hashlib.sha256(content).hexdigest()[:_VERSION_DIGITS]
    row.logo = content


def replace_settings(tx: Session, values: dict[str, Any], logo: bytes | None) -> None:
    """Replace all settings, as a restore does. Raises NotAnImage."""
    row = repository.lock_settings(tx)
    for field, value in values.items():
        setattr(row, field, value)
    store_logo(row, logo)
    publish_after_commit(tx, settings=True)


def _defaults() -> InstallationSettings:
    return InstallationSettings(
        currency=Currency().code, date_format=DateFormat.DAY_FIRST, time_format=TimeFormat.HOURS_24
    )


def _settings_out(row: InstallationSettings) -> SettingsOut:
    return SettingsOut(
        organisation_name=row.organisation_name,
        logo_url=None if row.logo_version is None else f"{LOGO_URL}?v={row.logo_version}",
        accent_color=row.accent_color,
        currency=row.currency,
        currency_decimals=Currency(row.currency).decimals,
        date_format=DateFormat(row.date_format),
        time_format=TimeFormat(row.time_format),
        ticket_text=row.ticket_text,
    )
