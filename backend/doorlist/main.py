"""Assembles the application: modules, middleware and the built front end."""

import gc
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from anyio import to_thread
from fastapi import FastAPI, Request
from starlette.middleware import Middleware
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from doorlist.activity.router import router as activity_router
from doorlist.analytics.router import router as analytics_router
from doorlist.attendees.bulk_router import router as bulk_router
from doorlist.attendees.router import router as attendees_router
from doorlist.attendees.scrubbing import DeletedRowScrubber
from doorlist.attendees.ticket_page.router import router as ticket_page_router
from doorlist.attendees.ticket_page.service import AnonymousLimiter
from doorlist.backup.before_deletion import SafetyBackups
from doorlist.backup.json.router import router as backup_file_router
from doorlist.backup.json.router import slots_for_files
from doorlist.backup.router import router as backup_router
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.check_in_lists.router import router as check_in_lists_router
from doorlist.core.config import Settings
from doorlist.core.db.checkpoints import Checkpointer
from doorlist.core.db.database import Database
from doorlist.core.errors import NotFound, Problem
from doorlist.core.http.allowed_hosts import AllowedHosts
from doorlist.core.http.compression import CompressedAnswers
from doorlist.core.http.connections import ConnectionFigures
from doorlist.core.http.metrics import Metrics, RequestLog
from doorlist.core.http.openapi import ERROR_RESPONSES, describe_api
from doorlist.core.http.problems import install_error_handlers
from doorlist.core.http.security import RequestLimits, SecurityHeaders, is_from_this_machine_or
from doorlist.core.http.static_files import mount_front_end
from doorlist.core.http.uploads import Uploads
from doorlist.core.readiness import Readiness
from doorlist.door.access.router import router as access_router
from doorlist.door.admission.fast_path import ScanFastPath
from doorlist.door.admission.worker import AdmissionMetrics, AdmissionWorker
from doorlist.door.announcements.router import router as announcements_router
from doorlist.door.conflicts.router import router as conflicts_router
from doorlist.door.figures.router import router as doors_router
from doorlist.door.guest_list.router import router as door_list_router
from doorlist.door.offline.router import router as settling_router
from doorlist.door.router import SCAN_ROUTE
from doorlist.door.router import router as door_router
from doorlist.events.deletion import EventDeletions
from doorlist.events.router import router as events_router
from doorlist.live.hub import LiveHub
from doorlist.live.router import live_router
from doorlist.mail.router import router as mail_router
from doorlist.mail.sender import MailSender
from doorlist.privacy import becoming_due
from doorlist.privacy.erasure import finish_erasures
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.privacy.router import retention_router
from doorlist.privacy.router import router as privacy_router
from doorlist.settings.router import router as settings_router
from doorlist.spreadsheets.exports.files import sweep_exports
from doorlist.spreadsheets.exports.router import router as exports_router
from doorlist.spreadsheets.imports.runner import Imports
from doorlist.spreadsheets.router import router as spreadsheets_router
from doorlist.subject_access.router import router as held_router
from doorlist.ticket_types.router import router as ticket_types_router
from doorlist.users import passwords
from doorlist.users.access_limits import AccessLimits
from doorlist.users.active_sessions_router import router as sign_ins_router
from doorlist.users.auth import SECURITY_SCHEMES, AuthMiddleware, current_listener, security_of
from doorlist.users.door_credentials import find_live_listeners
from doorlist.users.password_queue import PasswordQueue
from doorlist.users.router import router as users_router
from doorlist.users.second_factor.router import router as second_factor_router
from doorlist.users.session_activity import SessionActivity

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


class MethodNotAllowed(Problem):
    status = 405
    code = "method_not_allowed"
    title = "Method not allowed"


ROUTERS = (
    users_router,
    sign_ins_router,
    second_factor_router,
    live_router(current_listener),
    events_router,
    ticket_types_router,
    check_in_lists_router,
    door_router,
    doors_router,
    door_list_router,
    access_router,
    conflicts_router,
    announcements_router,
    settling_router,
    spreadsheets_router,
    exports_router,
    attendees_router,
    bulk_router,
    mail_router,
    privacy_router,
    retention_router,
    held_router,
    ticket_page_router,
    activity_router,
    analytics_router,
    backup_file_router,
    backup_router,
    settings_router,
)


