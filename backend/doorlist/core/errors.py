"""Errors as problems: raised by name anywhere, and sent by `doorlist.core.http.problems` (contract 10.problem)."""

import errno
from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from pydantic.alias_generators import to_camel
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

log = structlog.get_logger()


class DatabaseRefused(Exception):
    """The database cannot be used; the text says why, and what to do."""


class RetryTransaction(Exception):
    """The transaction lost a race, and would win if it started over: `Database` runs it again."""


class Problem(Exception):
    """An error response. Modules subclass it, with a status, a stable code, a title and mostly a fixed detail.

    Without a detail the title is sent for it. `retry_after_seconds` is sent as Retry-After.
    """

    status: int = 400
    code: str = "bad_request"
    title: str = "Bad request"
    detail: str = ""
    retry_after_seconds: int | None = None

    def __init__(
        self,
        detail: str | None = None,
        *,
        errors: Sequence[Mapping[str, str]] = (),
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        retry_after_seconds: int | None = None,
    ) -> None:
        """`errors` are `{field, message}`; `extra` are further members of the body; `headers` go out as they are."""
        self.detail = detail or self.detail or self.title
        super().__init__(self.detail)
        self.errors = list(errors)
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})
        seconds = self.retry_after_seconds if retry_after_seconds is None else retry_after_seconds
        if seconds is not None:
            self.headers["Retry-After"] = str(seconds)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies the problem as it is for another process, whatever arguments its class takes."""
        return _problem_again, (type(self), self.args), self.__dict__


def _problem_again(kind: type[Problem], arguments: tuple[Any, ...]) -> Problem:
    problem = kind.__new__(kind)
    problem.args = arguments
    return problem


class NotFound(Problem):
    """There is no such path, or no such row."""

    status = 404
    code = "not_found"
    title = "Not found"


class Conflict(Problem):
    """The call does not fit the present data."""

    status = 409


class KeyReused(Problem):
    code = "key_reused"
    title = "Key already used"
    detail = "This idempotencyKey was used before for something else. Send a new one."


class InvalidInput(Problem):
    """Input that breaks a rule; `errors` names each field."""

    code = "validation_failed"
    title = "Please check what was sent"

    @classmethod
    def on(cls, field: str, message: str) -> "InvalidInput":
        return cls(message, errors=[{"field": field, "message": message}])


class MalformedBody(Problem):
    code = "malformed_body"
    title = "The body could not be read"


class PayloadTooLarge(Problem):
    status = 413
    code = "payload_too_large"
    title = "Too large"


class CrossSite(Problem):
    """Another web site made the browser send a call that changes something."""

    status = 403
    code = "cross_site"
    title = "Refused"


class VersionConflict(Conflict):
    """Someone else saved first; `current` holds the row that they saved (contract 7)."""

    code = "version_conflict"
    title = "Changed by someone else"


class DatabaseUnavailable(Problem):
    """The database did not answer. The call changed nothing, or it is unknown whether it did."""

    status = 503
    code = "database_unavailable"
    title = "Temporarily unavailable"
    retry_after_seconds = 1


class DiskFull(Problem):
    status = 507
    code = "disk_full"
    title = "The disk is full"


class InternalError(Problem):
    """A defect of the server. The log has the details, the body has none."""

    status = 500
    code = "internal_error"
    title = "Something went wrong on the server"


def problem_for(error: Exception) -> Problem:
    """The problem for an exception. An unknown exception is an InternalError, and its trace is logged."""
    match error:
        case Problem():
            return error
        case _ if is_disk_full(error) or is_disk_full(error.__cause__):
            log.error("disk_full")
            return DiskFull("The server's disk is full. Nothing was changed. Make room there, then try again.")
        # The framework wraps an error that comes after the answer began.
        case _ if _is_unavailable(error) or (isinstance(error, RuntimeError) and _is_unavailable(error.__cause__)):
            log.warning("database_unavailable", error=type(error).__name__, reason=str(error.__cause__ or error)[:200])
            return DatabaseUnavailable("The database did not answer. Please try again in a moment.")
        case _:
            log.error("unexpected_error", exc_info=error)
            return InternalError("Please try again. If it happens again, the server's log says more.")


def _is_unavailable(error: BaseException | None) -> bool:
    if isinstance(error, OperationalError | InterfaceError | PoolTimeout | RetryTransaction):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


def is_disk_full(error: BaseException | None) -> bool:
    """Whether the system, SQLite or PostgreSQL report a full disk."""
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    if not isinstance(error, DBAPIError):
        return False
    return getattr(error.orig, "sqlstate", None) == "53100" or "database or disk is full" in str(error.orig)


def field_errors(problems: Sequence[Any]) -> list[dict[str, str]]:
    """Pydantic's findings as `{field, message}`: the place ('attendees', 3, 'phone') is the field attendees.3.phone."""
    return [{"field": ".".join(to_camel(str(part)) for part in p["loc"]), "message": _message(p)} for p in problems]


REQUIRED = "This field is required"
_MESSAGES = {
    "missing": REQUIRED,
    "value_error": "{error}",
    "string_type": "Must be text",
    "string_too_short": "Must be at least {min_length} characters",
    "string_too_long": "Must be at most {max_length} characters",
    "greater_than_equal": "Must be at least {ge}",
    "less_than_equal": "Must be at most {le}",
    "int_type": "Must be a whole number",
    "int_parsing": "Must be a whole number",
    "int_from_float": "Must be a whole number",
    "int_parsing_size": "Is too large",
    "finite_number": "Must be a finite number",
    "bool_type": "Must be true or false",
    "bool_parsing": "Must be true or false",
    "model_attributes_type": "Must be a JSON object",
    "uuid_parsing": "Must be a UUID",
    "uuid_type": "Must be a UUID",
}


def _message(problem: Mapping[str, Any]) -> str:
    kind, context = problem["type"], problem.get("ctx", {})
    is_blank = kind == "string_too_short" and context["min_length"] == 1
    is_null = kind in {"string_type", "int_type"} and problem["input"] is None
    if is_blank or is_null:
        return REQUIRED
    template = _MESSAGES.get(kind)
    return template.format(**context) if template else str(problem["msg"])
