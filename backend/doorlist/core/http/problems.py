"""Responses for exceptions: problem details (RFC 9457, contract 10.problem)."""

from http import HTTPStatus

from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from doorlist.core.errors import (
    InvalidInput,
    MalformedBody,
    Problem,
    RetryTransaction,
    field_errors,
    is_disk_full,
    problem_for,
)

_METHOD_OR_PATH_CODES = {404: "not_found", 405: "method_not_allowed", 415: "unsupported_media_type"}


class _HttpProblem(Problem):
    """The framework itself refused the call: an unknown path or method."""

    def __init__(self, error: HTTPException) -> None:
        super().__init__(str(error.detail), headers=error.headers)
        self.status = error.status_code
        self.code = _METHOD_OR_PATH_CODES.get(self.status, "malformed_body")
        self.title = HTTPStatus(self.status).phrase


def problem_response(error: Exception) -> JSONResponse:
    """The response for an exception; an unknown one is logged with its trace."""
    problem = _problem_of_call(error)
    body = {
        "type": "about:blank",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "code": problem.code,
        **problem.extra,
    }
    if problem.errors:
        body["errors"] = problem.errors
    return JSONResponse(
        body, status_code=problem.status, headers=problem.headers, media_type="application/problem+json"
    )


def install_error_handlers(app: Starlette) -> None:
    async def answer(_: Request, error: Exception) -> JSONResponse:
        return problem_response(error)

    for kind in (Problem, RequestValidationError, HTTPException, DBAPIError, PoolTimeout, RetryTransaction, Exception):
        app.add_exception_handler(kind, answer)


def _problem_of_call(error: Exception) -> Problem:
    match error:
        case RequestValidationError():
            return _validation_problem(error)
        # The framework reports every failure while it reads a form as a bad form: a Problem, and a full disk too.
        case HTTPException(__cause__=Exception() as cause) if isinstance(cause, Problem) or is_disk_full(cause):
            return problem_for(cause)
        case HTTPException():
            return _HttpProblem(error)
        case _:
            return problem_for(error)


def _validation_problem(error: RequestValidationError) -> Problem:
    problems = error.errors()
    if any(p["type"] == "json_invalid" for p in problems):
        return MalformedBody("The body is not valid JSON.")
    # The first part of a place names the body, the path or the query.
    errors = field_errors([{**p, "loc": p["loc"][1:]} for p in problems])
    first = errors[0]
    return InvalidInput(f"{first['field']}: {first['message']}" if first["field"] else first["message"], errors=errors)
