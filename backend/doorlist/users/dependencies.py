"""What handlers of this room need besides the caller: the queue of passwords, and the source of a try."""

from typing import Annotated

from fastapi import Depends, Request

from doorlist.core.http.guards import client_address
from doorlist.core.http.routing import Config
from doorlist.users.cookies import read_devices
from doorlist.users.device_names import device_name
from doorlist.users.password_queue import PasswordQueue
from doorlist.users.throttle import Origin


async def _password_queue(request: Request) -> PasswordQueue:
    queue: PasswordQueue = request.app.state.password_queue
    return queue


async def _origin(request: Request, settings: Config) -> Origin:
    device = device_name(request.headers.get("user-agent", ""))
    return Origin(client_address(request.scope, settings), read_devices(request.scope, settings), device)


Passwords = Annotated[PasswordQueue, Depends(_password_queue)]
From = Annotated[Origin, Depends(_origin)]
