"""The table of the settings."""

from sqlalchemy import LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base
from doorlist.settings.rules import DEFAULT_CURRENCY, DateFormat, TimeFormat


class InstallationSettings(Base):
    """The settings: one row, or none until something is set. `ticket_text` null: the standard terms.

    `logo_version` is a hash of the logo, so that a browser can keep it permanently.
    """

    __tablename__ = "settings"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    organisation_name: Mapped[str | None] = mapped_column(String(80))
    accent_color: Mapped[str | None] = mapped_column(String(7))
    currency: Mapped[str] = mapped_column(String(3), default=DEFAULT_CURRENCY)
    date_format: Mapped[str] = mapped_column(String(10), default=DateFormat.DAY_FIRST)
    time_format: Mapped[str] = mapped_column(String(3), default=TimeFormat.HOURS_24)
    ticket_text: Mapped[str | None] = mapped_column(Text)
    # Most readers of the settings do not need the image.
    logo: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    logo_type: Mapped[str | None] = mapped_column(String(10))
    logo_version: Mapped[str | None] = mapped_column(String(16))
