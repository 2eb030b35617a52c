import { afterEach, expect, test, vi } from "vitest";
import type { TicketRow } from "@/features/door/guest-list/api";
import { Arrivals, type Arrived } from "@/features/door/guest-list/arrivals";
import type { DoorList } from "@/features/door/guest-list/list-store";
import { decodeHash } from "@/features/door/guest-list/qr-hash";
import { ticketStatusOf } from "@/features/door/guest-list/ticket-status";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { recordGeneration } from "@/features/door/outbox/data-generation";
import type { OutboxRecord } from "@/features/door/outbox/record";
import {
  allRecords,
  cacheRecords,
  clearCache,
  evictRecords,
  isUnsynced,
  onOutboxChange,
  undoOf,
} from "@/features/door/outbox/record-cache";
import { keptRecord } from "@/testing/outbox";
import { seeded } from "@/testing/seeded";

afterEach(clearCache);

const HASHES = ["A", "B", "C"].map((letter) => letter.repeat(22));
/** The first of three guests is in since 100; the list is of 1000. */
const LIST: DoorList = {
  event: { id: 7, name: "Gala", date: "2099-12-30", time: null },
  asOf: 1000,
  etag: null,
  tickets: DoorTickets.of(
    HASHES.map((hash, at) => [hash, at + 1, "", 1, "paid", 0, `${at}`, at === 0 ? 100 : null, null]),
  ),
};

const letIn = (key: string, attendeeId: number, more: Partial<OutboxRecord> = {}) =>
  keptRecord({ key, attendeeId, eventId: 7, at: 900, shown: "admitted", ...more });
const undo = (key: string, undoes: string, attendeeId: number, at: number) =>
  keptRecord({ key, kind: "undo", undoes, attendeeId, eventId: 7, at, shown: null });
const answered = (receivedAt: number) =>
  ({ kind: "admitted", attendedAt: null, checkedInBy: null, detail: null, receivedAt }) as const;

test.each<[string, OutboxRecord[], number]>([
  ["as the list has it", [], 1],
  ["and whom this door let in", [letIn("a", 2)], 2],
  ["once, however often", [letIn("a", 2), letIn("b", 2, { at: 950, shown: "already" })], 2],
  ["not whom it let out again", [letIn("a", 2), undo("u", "a", 2, 950)], 1],
  ["not twice who is on the list as in", [letIn("a", 1, { at: 100 })], 1],
  ["not whom the list still has as in", [letIn("a", 1, { at: 100 }), undo("u", "a", 1, 950)], 0],
  ["not who was let out elsewhere since", [letIn("a", 2, { result: answered(950) })], 1],
  ["and who was let in since the list", [letIn("a", 2, { at: 1100, result: answered(1100) })], 2],
  ["not who was turned away", [letIn("a", 2, { shown: "invalid" })], 1],
  ["not at another event", [letIn("a", 2, { eventId: 8 })], 1],
  ["nobody who is on no list", [letIn("a", 9)], 1],
])("2.scan.42 the door counts %s", (_, records, arrived) => {
  cacheRecords(...records);
  expect(new Arrivals().count(LIST)).toEqual({ arrived, inside: arrived });
});

const exit = (key: string, attendeeId: number, more: Partial<OutboxRecord> = {}) =>
  letIn(key, attendeeId, { direction: "out", at: 950, shown: "left", ...more });

test.each<[string, OutboxRecord[], [arrived: number, inside: number]]>([
  ["one who left", [exit("x", 1)], [1, 0]],
  ["one who came in and left", [letIn("a", 2), exit("x", 2)], [2, 1]],
  ["one who left and came back", [exit("x", 1), letIn("a", 1, { at: 960 })], [1, 1]],
  ["an exit that was undone", [exit("x", 1), undo("u", "x", 1, 960)], [1, 1]],
  ["an exit of a guest who was not inside", [exit("x", 2, { shown: "not_inside" })], [1, 1]],
])("2.exit.3 the door counts as arrived and inside: %s", (_, records, [arrived, inside]) => {
  cacheRecords(...records);
  expect(new Arrivals().count(LIST)).toEqual({ arrived, inside });
});

