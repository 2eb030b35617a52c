"""The table of the keeping period."""

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base


class Keeping(Base):
    """One row, or none as long as nobody has decided. `days` null: guests are kept until they are deleted.

    `run_at` is when guests were last looked for, and `run_erased` how many of them that day's run erased.
    """

    __tablename__ = "keeping"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    days: Mapped[int | None]
    changed_at: Mapped[datetime]
    changed_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    run_at: Mapped[datetime | None]
    run_erased: Mapped[int] = mapped_column(default=0)
