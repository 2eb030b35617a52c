"""The description of the API that the typed client is generated from."""

import json
from typing import Any

from fastapi import FastAPI

from doorlist.core.api_model import ApiModel


class FieldProblem(ApiModel):
    """What is wrong with one field."""

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


def describe_api(app: FastAPI) -> None:
    """Correct the document: errors are problems, and bad input is never 422."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = generate()
            for path in document["paths"].values():
                for operation in path.values():
                    operation["responses"].pop("422", None)
                    problem = operation["responses"].get("default")
                    if problem is not None:
                        # The framework describes it in the type of the route's own answer, whichever that is.
                        [described] = problem["content"].values()
                        problem["content"] = {"application/problem+json": described}
            for unused in ("HTTPValidationError", "ValidationError"):
                document["components"]["schemas"].pop(unused, None)
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # the framework asks for it


def openapi_text(app: FastAPI) -> str:
    """The document in the form of `openapi.json`."""
    return json.dumps(app.openapi(), indent=2, ensure_ascii=False, sort_keys=True) + "\n"
