"""Where the released migrations, which are frozen, look for `UtcDateTime`; the database itself is `core/db/`."""

from doorlist.core.db.database import UtcDateTime

__all__ = ["UtcDateTime"]
