"""The yardstick: a bare route that parses the same JSON and answers JSON of the same size, on the same server."""

import sys

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

ANSWER = {"alreadyScanned": False, "message": "Check-in complete", "attendee": {"filler": "x" * 800}}


async def echo(request: Request) -> JSONResponse:
    """Read the body, answer."""
    await request.json()
    return JSONResponse(ANSWER)


app = Starlette(routes=[Route("/echo", echo, methods=["POST"])])

if __name__ == "__main__":
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(sys.argv[-1]),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