/** At a list two of three guests came in, and the second has left. */
const rows: TicketRow[] = HASHES.map((hash, at) => {
  const checkIn = [4, 200, 200, 1, at === 1 ? 300 : null] as const;
  const checkIns = at < 2 ? [checkIn] : null;
  return [hash, at + 1, "", 1, "paid", 0, `${at}`, null, null, null, null, null, null, checkIns];
});
const atList = (rule: "once" | "reentry" | "every"): DoorList => ({
  ...LIST,
  event: {
    ...LIST.event,
    lists: [
      {
        id: 4,
        eventId: 7,
        name: "Backstage",
        rule,
        ticketTypeIds: null,
        capacity: null,
        needsEntrance: false,
      },
    ],
  },
  tickets: DoorTickets.of(rows),
});

test.each<[string, OutboxRecord[], [arrived: number, inside: number]]>([
  ["as the list has it", [], [2, 1]],
  ["and whom this door let in there", [letIn("a", 3, { listId: 4 })], [3, 2]],
  ["not whom it let in at the entrance", [letIn("a", 3)], [2, 1]],
  ["and who came back", [letIn("a", 2, { listId: 4 })], [2, 2]],
  ["not who left", [exit("x", 1, { listId: 4 })], [2, 0]],
])("2.lists.1 at a check-in list the door counts %s", (_, records, [arrived, inside]) => {
  cacheRecords(...records);
  const list = atList("reentry");
  expect(new Arrivals(4).count(list)).toEqual({ arrived, inside });
  expect(list.tickets.countAt(4)).toEqual({ arrived: 2, inside: 1 });
});

test("2.lists.1 where every scan counts, a guest is counted once", () => {
  cacheRecords(
    letIn("a", 1, { listId: 4 }),
    letIn("b", 3, { listId: 4 }),
    letIn("c", 3, { listId: 4, at: 950 }),
  );
  expect(new Arrivals(4).count(atList("every")).arrived).toBe(3);
});

/** Checks every ticket against every record. */
function recount(list: DoorList, ids: readonly number[]): Arrived {
  const isNews = (record: OutboxRecord | null) =>
    record !== null &&
    (record.result === null ||
      isUnsynced(record) ||
      record.result.receivedAt + (record.clockOffset ?? 0) >= list.asOf);
  const listedId = ({ hash, attendeeId }: OutboxRecord) => {
    const listed = hash === null ? list.tickets.findId(attendeeId ?? 0) : list.tickets.find(decodeHash(hash));
    return listed === null || listed === "cancelled" ? null : listed.id;
  };
  const checkIns = [...allRecords()].filter(({ kind }) => kind === "check_in");
  const kinds = ids.map((id) => {
    const listed = list.tickets.findId(id);
    if (listed === null || listed === "cancelled") return "absent";
    const own = checkIns.filter((record) => listedId(record) === id);
    const here = own.filter(({ eventId }) => eventId === null || eventId === list.event.id);
    if (!here.some((record) => isNews(record) || isNews(undoOf(record.key)))) {
      if (listed.attendedAt === null) return "absent";
      return listed.leftAt === null ? "inside" : "left";
    }
    const hash = own.find((record) => record.hash !== null)?.hash ?? null;
    return ticketStatusOf(list, { hash, attendeeId: id })?.presence.kind ?? "absent";
  });
  return {
    arrived: kinds.filter((kind) => kind !== "absent").length,
    inside: kinds.filter((kind) => kind === "inside").length,
  };
}

const KINDS = ["admitted", "already", "left", "unknown", "turned_away", "failed"] as const;
const hashOf = (n: number) => `${n}`.padEnd(43, "B");

