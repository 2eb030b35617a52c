"""Statements on the settings."""

from sqlalchemy import bindparam, select, text
from sqlalchemy.orm import Session, undefer

from doorlist.settings.models import InstallationSettings
from doorlist.settings.rules import DEFAULT_CURRENCY, DateFormat, TimeFormat

_CREATE = text(
    "INSERT INTO settings (id, currency, date_format, time_format)"
    " VALUES (1, :currency, :date_format, :time_format) ON CONFLICT (id) DO NOTHING"
).bindparams(
    bindparam("currency", DEFAULT_CURRENCY),
    bindparam("date_format", DateFormat.DAY_FIRST.value),
    bindparam("time_format", TimeFormat.HOURS_24.value),
)


def find_settings(tx: Session) -> InstallationSettings | None:
    """The settings; None while nothing is set."""
    return tx.scalar(select(InstallationSettings))


def find_currency(tx: Session) -> str | None:
    """The code of the currency; None while nothing is set."""
    return tx.scalar(select(InstallationSettings.currency))


def find_with_logo(tx: Session) -> InstallationSettings | None:
    return tx.scalar(select(InstallationSettings).options(undefer(InstallationSettings.logo)))


def lock_settings(tx: Session) -> InstallationSettings:
    """Lock the row of the settings; create it if there is none."""
    tx.execute(_CREATE)
    found = select(InstallationSettings).with_for_update().execution_options(populate_existing=True)
    return tx.execute(found).scalar_one()
