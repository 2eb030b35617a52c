"""An evening of five doors that are apart from each other and from their server, and its results."""

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from sqlalchemy import Engine, create_engine, text

from doorlist.core.config import Settings
from tests.cast import OLIVE, OSCAR
from tests.door.network_partition.checker import (
    AtList,
    CheckInList,
    Conflict,
    Database,
    Guest,
    History,
    Shown,
    Undone,
)
from tests.door.network_partition.visits import Row
from tests.house import Json
from tests.server.process import Server

FRONTEND = Path(__file__).resolve().parents[4] / "frontend"
DOORS = 5
SOLD, SOLD_WITH_LISTS = 7, 4
RULES = ("once", "reentry", "every")
LASTS_MS = 2000
LEAST_VERDICTS, LEAST_WITH_LISTS = 60, 120
LONGEST_SECONDS = 240


def build(directory: Path) -> Path:
    """The program that runs the doors, made of the front end's own code."""
    subprocess.run(["node", "network-partition/build.mjs", directory], cwd=FRONTEND, check=True, timeout=120)
    return directory / "main.js"


@dataclass
class Evening:
    """The verdicts that people saw, the database, and the records left on devices.

    `elsewhere` is the database of another event, one of whose tickets may be scanned here.
    """

    history: History
    database: Database
    elsewhere: Database
    unsent: list[str]
    records: list[Json]
    tickets: list[Json]
    counts_exits: bool
    lists: list[Json]


