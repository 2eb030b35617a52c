"""The call of open screens (contract 7)."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from doorlist.core.http.routing import DoorlistRoute
from doorlist.live.hub import LiveHub
from doorlist.live.replay_buffer import Position
from doorlist.live.schemas import LiveChange
from doorlist.live.streams import StreamResponse, Subscriber

MAX_AGE_SECONDS = 86_400


def live_router(current_listener: Callable[..., Any]) -> APIRouter:
    """The router; `current_listener` is the dependency for the subscriber, which higher modules provide."""
    router = APIRouter(prefix="/api", tags=["live"], route_class=DoorlistRoute)

    @router.get("/live", status_code=200, response_class=StreamResponse, responses={200: {"model": LiveChange}})
    async def live(
        request: Request,
        subscriber: Annotated[Subscriber, Depends(current_listener)],
        last_event_id: Annotated[str | None, Header()] = None,
        after: Annotated[str | None, Query()] = None,
        age: Annotated[int | None, Query(ge=0, le=MAX_AGE_SECONDS)] = None,
        _event_id: Annotated[int | None, Query(alias="eventId")] = None,
    ) -> Response:
        """Server-sent events: changes after the position of the browser.

        `Last-Event-ID`, or `after` if a browser cannot send it, is the last received id; without either, `age` is the
        number of seconds since the browser loaded its data. An event `reset` means that unknown changes were missed.
        A device with a grant and no session sends its event, and receives only changes of that event.
        """
        hub: LiveHub = request.app.state.live
        stream = hub.open_stream(subscriber, Position(last_id=last_event_id or after, age_seconds=age))
        return StreamResponse(stream, hub.remove)

    return router
