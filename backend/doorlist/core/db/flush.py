"""Sending the changes of a session to the database, where another request may have been faster."""

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.core.errors import RetryTransaction


def flush_or_retry(tx: Session) -> None:
    """Flush. Raises RetryTransaction if another request used the name or key, or deleted the event, meanwhile.

    The next try sees which.
    """
    try:
        tx.flush()
    except IntegrityError as error:
        raise RetryTransaction from error
