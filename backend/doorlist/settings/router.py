"""Endpoints of the settings and the logo (contract 7.settings)."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response, UploadFile

from doorlist.core.http.routing import Db, DoorlistRoute, Tx
from doorlist.core.http.security import KEPT_FOR_GOOD, REVALIDATED
from doorlist.settings import service
from doorlist.settings.rules import MAX_LOGO_KIB
from doorlist.settings.schemas import SettingsChanges, SettingsOut
from doorlist.users.auth import SuperAdmin

router = APIRouter(prefix="/api/settings", tags=["settings"], route_class=DoorlistRoute)

# The image is drawn by `img` alone. Opened as a page it can load and run nothing.
_LOGO_POLICY = "default-src 'none'; sandbox"


@router.get("")
def read_settings(tx: Tx) -> SettingsOut:
    """The settings. Needs no session: the sign-in screen shows them."""
    return service.get_settings(tx)


@router.put("")
def change_settings(changes: SettingsChanges, tx: Tx, caller: SuperAdmin) -> SettingsOut:
    """Change the settings. A change of the currency converts no amount."""
    return service.change_settings(tx, changes, caller)


@router.get("/logo", response_class=Response, responses={200: {"content": {"image/*": {}}, "description": "The image"}})
def read_logo(tx: Tx, request: Request, version: Annotated[str | None, Query(alias="v")] = None) -> Response:
    """The logo. Needs no session. A browser keeps it permanently under the address of `logoUrl`."""
    logo = service.get_logo(tx)
    tag = f'"{logo.version}"'
    _, cached = KEPT_FOR_GOOD if version == logo.version else REVALIDATED
    headers = {
        "ETag": tag,
        "Cache-Control": cached.decode(),
        "Content-Security-Policy": _LOGO_POLICY,
        "Content-Disposition": "inline",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(logo.content, media_type=logo.type, headers=headers)


@router.put("/logo")
async def set_logo(file: UploadFile, database: Db, caller: SuperAdmin) -> SettingsOut:
    """Replace the logo by a PNG, JPEG or WebP image."""
    # One byte more shows that the file is too large.
    content = await file.read(MAX_LOGO_KIB * 1024 + 1)
    return await database.run(partial(service.set_logo, content=content, caller=caller), reading=False)


@router.delete("/logo")
def remove_logo(tx: Tx, caller: SuperAdmin) -> SettingsOut:
    """Remove the logo, if there is one."""
    return service.remove_logo(tx, caller)
