import { type IDBPDatabase, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TicketRow } from "@/features/door/guest-list/api";
import {
  type DoorList,
  loadList,
  saveList,
  saveListSoon,
  wipeLists,
} from "@/features/door/guest-list/list-store";
import { readDoorList } from "@/features/door/guest-list/load-list";
import type { PackedTickets } from "@/features/door/guest-list/packed-tickets";
import { encodeHash } from "@/features/door/guest-list/qr-hash";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { eventually } from "@/testing/eventually";
import { seeded } from "@/testing/seeded";
import { serve } from "@/testing/server";

const EVENT_ID = 7;
const hashOf = (id: number) => encodeHash([id, id, id, id]);
const rowOf = (
  id: number,
  known: { name?: string; attendedAt?: number | null; notes?: string } = {},
): TicketRow => {
  const { name = `Guest ${id}`, attendedAt = null, notes = null } = known;
  return [
    hashOf(id),
    id,
    name,
    1,
    "paid",
    0,
    `INV-${id}`,
    attendedAt,
    attendedAt === null ? null : "Olive",
    notes,
  ];
};
const listOf = (size: number): DoorList => ({
  event: { id: EVENT_ID, name: "Gala", date: "2099-12-30", time: null, capacity: null },
  asOf: 1,
  etag: null,
  tickets: DoorTickets.of(Array.from({ length: size }, (_, n) => rowOf(n + 1))),
});

/** Changes tickets of a list as the stream does, and has that saved. */
async function change(list: DoorList, ids: readonly number[], rows: readonly TicketRow[]): Promise<DoorList> {
  list.tickets.apply(ids, rows);
  const changed: DoorList = { ...list, asOf: list.asOf + 1, savedAs: null };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  saveListSoon(changed);
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  await eventually(() => expect(changed.savedAs).toBeTruthy());
  return changed;
}

type Stored = { tickets: PackedTickets; savedAs: string; of?: string };

async function inStore<Result>(use: (database: IDBPDatabase) => Promise<Result>): Promise<Result> {
  const database = await openDB("doorlist.door-list");
  const result = await use(database);
  database.close();
  return result;
}
const stored = () => inStore(async (database) => (await database.getAll("lists")) as Stored[]);

beforeEach(() => wipeLists());
afterEach(() => wipeLists());

test("4.list.540 of a list that is kept up only what changed goes to the disk again", async () => {
  const list = listOf(100);
  await saveList(list);
  const [whole] = await stored();
  const first = await change(list, [3], [rowOf(3, { attendedAt: 50 })]);
  await change(first, [4], [rowOf(4, { attendedAt: 60 })]);

  const [same, changes] = await stored();
  expect(same).toEqual(whole);
  expect([...(changes?.tickets.ids ?? [])]).toEqual([3, 4]);
  const loaded = await loadList(EVENT_ID);
  expect(loaded?.asOf).toBe(3);
  expect([3, 4, 5].map((id) => loaded?.tickets.findId(id))).toMatchObject([
    { attendedAt: 50, checkedInBy: "Olive", fullName: "Guest 3" },
    { attendedAt: 60 },
    { attendedAt: null },
  ]);

  // A loaded list continues with the same copies.
  if (loaded) await change(loaded, [101], [rowOf(101)]);
  const [still, more] = await stored();
  expect(still).toEqual(whole);
  expect([...(more?.tickets.ids ?? [])]).toEqual([3, 4, 101]);
  expect((await loadList(EVENT_ID))?.tickets.findId(101)).toMatchObject({ fullName: "Guest 101" });
});

test.each([
  ["a guest who is gone", [3], []],
  ["a guest of another name", [3], [rowOf(3, { name: "Newly Named" })]],
  ["a note that is no more", [2], [rowOf(2)]],
  ["another QR text", [3], [[hashOf(300), ...rowOf(3).slice(1)] as unknown as TicketRow]],
])("4.list.540 after %s the whole list is saved: no copy keeps the old text", async (_, ids, rows) => {
  const list = listOf(100);
  list.tickets.apply([2], [rowOf(2, { notes: "Wheelchair" })]);
  await saveList(list);
  const changed = await change(await change(list, [9], [rowOf(9, { attendedAt: 50 })]), ids, rows);
  const copies = await stored();
  expect(copies).toHaveLength(1);
  expect(JSON.stringify(copies)).not.toContain(ids[0] === 3 ? "Guest 3\\u0000" : "Wheelchair");
  const loaded = await loadList(EVENT_ID);
  for (const id of [2, 3, 9]) expect(loaded?.tickets.findId(id)).toEqual(changed.tickets.findId(id));
});

test("4.list.540 once a quarter of the guests has changed the whole list is saved", async () => {
  const list = listOf(100);
  await saveList(list);
  const ids = Array.from({ length: 26 }, (_, n) => n + 1);
  const most = ids.slice(1);
  const first = await change(
    list,
    most,
    most.map((id) => rowOf(id, { attendedAt: 9 })),
  );
  expect(await stored()).toHaveLength(2);
  await change(first, [1], [rowOf(1, { attendedAt: 9 })]);
  const [whole, changes] = await stored();
  expect(changes).toBeUndefined();
  expect([...(whole?.tickets.attendedAt ?? [])].filter((at) => at === 9)).toHaveLength(26);
});

