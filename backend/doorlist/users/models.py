"""Tables of the staff: accounts, sessions, grants of doors, failed sign-ins."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from doorlist.core.db.database import Base


class User(Base):
    """A staff account. Accounts are deactivated, never deleted, so that sales and scans keep their names."""

    __tablename__ = "users"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    username: Mapped[str] = mapped_column(String(64))
    username_folded: Mapped[str] = mapped_column(unique=True)
    full_name: Mapped[str] = mapped_column(String(200))
    role: Mapped[str] = mapped_column(String(20))
    password_hash: Mapped[str] = mapped_column(String(200))
    must_change_password: Mapped[bool]
    # Signs the cookies of known devices; without a key no device is known.
    device_key: Mapped[str | None] = mapped_column(String(64))
    is_active: Mapped[bool]
    created_at: Mapped[datetime]
    last_login: Mapped[datetime | None]
    version: Mapped[int]
    updated_at: Mapped[datetime]
    updated_by_id: Mapped[int | None] = mapped_column("updated_by", ForeignKey("users.id", ondelete="SET NULL"))

    # Read-only: SQLAlchemy could not order the writes of a row that refers to itself.
    updated_by: Mapped["User | None"] = relationship(remote_side="User.id", viewonly=True)


class SignInSession(Base):
    """A signed-in browser. The table holds only a hash of the token, so that a stolen copy of it opens no session."""

    __tablename__ = "sessions"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)


class DoorGrant(Base):
    """A device that may check in for one user at one event, also without a session (contract 6.grant).

    Until `makes_until` it makes check-ins, until `delivers_until` it sends what it made. The table holds only a hash of
    the secret.
    """

    __tablename__ = "door_grants"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    device: Mapped[str | None] = mapped_column(String(100))
    created_at: Mapped[datetime]
    makes_until: Mapped[datetime]
    delivers_until: Mapped[datetime] = mapped_column(index=True)
    last_contact_at: Mapped[datetime]
    # How many check-ins were on the device, not sent, at its last contact.
    waiting: Mapped[int]
    ended_at: Mapped[datetime | None]
    ended_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))


class FailedSignIn(Base):
    """A failed sign-in of the last hour, kept to slow down guessing. The account is kept as a hash.

    `device` is a device that the account knows; all others are counted by address.
    """

    __tablename__ = "failed_sign_ins"
    __table_args__ = (
        Index("ix_failed_sign_ins_account_hash_address", "account_hash", "address"),
        Index("ix_failed_sign_ins_address", "address"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_hash: Mapped[str] = mapped_column(String(64))
    address: Mapped[str] = mapped_column(String(64))
    device: Mapped[str | None] = mapped_column(String(24))
    failed_at: Mapped[datetime] = mapped_column(index=True)
