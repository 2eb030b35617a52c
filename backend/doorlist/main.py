"""Assembles the application: the rooms, the guards around them, and the built front end."""

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
from doorlist.backup.before_deletion import SafetyBackups
from doorlist.backup.json.router import router as backup_file_router
from doorlist.backup.json.router import slots_for_files
from doorlist.backup.router import router as backup_router
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.checkin.desk import AdmissionDesk, DeskFigures
from doorlist.checkin.door_list.router import router as door_list_router
from doorlist.checkin.fast_path import ScanFastPath
from doorlist.checkin.grants.router import router as grants_router
from doorlist.checkin.router import SCAN_ROUTE
from doorlist.checkin.router import router as checkin_router
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.errors import Problem, install_error_handlers
from doorlist.core.http.allowed_hosts import AllowedHosts
from doorlist.core.http.compression import CompressedAnswers
from doorlist.core.http.connections import ConnectionFigures
from doorlist.core.http.guards import RequestLimits, SecurityHeaders, is_from_this_machine_or
from doorlist.core.http.metrics import Metrics, RequestLog
from doorlist.core.http.openapi import ERROR_RESPONSES, describe_api
from doorlist.core.http.static_files import mount_front_end
from doorlist.core.http.uploads import Uploads
from doorlist.core.readiness import Readiness
from doorlist.events.router import router as events_router
from doorlist.live.hub import Live
from doorlist.live.router import live_router
from doorlist.spreadsheets.imports.runner import Imports
from doorlist.spreadsheets.router import router as spreadsheets_router
from doorlist.users import passwords
from doorlist.users.door_access import find_live_listeners
from doorlist.users.guards import SignInGate, current_listener
from doorlist.users.password_queue import PasswordQueue
from doorlist.users.router import router as users_router

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class NotFound(Problem):
    """There is no such path below /api."""

    status = 404
    code = "not_found"
    title = "Not found"


class MethodNotAllowed(Problem):
    """The path does not support that method."""

    status = 405
    code = "method_not_allowed"
    title = "Method not allowed"


def create_app(settings: Settings, database: Database, certificate_authority: Path | None = None) -> FastAPI:
    """The whole application on a migrated database, which it closes when it ends.

    `certificate_authority`: the certificate for phones to trust, offered at /ca.crt.
    """
    metrics = Metrics()
    live = Live(database, find_live_listeners, metrics.registry)
    desk = AdmissionDesk(database, DeskFigures(metrics.registry), tell=live.tell)
    backup_scheduler = BackupScheduler(Backups(database, settings))
    imports = Imports(database)
    eraser = Eraser(database)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # Objects of the start live as long as the server; the garbage collector can ignore them.
        gc.collect()
        gc.freeze()
        imports.start()
        backup_scheduler.start()
        eraser.start()
        passwords.process.begin()
        async with live.running():
            yield
            await to_thread.run_sync(imports.stop)
            await to_thread.run_sync(backup_scheduler.stop)
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
        # We have our own metrics and logs; looking for the framework's would cost time at every request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        middleware=[
            Middleware(RequestLog, metrics=metrics),
            Middleware(
                SecurityHeaders,
                settings=settings,
                refuse_other=AllowedHosts(settings).refuse_other,
                has_own_authority=certificate_authority is not None,
            ),
            Middleware(ScanFastPath, desk=desk, settings=settings, route=SCAN_ROUTE),
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
    app.state.backup_scheduler = backup_scheduler
    app.state.safety_backups = SafetyBackups(backup_scheduler)
    install_error_handlers(app)
    for router in (
        users_router,
        live_router(current_listener),
        events_router,
        checkin_router,
        door_list_router,
        grants_router,
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

    # This route takes every method, so that the front end's page never answers below /api. So it also gets
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
