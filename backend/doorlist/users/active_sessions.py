"""The sign-ins of an account: where it is signed in, and ending that from elsewhere (contract 7.session)."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.errors import NotFound
from doorlist.live.publish import publish_after_commit
from doorlist.users import access, repository
from doorlist.users.accounts import UnknownUser
from doorlist.users.models import SignInSession
from doorlist.users.schemas import SessionOut
from doorlist.users.service import SignedInUser
from doorlist.users.session_check import fingerprint

_ID_LENGTH = 32


class UnknownSession(NotFound):
    code = "session_not_found"
    title = "Not found"
    detail = "This sign-in has ended already."


def list_sessions(tx: Session, user_id: int, caller: SignedInUser) -> list[SessionOut]:
    """The live sign-ins of an account, the latest used first. Raises UnknownUser."""
    own = fingerprint(caller.token)
    return [
        SessionOut(
            id=_id_of(session),
            device=session.device,
            address=session.address,
            created_at=session.created_at,
            last_used_at=session.last_used_at,
            is_current=session.token_hash == own,
        )
        for session in _live(tx, user_id)
    ]


def end_session(tx: Session, user_id: int, session_id: str, caller: SignedInUser) -> None:
    """End one sign-in, and the access of doors that it made. Raises UnknownUser and UnknownSession."""
    session = next((one for one in _live(tx, user_id) if _id_of(one) == session_id), None)
    if session is None or not repository.delete_sessions(tx, [session.token_hash]):
        raise UnknownSession
    access.end_access_of(tx, user_id, ended_by=caller.id, of_session=session.token_hash)
    after = {"device": session.device}
    add_audit_entry(tx, Action.USER_SESSION_ENDED, by=caller, subject_id=user_id, after=after)
    publish_after_commit(tx, users=[user_id])


def end_sessions(tx: Session, user_id: int, caller: SignedInUser) -> None:
    """End every sign-in of the account but the caller's own, and the access of its other doors.

    On another account, all access of its devices and helpers and its passes end too. If anything ended, an audit
    entry has the numbers. Raises UnknownUser.
    """
    own = fingerprint(caller.token)
    others = [session.token_hash for session in _live(tx, user_id) if session.token_hash != own]
    sessions = repository.delete_sessions(tx, others)
    but_of_session = own if user_id == caller.id else None
    ended = access.end_access_of(tx, user_id, ended_by=caller.id, but_of_session=but_of_session)
    if sessions or any(ended):
        after = {"number": sessions, **ended._asdict()}
        add_audit_entry(tx, Action.USER_SESSIONS_ENDED, by=caller, subject_id=user_id, after=after)
        publish_after_commit(tx, users=[user_id])


def _live(tx: Session, user_id: int) -> Sequence[SignInSession]:
    if repository.find_user(tx, user_id) is None:
        raise UnknownUser
    return repository.list_sessions_of(tx, user_id, clock.now())


def _id_of(session: SignInSession) -> str:
    """A name of the session by which nobody can use it: the hash of its token's hash."""
    return fingerprint(session.token_hash)[:_ID_LENGTH]