test("4.list.540 what another tab has saved meanwhile is not added to", async () => {
  const list = listOf(100);
  await saveList(list);
  const other = await loadList(EVENT_ID);
  if (other) await change(other, [3], [rowOf(3, { attendedAt: 50 })]);
  await change(list, [4], [rowOf(4, { attendedAt: 60 })]);
  const copies = await stored();
  expect(copies).toHaveLength(1);
  expect((await loadList(EVENT_ID))?.tickets.findId(4)).toMatchObject({ attendedAt: 60 });

  await wipeLists();
  await change(list, [5], [rowOf(5, { attendedAt: 70 })]);
  expect((await loadList(EVENT_ID))?.tickets.findId(5)).toMatchObject({ attendedAt: 70 });
});

describe("4.list.540 a page of the release before", () => {
  test("finds the list as it always was, and what it saves counts alone", async () => {
    const list = listOf(100);
    await saveList(list);
    await change(list, [3], [rowOf(3, { attendedAt: 50 })]);
    // As that release reads and saves it.
    const older = await inStore(async (database) => {
      const keys = (await database.getAllKeys("lists")) as unknown as [number, number][];
      const key = keys.find(([, id]) => id === EVENT_ID) ?? [0, 0];
      const found = (await database.get("lists", key)) as Stored & Record<string, unknown>;
      const transaction = database.transaction("lists", "readwrite");
      await transaction.store.clear();
      await transaction.store.put({ ...found, savedAs: "older" }, key);
      await transaction.done;
      localStorage.setItem("doorlist.door-list.as-of", JSON.stringify({ savedAs: "older", asOf: 1 }));
      return { key, found };
    });
    expect(older.key).toHaveLength(2);
    expect(older.found.tickets.ids).toHaveLength(100);
    expect(older.found.tickets.attendedAt.every(Number.isNaN)).toBe(true);
    expect((await loadList(EVENT_ID))?.tickets.findId(3)).toMatchObject({ attendedAt: null });

    await change(list, [4], [rowOf(4, { attendedAt: 60 })]);
    const loaded = await loadList(EVENT_ID);
    expect([3, 4].map((id) => loaded?.tickets.findId(id))).toMatchObject([
      { attendedAt: 50 },
      { attendedAt: 60 },
    ]);
  });

  test("may leave changes of a list that is not there any more", async () => {
    const list = listOf(100);
    await saveList(list);
    await change(list, [3], [rowOf(3, { attendedAt: 50 })]);
    const [, changes] = await stored();
    await saveList(listOf(100));
    await inStore(async (database) => {
      const [key] = (await database.getAllKeys("lists")) as unknown as [number, number][];
      await database.put("lists", changes, [...(key ?? []), "changes"]);
    });
    expect((await loadList(EVENT_ID))?.tickets.findId(3)).toMatchObject({ attendedAt: null });
  });
});

test.each([1, 2, 3, 4])("4.list.8, 4.list.540 what is loaded is what was held (seed %d)", async (seed) => {
  const { below, isSo, oneOf } = seeded(seed);
  let list = listOf(60);
  await saveList(list);
  for (let step = 0; step < 25; step++) {
    const ids = Array.from({ length: 1 + below(4) }, () => 1 + below(70));
    const rows = ids
      .filter(() => isSo(0.95))
      .map((id) =>
        rowOf(id, { attendedAt: isSo(0.7) ? step : null, ...(isSo(0.05) ? { name: "Other" } : {}) }),
      );
    list = await change(list, ids, rows);
    if (isSo(0.2)) list = (await loadList(EVENT_ID)) ?? list;
    const loaded = await loadList(EVENT_ID);
    const all = Array.from({ length: 70 }, (_, n) => n + 1);
    expect(all.map((id) => loaded?.tickets.findId(id))).toEqual(all.map((id) => list.tickets.findId(id)));
    expect(loaded?.tickets.countArrived()).toBe(list.tickets.countArrived());
    expect(loaded?.tickets.countInside()).toBe(list.tickets.countInside());
    expect(loaded?.asOf).toBe(list.asOf);
    expect(oneOf([loaded?.event])).toEqual(list.event);
  }
});

describe("7.door-list.12 a list that comes in lines", () => {
  const answer = (text: string) =>
    serve({
      "GET /api/door/list": () => new Response(text, { headers: { "Content-Type": "application/json" } }),
    });
  const text = (tickets: string) =>
    `{"event":{"id":7,"name":"A,\\nB","date":"2099-12-30"},"asOf":1,"position":"p","epoch":"e","restored":"r","tickets":[${tickets}]}`;
  const [one, two, three] = [1, 2, 3].map((id) => JSON.stringify(rowOf(id, { notes: "a,\nb" })));

  test.each([
    ["one", `${one},${two},${three}`],
    ["two", `${one},${two},\n${three}`],
    ["three", `${one},\n${two},\n${three}`],
  ])("is what it is in one: %s", async (_, tickets) => {
    answer(text(tickets));
    const list = await readDoorList(EVENT_ID, null);
    expect(list).toMatchObject({
      event: { name: "A,\nB" },
      asOf: 1,
      position: "p",
      epoch: "e",
      restored: "r",
    });
    expect([1, 2, 3].map((id) => list?.tickets.findId(id))).toMatchObject(
      [1, 2, 3].map((id) => ({ fullName: `Guest ${id}`, notes: "a,\nb" })),
    );
    expect(list?.tickets.size).toBe(3);
  });

  test("may be empty", async () => {
    answer(text(""));
    expect((await readDoorList(EVENT_ID, null))?.tickets.size).toBe(0);
  });

  test("is none where it breaks off, wherever that is", async () => {
    const whole = text(`${one},\n${two},\n${three}`);
    for (let end = 1; end < whole.length; end++) {
      answer(whole.slice(0, end));
      await expect(readDoorList(EVENT_ID, null), whole.slice(0, end)).rejects.toThrow();
    }
  });
});
