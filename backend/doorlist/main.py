"""Puts the house together: the rooms, the guards around them, and the built front end."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from anyio import to_thread
from fastapi import FastAPI, Request
from starlette.middleware import Middleware
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Match

from doorlist.analytics.router import router as analytics_router
from doorlist.attendees.erasing import Eraser
from doorlist.attendees.router import router as attendees_router
from doorlist.backup.before_deletion import SafetyCopies
from doorlist.backup.json_router import router as backup_file_router
from doorlist.backup.json_router import slots_for_files
from doorlist.backup.keeper import Keeper
from doorlist.backup.router import router as backup_router
from doorlist.checkin.desk import AdmissionDesk, DeskFigures
from doorlist.checkin.door_list.router import router as door_list_router
from doorlist.checkin.lean import ScanShortCut
from doorlist.checkin.router import SCAN_ROUTE
from doorlist.checkin.router import router as checkin_router
from doorlist.core.compression import CompressedAnswers
from doorlist.core.config import Settings
from doorlist.core.connections import ConnectionFigures
from doorlist.core.database import Database
from doorlist.core.errors import Problem, install_error_handlers
from doorlist.core.http_guards import RequestLimits, SecurityHeaders, is_from_this_machine_or
from doorlist.core.metrics import Metrics, RequestLog
from doorlist.core.openapi import ERROR_RESPONSES, describe_api
from doorlist.core.own_names import OwnNames
from doorlist.core.readiness import Readiness
from doorlist.core.static_files import mount_front_end
from doorlist.core.uploads import Uploads
from doorlist.events.router import router as events_router
from doorlist.live.hub import Live
from doorlist.live.router import live_router
from doorlist.spreadsheets.importing import Imports
from doorlist.spreadsheets.router import router as spreadsheets_router
from doorlist.users import passwords
from doorlist.users.guards import SignInGate, current_listener
from doorlist.users.password_queue import PasswordQueue
from doorlist.users.router import router as users_router
from doorlist.users.sessions import find_live_sessions

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class NotFound(Problem):
    """No such path below /api."""

    status = 404
    code = "not_found"
    title = "Not found"


class MethodNotAllowed(Problem):
    """The path is known, but not with that method."""

    status = 405
    code = "method_not_allowed"
    title = "Method not allowed"


def create_app(settings: Settings, database: Database, certificate_authority: Path | None = None) -> FastAPI:
    """The whole application on a database that is migrated already; it closes the database when it ends.

    `certificate_authority`: the certificate that phones are asked to trust, offered at /ca.crt.
    """
    metrics = Metrics()
    live = Live(database, find_live_sessions, metrics.registry)
    desk = AdmissionDesk(database, DeskFigures(metrics.registry), tell=live.tell)
    keeper = Keeper(database, settings)
    imports = Imports(database)
    eraser = Eraser(database)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # What start-up made lives as long as the server; the collector need not look at it again.
        gc.collect()
        gc.freeze()
        imports.start()
        keeper.start()
        eraser.start()
        passwords.process.begin()
        async with live.running():
            yield
            await to_thread.run_sync(imports.stop)
            await to_thread.run_sync(keeper.stop)
            await to_thread.run_sync(desk.close)
            await to_thread.run_sync(eraser.stop)
            await to_thread.run_sync(passwords.process.end)
        database.close()

    app = FastAPI(
        title="Doorlist",
        version="1",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        generate_unique_id_function=lambda route: route.name,
        responses=ERROR_RESPONSES,
        # Figures and logs are our own; the framework's would be looked for at every request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        middleware=[
            Middleware(RequestLog, metrics=metrics),
            Middleware(
                SecurityHeaders,
                settings=settings,
                refuse_other=OwnNames(settings).refuse_other,
                has_own_authority=certificate_authority is not None,
            ),
            Middleware(ScanShortCut, desk=desk, settings=settings, route=SCAN_ROUTE),
            Middleware(CompressedAnswers),
            Middleware(SignInGate, settings=settings),
            Middleware(RequestLimits, settings=settings),
        ],
    )
    app.state.settings = settings
    app.state.database = database
    app.state.metrics = metrics
    app.state.connection_figures = ConnectionFigures(metrics.registry)
    app.state.desk = desk
    app.state.live = live
    app.state.imports = imports
    app.state.password_queue = PasswordQueue()
    app.state.uploads = Uploads(settings.data_dir, slots_for_files())
    app.state.keeper = keeper
    app.state.safety_copies = SafetyCopies(keeper)
    install_error_handlers(app)
    for router in (
        users_router,
        live_router(current_listener),
        events_router,
        checkin_router,
        door_list_router,
        spreadsheets_router,
        attendees_router,
        analytics_router,
        backup_file_router,
        backup_router,
    ):
        app.include_router(router)
    describe_api(app)
    _add_probes(app, settings, database, metrics)
    if certificate_authority is not None:
        _offer_certificate(app, certificate_authority)
    mount_front_end(app, settings.static_dir)
    return app


def _offer_certificate(app: FastAPI, certificate_authority: Path) -> None:
    @app.get("/ca.crt", include_in_schema=False)
    async def read_certificate() -> Response:
        return FileResponse(certificate_authority, media_type="application/x-x509-ca-cert")


def _add_probes(app: FastAPI, settings: Settings, database: Database, metrics: Metrics) -> None:
    readiness = Readiness(database, settings.data_dir)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        return {"status": "alive"}

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> Response:
        ready = await readiness.is_ready()
        return JSONResponse({"status": "ready" if ready else "database_unavailable"}, 200 if ready else 503)

    @app.get("/metrics", include_in_schema=False)
    async def read_metrics(request: Request) -> Response:
        if not is_from_this_machine_or(request.scope, settings.metrics_from):
            raise NotFound("Not found")
        return metrics.response()

    known = tuple(app.routes)

    # This route takes every method, so that the front end's page never answers below /api. It therefore also gets
    # known paths with a wrong method, which the framework would otherwise have told apart itself.
    @app.api_route("/api", methods=list(METHODS), include_in_schema=False)
    @app.api_route("/api/{path:path}", methods=list(METHODS), include_in_schema=False)
    async def unknown_call(request: Request) -> Response:
        path = request.url.path
        calls = ({**request.scope, "method": method} for method in METHODS)
        allowed = [call["method"] for call in calls if any(r.matches(call)[0] is Match.FULL for r in known)]
        if allowed:
            headers = {"Allow": ", ".join(allowed)}
            raise MethodNotAllowed(f"{request.method} does not work on {path}", headers=headers)
        raise NotFound(f"There is no call {path}")
