"""Tables of the staff: accounts, second factors, sessions, access of doors, failed sign-ins."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, String, and_, exists, not_, select
from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship

from doorlist.core.db.database import Base

SECOND_FACTOR = "second factor"
"""The group of the columns of `User` whose values come from other tables."""


class SecondFactor(Base):
    """The secret that a user's authenticator app holds. It counts once a code has confirmed it.

    The server computes the same codes, so the secret itself has to be here (decision 0045).
    """

    __tablename__ = "second_factors"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    secret: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime]
    confirmed_at: Mapped[datetime | None]
    # The latest step of 30 seconds whose code was used; that code and all before it are used up.
    last_step: Mapped[int]


class RecoveryCode(Base):
    """A code for the day on which the app is lost, not used yet. The table holds only its hash."""

    __tablename__ = "recovery_codes"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    code_hash: Mapped[str] = mapped_column(String(64), primary_key=True)


class RequiredSecondFactor(Base):
    __tablename__ = "required_second_factors"

    role: Mapped[str] = mapped_column(String(20), primary_key=True)


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

    has_second_factor: Mapped[bool] = column_property(
        exists().where(SecondFactor.user_id == id, SecondFactor.confirmed_at.is_not(None)),  # noqa: A003 - the column
        deferred=True,
        group=SECOND_FACTOR,
    )
    must_set_up_second_factor: Mapped[bool] = column_property(
        and_(
            role.in_(select(RequiredSecondFactor.role)),
            not_(exists().where(SecondFactor.user_id == id, SecondFactor.confirmed_at.is_not(None))),  # noqa: A003
        ),
        deferred=True,
        group=SECOND_FACTOR,
    )

    # Read-only: SQLAlchemy could not order the writes of a row that refers to itself.
    updated_by: Mapped["User | None"] = relationship(remote_side="User.id", viewonly=True)


class SignInSession(Base):
    """A signed-in browser. The table holds only a hash of the token, so that a stolen copy of it opens no session."""

    __tablename__ = "sessions"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    # The user's last confirmation of the password for a critical action (decision 0050).
    confirmed_at: Mapped[datetime | None]
    # For the list of sign-ins: 'Chrome on Android', the address as the history keeps it, and the last call.
    device: Mapped[str | None] = mapped_column(String(60))
    address: Mapped[str | None] = mapped_column(String(45))
    last_used_at: Mapped[datetime | None]


class DoorAccess(Base):
    """Lets one device make and upload records at one event, credited to its issuer (contract 6.grant, 6.pass).

    `kind` is an `AccessKind`. A helper's begins as a pass: without a device, until one claims it by `claim_hash`, once
    and before `claim_until`. Records count that were made until `makes_until`, and may be uploaded until
    `delivers_until`. Of every secret the table holds only a hash.
    """

    __tablename__ = "door_access"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    device: Mapped[str | None] = mapped_column(String(100))
    # The check-in list of a pass; null for the entrance.
    list_id: Mapped[int | None]
    created_at: Mapped[datetime]
    makes_until: Mapped[datetime]
    delivers_until: Mapped[datetime] = mapped_column(index=True)
    ended_at: Mapped[datetime | None]
    ended_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))

    # For passes. `claim_key_hash` is the device's key, so that a claim whose response was lost can be repeated.
    claim_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    claim_until: Mapped[datetime | None]
    claimed_at: Mapped[datetime | None]
    claim_key_hash: Mapped[str | None] = mapped_column(String(64))
    helper: Mapped[str | None] = mapped_column(String(100))

    # Null until a device has claimed the pass.
    secret_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    last_contact_at: Mapped[datetime | None]
    # The number of unsent check-ins on the device at its last contact.
    waiting: Mapped[int]
    # The highest number of a record that the device has announced, and when it last did.
    announced_sequence: Mapped[int | None]
    announced_at: Mapped[datetime | None]
    # The unsent records of the device, by key (`door.offline.missing_records`). Null if none are expected.
    unsent: Mapped[dict[str, dict[str, int]] | None] = mapped_column(JSON(none_as_null=True))
    # The hash of the session that made it or prolonged it last: who ends that sign-in, ends the access.
    session: Mapped[str | None] = mapped_column(String(64))

    @property
    def begins_at(self) -> datetime:
        """Since when its device can have made a record."""
        return self.claimed_at or self.created_at


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