@dataclass
class Venue:
    """A server with its database, and the cookies of its users."""

    server: Server
    engine: Engine
    program: Path
    cookies: dict[str, str]
    user_ids: dict[str, int]

    @classmethod
    @contextmanager
    def at(cls, server: Server, settings: Settings, program: Path) -> Iterator["Venue"]:
        """The venue, until the block ends."""
        cookies, user_ids = {}, {}
        for person in (OLIVE, OSCAR):
            with closing(server.client()) as client:
                user_ids[person.username] = client.sign_in(person.username, person.password).json()["id"]
                cookies[person.username] = client.cookie or ""
        engine = create_engine(settings.database_url or f"sqlite:///{settings.sqlite_file}")
        yield cls(server, engine, program, cookies, user_ids)
        engine.dispose()

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The response to Olive."""
        with closing(self.server.client(cookie=self.cookies["olive"])) as client:
            answer = client.ask(method, path, body)
        assert answer.status < 300, answer.body
        return answer.json()

    def evening(self, seed: int, *, counts_exits: bool = False, has_lists: bool = False) -> "Evening":
        """Run an evening."""
        chance = Random(seed)  # noqa: S311 - so that it can be run again
        exits = {"countsExits": counts_exits, "reentry": chance.random() < 0.7}
        event, other = [
            self.ask("POST", "/api/events", {"name": name, "date": "2030-11-20", **exits}) for name in ("Gala", "Fair")
        ]
        types = [self._type(event, name) for name in ("VIP", "Crew")] if has_lists else []
        lists = [self._list(event, rule, types, chance) for rule in RULES] if has_lists else []
        guests = [
            self.sell(event, chance.choice([*types, None]) if types else None)
            for _ in range(SOLD_WITH_LISTS if lists else SOLD)
        ]
        tickets = [{"id": guest["id"], "qrData": guest["qrCodeData"]} for guest in guests]
        strange = [
            {"id": None, "qrData": self.sell(other)["qrCodeData"]},
            {"id": None, "qrData": f"DL1.{event['id']}.{'0' * 26}"},
            {"id": None, "qrData": "https://example.org/a-poster"},
        ]
        # Each list needs as many scans of a guest as the entrance.
        strange = [chance.choice(strange)] if has_lists else strange
        plan = {
            "seed": seed,
            "port": self.server.port,
            "eventId": event["id"],
            "countsExits": counts_exits,
            "lists": [{"id": each["id"], "rule": each["rule"]} for each in lists],
            "lastsMs": LASTS_MS,
            "leastVerdicts": LEAST_WITH_LISTS if has_lists else LEAST_VERDICTS,
            "doors": [self._door(number, event, chance) for number in range(DOORS)],
            "tickets": [*tickets, *strange],
            "staff": {"cookie": self.cookies["olive"], "userId": self.user_ids["olive"]},
        }
        entries = self._run(plan)
        ends = [entry for entry in entries if entry["kind"] == "end"]
        records = [record for end in ends for record in end["records"]]
        unsent = [f"{end['door']} has not sent {record}" for end in ends for record in end["unsettled"]]
        read = self.read(event["id"]), self.read(other["id"])
        return Evening(history_of(entries), *read, unsent, records, tickets, counts_exits, lists)

    def _run(self, plan: Json) -> list[Json]:
        """The output of the doors. It stays in a file, to search for a fault."""
        written = self.program.with_name(f"history-{plan['seed']}.jsonl")
        with written.open("w") as history:
            run = subprocess.run(
                ["node", self.program],
                input=json.dumps(plan),
                stdout=history,
                stderr=subprocess.PIPE,
                text=True,
                timeout=LONGEST_SECONDS,
                check=False,
            )
        assert run.returncode == 0, run.stderr
        return [json.loads(line) for line in written.read_text().splitlines()]

    def sell(self, event: Json, type_id: int | None = None) -> Json:
        guest = {"eventId": event["id"], "fullName": "Ada", "phone": "1", "tableNumber": 1, "paymentStatus": "paid"}
        sold: Json = self.ask("POST", "/api/attendees", guest | {"ticketTypeId": type_id})
        return sold

    def _type(self, event: Json, name: str) -> int:
        made: Json = self.ask("POST", f"/api/events/{event['id']}/ticket-types", {"name": name})
        return int(made["id"])

    def _list(self, event: Json, rule: str, types: list[int], chance: Random) -> Json:
        """A check-in list of that rule: for all tickets or some, after the entrance or not."""
        admitted = chance.choice([None, None, types, types[:1]])
        body = {"name": rule, "rule": rule, "ticketTypeIds": admitted, "needsEntrance": chance.random() < 0.4}
        return self.new_list(event, body)

    def new_list(self, event: Json, body: Json) -> Json:
        made: Json = self.ask("POST", f"/api/events/{event['id']}/check-in-lists", body)
        return made

    def _door(self, number: int, event: Json, chance: Random) -> Json:
        """A door of Olive's or Oscar's, with a session or with a grant alone."""
        name = f"Gate {number + 1}"
        username = chance.choice(("olive", "oscar"))
        cookie, grant_id = self.cookies[username], None
        if chance.random() < 0.5:
            answer = self.server.client(cookie=cookie).ask(
                "POST", "/api/door/grants", {"eventId": event["id"], "device": name}
            )
            assert answer.status == 200, answer.body
            cookie, grant_id = answer.headers["set-cookie"].partition(";")[0], answer.json()["id"]
        return {"cookie": cookie, "userId": self.user_ids[username], "grantId": grant_id, "device": name}

    def read(self, event_id: int) -> Database:
        """The database of an event, with each refusal that has resolved itself as the screen shows it."""
        listed, lists = self._listed(event_id), self._lists(event_id)
        with self.engine.connect() as database:
            log = [
                Row(
                    row.id,
                    row.attendee_id,
                    _key(row.idempotency_key),
                    row.outcome,
                    _ms(row.scanned_at) or 0,
                    row.user_id,
                    row.shown,
                    row.certainty,
                    _key(row.about_key),
                    _ms(row.received_at),
                    row.grant_id,
                    row.list_id,
                )
                for row in database.execute(
                    text("SELECT * FROM scan_log WHERE event_id = :event ORDER BY id"), {"event": event_id}
                )
            ]
            guests = [
                Guest(
                    row.id, row.qr_code_data, _ms(row.attended_at), row.scanned_by, _ms(row.left_at), row.ticket_type_id
                )
                for row in database.execute(
                    text("SELECT * FROM attendees WHERE event_id = :event"), {"event": event_id}
                )
            ]
            stored = database.execute(text("SELECT * FROM door_conflicts WHERE event_id = :event"), {"event": event_id})
            conflicts = [
                Conflict(row.kind, frozenset(_ids(row.log_ids)), row.list_id) for row in stored if row.id in listed
            ]
            at_lists = [
                AtList(
                    row.attendee_id,
                    row.list_id,
                    _ms(row.first_at) or 0,
                    row.first_by,
                    _ms(row.last_at) or 0,
                    row.times,
                    _ms(row.left_at),
                )
                for row in database.execute(text("SELECT * FROM list_presences"))
                if row.list_id in {each.id for each in lists}
            ]
        return Database(log, guests, conflicts, lists, at_lists)

    def _lists(self, event_id: int) -> list[CheckInList]:
        return [
            CheckInList(
                each["id"],
                each["rule"],
                None if each["ticketTypeIds"] is None else frozenset(each["ticketTypeIds"]),
                each["needsEntrance"],
                each["guests"],
                each["times"],
                each["inside"],
            )
            for each in self.ask("GET", f"/api/doors?eventId={event_id}")["lists"]
        ]

    def _listed(self, event_id: int) -> set[int]:
        path = f"/api/door/conflicts?eventId={event_id}&limit=100"
        pages = [self.ask("GET", path)]
        while pages[-1]["next"]:
            pages.append(self.ask("GET", f"{path}&after={pages[-1]['next']}"))
        return {conflict["id"] for page in pages for conflict in page["items"]}


def history_of(entries: list[Json]) -> History:
    """The verdicts that people saw, from the output of the doors."""
    crashes = {entry["door"]: place for place, entry in enumerate(entries) if entry["kind"] == "crash"}
    history = History(marks=Counter())
    for place, entry in enumerate(entries):
        is_kept = entry.get("isSaved", True) or place > crashes.get(entry.get("door"), -1)
        match entry["kind"]:
            case "shown":
                seen = entry["verdict"], entry["ticket"], entry["door"], is_kept, entry["listId"]
                history.shown.append(Shown(UUID(entry["key"]), *seen))
            case "sent":
                history.sent_at[UUID(entry["key"])].add(entry["at"])
            case "undone" if is_kept:
                history.undone.append(Undone(UUID(entry["key"]), UUID(entry["undoes"])))
            case "undone":
                history.known_keys.add(UUID(entry["key"]))
            case "marked" if entry["message"].startswith("Marked"):
                history.marks[entry["attendee"], entry["attended"]] += 1
            case "deleted":
                history.deleted.add(entry["id"])
            case "end":
                records = entry["records"]
                history.known_keys |= {UUID(record["key"]) for record in records}
                history.read_at |= {
                    UUID(record["key"]): record["at"] + record["clockOffset"]
                    for record in records
                    if record["clockOffset"] is not None and record["grantId"] is None
                }
    return history


def _key(value: object) -> UUID | None:
    return None if value is None else UUID(str(value))


def _ids(value: object) -> list[int]:
    ids: list[int] = json.loads(value) if isinstance(value, str) else value  # type: ignore[assignment]
    return ids


def _ms(value: object) -> int | None:
    if value is None:
        return None
    moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)
