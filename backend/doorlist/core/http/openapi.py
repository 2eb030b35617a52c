"""The description of the API that the typed client is generated from."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import FastAPI

from doorlist.core.api_model import ApiModel


class FieldProblem(ApiModel):
    """The problem of one field."""

    field: str
    message: str


class ProblemBody(ApiModel):
    """Every answer that is not a success (RFC 9457), with a stable `code` for programs and a `detail` for people."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldProblem] | None = None


ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {"default": {"model": ProblemBody, "description": "A problem"}}


def download_of(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Describes the answer of a call that is a file. Of JSON a program gets the object, of all else the bytes."""
    bare_type = media_type.partition(";")[0]
    is_json = bare_type == "application/json"
    schema = {"type": "object", "additionalProperties": True} if is_json else {"type": "string", "format": "binary"}
    return {200: {"description": "The file", "content": {bare_type: {"schema": schema}}}}


ABOUT = """Staff sign in with `POST /api/login` and send the session cookie that it sets with every other call.

A browser is told by `Sec-Fetch-Site` or `Origin`, and a call that changes something is refused where these name another
site. A program sends neither of them. Errors are problem details (RFC 9457) with a stable `code`."""

SecurityOf = Callable[[str, str], list[dict[str, list[str]]]]
"""Returns the security schemes of a method and path; each alone opens the endpoint."""


def describe_api(app: FastAPI, *, schemes: Mapping[str, Any], security_of: SecurityOf) -> None:
    """Correct the document: errors are problems, bad input is never 422, and it says what opens a call."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document: dict[str, Any] = _in_standard_words(generate())
            document["info"]["description"] = ABOUT
            document["servers"] = [{"url": "/", "description": "The server that this document comes from"}]
            tags = set[str]()
            for path, operations in document["paths"].items():
                for method, operation in operations.items():
                    tags.update(operation.get("tags", ()))
                    operation["security"] = security_of(method.upper(), path)
                    operation["responses"].pop("422", None)
                    problem = operation["responses"].get("default")
                    if problem is not None:
                        # The framework describes it in the type of the route's own answer, whichever that is.
                        [described] = problem["content"].values()
                        problem["content"] = {"application/problem+json": described}
            document["tags"] = [{"name": tag} for tag in sorted(tags)]
            document["components"]["securitySchemes"] = dict(schemes)
            for unused in ("HTTPValidationError", "ValidationError"):
                document["components"]["schemas"].pop(unused, None)
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # the framework asks for it


def _in_standard_words(part: Any) -> Any:
    """The part of the document with keywords that every generator of clients knows."""
    if isinstance(part, list):
        return [_in_standard_words(item) for item in part]
    if not isinstance(part, dict):
        return part
    schema = {name: _in_standard_words(value) for name, value in part.items()}
    if schema.get("type") == "integer":
        # pydantic's keywords, in schemas of numbers that a validator checks first.
        for ours, standard in (("ge", "minimum"), ("le", "maximum")):
            if ours in schema:
                schema[standard] = schema.pop(ours)
    if schema.pop("contentMediaType", None) == "application/octet-stream":
        schema["format"] = "binary"
    if "$ref" in schema and "default" in schema:
        # Some generators allow nothing beside a reference.
        schema["allOf"] = [{"$ref": schema.pop("$ref")}]
    if "prefixItems" in schema:
        # A tuple.
        schema.setdefault("items", {})
    return schema


def openapi_text(app: FastAPI) -> str:
    return json.dumps(app.openapi(), indent=2, ensure_ascii=False, sort_keys=True) + "\n"