def create_app(settings: Settings, database: Database, certificate_authority: Path | None = None) -> FastAPI:
    """The whole application on a migrated database, which it closes when it ends.

    `certificate_authority`: the certificate for phones to trust, offered at /ca.crt.
    """
    metrics = Metrics()
    live = LiveHub(database, find_live_listeners, metrics.registry)
    admission = AdmissionWorker(database, AdmissionMetrics(metrics.registry), publish=live.publish)
    backup_scheduler = BackupScheduler(Backups(database, settings))
    ledger = ErasureLedger(settings.data_dir)
    imports = Imports(database, ledger, on_large_import=backup_scheduler.request_backup)
    last_use = SessionActivity(database)
    at_work_beside = (
        imports,
        event_deletions := EventDeletions(database),
        backup_scheduler,
        scrubber := DeletedRowScrubber(database),
        last_use,
        Checkpointer(database),
        mail_sender := MailSender(database, settings),
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # Objects of the start live as long as the server; the garbage collector can ignore them.
        gc.collect()
        gc.freeze()
        sweep_exports(settings.data_dir)
        await to_thread.run_sync(database.fill_reserve)
        for worker in at_work_beside:
            worker.start()
        if await to_thread.run_sync(finish_erasures, database, ledger):
            await to_thread.run_sync(scrubber.scrub_now)
        passwords.process.begin()
        database.workers.begin()
        async with live.running():
            yield
            for worker in at_work_beside:
                await to_thread.run_sync(worker.stop)
            await to_thread.run_sync(admission.close)
            await to_thread.run_sync(passwords.process.end)
            await to_thread.run_sync(database.workers.end)
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
        # We have our own metrics and logs; the framework's would cost time at every request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        middleware=[
            Middleware(RequestLog, metrics=metrics),
            Middleware(
                SecurityHeaders,
                settings=settings,
                refuse_other=AllowedHosts(settings).refuse_other,
                has_own_authority=certificate_authority is not None,
            ),
            Middleware(ScanFastPath, worker=admission, settings=settings, route=SCAN_ROUTE, record_use=last_use.record),
            Middleware(CompressedAnswers),
            Middleware(AuthMiddleware, settings=settings),
            Middleware(RequestLimits, settings=settings),
        ],
    )
    app.state.settings = settings
    app.state.database = database
    app.state.metrics = metrics
    app.state.connection_figures = ConnectionFigures(metrics.registry)
    app.state.admission_worker = admission
    app.state.live = live
    app.state.imports = imports
    app.state.event_deletions = event_deletions
    app.state.password_queue = PasswordQueue()
    app.state.strangers = AnonymousLimiter()
    app.state.access_limits = AccessLimits()
    app.state.last_use = last_use
    app.state.mail_sender = mail_sender
    app.state.scrubber = scrubber
    app.state.retention = becoming_due
    app.state.uploads = Uploads(settings.data_dir, slots_for_files())
    app.state.backup_scheduler = backup_scheduler
    app.state.safety_backups = SafetyBackups(backup_scheduler)
    install_error_handlers(app)
    _add_calls(app, settings, database, metrics)
    if certificate_authority is not None:
        _offer_certificate(app, certificate_authority)
    mount_front_end(app, settings.static_dir)
    return app


def _add_calls(app: FastAPI, settings: Settings, database: Database, metrics: Metrics) -> None:
    """Add all paths below /api, and the probes. Call it before the front end is mounted, whose page has all others."""
    for router in ROUTERS:
        app.include_router(router)
    describe_api(app, schemes=SECURITY_SCHEMES, security_of=security_of)
    _add_probes(app, settings, database, metrics)
    calls = [*app.routes, *(route for router in ROUTERS for route in router.routes)]
    unknown_call = _UnknownCall([route for route in calls if isinstance(route, Route)])
    app.routes.extend(Route(path, unknown_call, include_in_schema=False) for path in ("/api", "/api/{path:path}"))


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
            raise NotFound
        return metrics.response()


class _UnknownCall:
    """Answers requests that match no route: an unsupported method, or an unknown path."""

    def __init__(self, known: Iterable[Route]) -> None:
        self._known = tuple(known)

    async def __call__(self, scope: Scope, _: Receive, __: Send) -> None:
        """Refuse the request. Raises MethodNotAllowed and NotFound."""
        path = scope["path"]
        if allowed := self._methods_of(scope):
            headers = {"Allow": ", ".join(allowed)}
            raise MethodNotAllowed(f"{scope['method']} does not work on {path}", headers=headers)
        raise NotFound(f"There is no call {path}")

    def _methods_of(self, scope: Scope) -> list[str]:
        """The methods of the path; where it is that of a route to the letter, no others that take it for an id."""
        to_the_letter, all_of_them = [], []
        for method in METHODS:
            call = {**scope, "method": method, "path_params": {}}
            found = next(
                (child for match, child in (r.matches(call) for r in self._known) if match is Match.FULL), None
            )
            if found is not None:
                all_of_them.append(method)
                if not found.get("path_params"):
                    to_the_letter.append(method)
        return to_the_letter or all_of_them