test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  "2.scan.42, 4.outbox.540 what is counted change by change is what a recount finds (seed %d)",
  (seed) => {
    const { below, isSo, oneOf } = seeded(seed);
    let made = 0;
    let now = 1000;
    const ids = Array.from({ length: 12 }, (_, n) => n + 1);
    const rowOf = (id: number, hash = oneOf(ids)): TicketRow => {
      const attendedAt = isSo(0.3) ? now - below(200) : null;
      const leftAt = attendedAt !== null && isSo(0.3) ? attendedAt + below(100) : null;
      const row = [hashOf(hash).slice(0, 22), id, "", 1, "paid", 0, `${id}`, attendedAt, null] as const;
      return [...row, null, null, null, leftAt];
    };
    const listOf = (eventId: number): DoorList => ({
      event: { id: eventId, name: "Gala", date: "2099-12-30", time: null },
      asOf: now,
      etag: null,
      tickets: DoorTickets.of(ids.filter(() => isSo(0.8)).map((id) => rowOf(id, id))),
    });
    let list = listOf(7);
    const scan = () => {
      made += 1;
      const byHash = isSo(0.7);
      cacheRecords(
        keptRecord({
          key: `${made}`,
          sequence: made,
          hash: byHash ? hashOf(below(14)) : null,
          attendeeId: byHash && isSo(0.6) ? null : oneOf(ids),
          eventId: oneOf([7, 7, 7, 8, null]),
          at: now - below(50),
          clockOffset: oneOf([null, 0, 30]),
          ...(isSo(0.3) ? { direction: "out" } : {}),
          shown: oneOf([
            "admitted",
            "admitted",
            "left",
            "already",
            "not_on_list",
            "undecided",
            null,
          ] as const),
        }),
      );
    };
    const change = (record: OutboxRecord) => {
      if (isSo(0.5)) {
        const kind = oneOf(KINDS);
        const shown = isSo(0.5) ? { shown: record.shown } : {};
        const lineage = isSo(0.3) ? { lineage: { epoch: "one", restored: "1", at: now } } : {};
        const result = {
          kind,
          attendedAt: null,
          checkedInBy: null,
          detail: null,
          receivedAt: now - below(60),
        };
        cacheRecords({
          ...record,
          ...lineage,
          attendeeId: record.attendeeId ?? oneOf(ids),
          result: { ...result, ...shown },
        });
      } else if (isSo(0.3)) evictRecords([record.key]);
      else if (isSo(0.4)) cacheRecords({ ...record, shown: "admitted", shownAt: (record.shownAt ?? 0) + 1 });
      else if (record.kind === "check_in" && !undoOf(record.key))
        cacheRecords(
          keptRecord({
            ...record,
            key: `undo ${++made}`,
            kind: "undo",
            undoes: record.key,
            at: now,
            result: null,
          }),
        );
    };
    const changeList = () => {
      const asked = ids.filter(() => isSo(0.2));
      const rows = asked.filter(() => isSo(0.7)).map((id) => rowOf(id, isSo(0.8) ? id : oneOf(ids)));
      list.tickets.apply(asked, rows);
      list = { ...list };
    };
    const arrivals = new Arrivals();
    const stop = onOutboxChange((changed) => arrivals.note(changed));
    for (let step = 0; step < 150; step++) {
      now += below(40);
      const records = [...allRecords()];
      const restored = oneOf(["1", "2"]);
      const seldom = oneOf([
        () => recordGeneration(7, { epoch: "one", restored }),
        () => {
          list = listOf(oneOf([7, 8]));
        },
      ]);
      const grow = () => {
        list.asOf = now;
      };
      if (records.length === 0) scan();
      else
        oneOf([
          scan,
          scan,
          scan,
          () => change(oneOf(records)),
          () => change(oneOf(records)),
          changeList,
          grow,
        ])();
      if (isSo(0.05)) seldom();
      if (isSo(0.3)) continue;
      expect(arrivals.count(list)).toEqual(recount(list, ids));
      expect(new Arrivals().count(list)).toEqual(recount(list, ids));
    }
    stop();
  },
);

test("4.outbox.540 one more scan weighs its own guest alone", () => {
  const many = 500;
  const list: DoorList = {
    ...LIST,
    tickets: DoorTickets.of(
      Array.from({ length: many + 1 }, (_, n) => [
        hashOf(n).slice(0, 22),
        n + 1,
        "",
        1,
        "paid",
        0,
        `${n}`,
        null,
        null,
      ]),
    ),
  };
  const arrivals = new Arrivals();
  const stop = onOutboxChange((changed) => arrivals.note(changed));
  const find = vi.spyOn(list.tickets, "find");
  for (let n = 0; n < many; n++) cacheRecords(letIn(`${n}`, n + 1, { hash: hashOf(n) }));
  expect(arrivals.count(list)).toEqual({ arrived: many, inside: many });
  find.mockClear();
  cacheRecords(letIn("next", many + 1, { hash: hashOf(many) }));
  expect(arrivals.count(list)).toEqual({ arrived: many + 1, inside: many + 1 });
  list.asOf += 5000;
  expect(arrivals.count(list)).toEqual({ arrived: many + 1, inside: many + 1 });
  // On the list, as its guest's own, and to decide.
  expect(find).toHaveBeenCalledTimes(3);
  stop();
});
