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
    """The router; `current_listener` is the dependency that says who listens, which rooms above this one know."""
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
        """Server-sent events: what changed, from where the browser stands.

        `Last-Event-ID`, or `after` where a browser cannot send it, is the last id that was heard; without either, `age`
        says how many seconds ago the browser began to read. An event `reset` says that more was missed than is known.
        A device that has a grant and no session names its event, and hears of that event alone.
        """
        hub: LiveHub = request.app.state.live
        stream = hub.open_stream(subscriber, Position(last_id=last_event_id or after, age_seconds=age))
        return StreamResponse(stream, hub.remove)

    return router
