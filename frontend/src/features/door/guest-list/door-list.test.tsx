import { QueryObserver } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ChangeNotice } from "@/api/live/change-notice";
import { setStreamState } from "@/api/live/live-state";
import { startLiveRefetch } from "@/api/live/refresh";
import { recordHeartbeat } from "@/api/live/server-clock";
import { createQueryClient } from "@/api/query-client";
import type { TicketRow } from "@/features/door/guest-list/api";
import { doorListKey } from "@/features/door/guest-list/api";
import { runInSlices } from "@/features/door/guest-list/index-when-idle";
import {
  confirmList,
  loadList,
  saveList,
  saveListSoon,
  suspendSaves,
  wipeLists,
} from "@/features/door/guest-list/list-store";
import { confirmFresh, loadWhole } from "@/features/door/guest-list/load-list";
import { qrHashes } from "@/features/door/guest-list/qr-hash";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { doorListQuery } from "@/features/door/guest-list/use-door-list";
import { wipeTime } from "@/features/door/guest-list/wipe-time";
import "@/pages/scan-attendees-page";
import { clearSession } from "@/features/users/sign-in/session";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { type Call, json, neverRespond, problem, serve } from "@/testing/server";

/** So that its list is not wiped while it is tested. */
const DAY = "2099-12-30";
const ADA: TicketRow = ["AAAAAAAAAAAAAAAAAAAAAA", 1, "Ada Byron", 7, "paid", null, "INV-1", null, null];
const BOB: TicketRow = ["AAAAAAAAAAAAAAAAAAAAAQ", 2, "Bob", 1, "paid", null, "INV-2", null, null];
const answered = (tickets: readonly TicketRow[] = [ADA], event: object = {}) => ({
  event: { id: GALA.id, name: GALA.name, date: DAY, time: null, ...event },
  asOf: 1,
  tickets,
});
const saved = (tickets: readonly TicketRow[] = [ADA], event: object = {}) => {
  const { tickets: rows, ...rest } = answered(tickets, event);
  return { ...rest, etag: 'W/"1"', tickets: DoorTickets.of(rows) };
};

class NoWorker {
  postMessage() {}
  terminate() {}
}

beforeEach(() => {
  vi.stubGlobal("Worker", NoWorker);
  localStorage.setItem("doorlist.door.event", String(GALA.id));
});
afterEach(() => setStreamState("open"));

const listCalls = (calls: Call[]) => calls.filter(({ path }) => path === "/api/door/list");

function openDoor(routes: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/door/list": () => json(answered()),
    ...routes,
  });
  return { calls, ...openApp("/scan-attendees", { as: OLIVE }) };
}

const onDevice = async (eventId = GALA.id) => (await loadList(eventId))?.tickets.size ?? null;

test("4.list.1 the list of the chosen event is put on the device, in place of any other", async () => {
  await saveList(saved([ADA], { id: 99 }));
  openDoor();
  await waitFor(async () => expect(await onDevice()).toBe(1));
  expect(await onDevice(99)).toBeNull();
});

test("4.list.2 a list that is on the device is asked for only where the server has a newer one", async () => {
  await saveList(saved());
  const { calls } = openDoor({ "GET /api/door/list": () => new Response(null, { status: 304 }) });
  await waitFor(() => expect(listCalls(calls)).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await onDevice()).toBe(1);
});

test("4.list.3 without an answer the door has the list of its device, and compares once the server is heard", async () => {
  await saveList(saved());
  setStreamState("cut");
  let isThere = false;
  const { calls } = openDoor({
    "GET /api/door/list": () => (isThere ? json(answered([ADA, BOB])) : problem(503, "busy", "Busy")),
  });
  await waitFor(() => expect(listCalls(calls)).toHaveLength(1));
  expect(await onDevice()).toBe(1);
  isThere = true;
  setStreamState("open");
  await waitFor(async () => expect(await onDevice()).toBe(2));
});

test("4.list.3 a door that found neither a server nor a list reads it once the server is heard", async () => {
  setStreamState("cut");
  let isThere = false;
  const { calls } = openDoor({
    "GET /api/door/list": () => (isThere ? json(answered()) : problem(503, "busy", "Busy")),
  });
  await waitFor(() => expect(listCalls(calls)).toHaveLength(1));
  isThere = true;
  setStreamState("open");
  await waitFor(async () => expect(await onDevice()).toBe(1));
});

test("4.list.4 'All Events' and signing out wipe the list", async () => {
  await saveList(saved());
  const { user, unmount } = openDoor();
  await user.selectOptions(await screen.findByLabelText("Event"), "");
  await waitFor(async () => expect(await onDevice()).toBeNull());
  unmount();

  await saveList(saved());
  clearSession();
  openApp("/auth");
  await waitFor(async () => expect(await onDevice()).toBeNull());
});

test("4.list.4 an event that is gone takes its list along", async () => {
  await saveList(saved());
  openDoor({ "GET /api/door/list": () => problem(404, "event_not_found", "Event not found") });
  await waitFor(async () => expect(await onDevice()).toBeNull());
});

test("4.list.4, 9.list.1 the list goes at 17:00 of the day after, and is not saved later", async () => {
  expect(new Date(wipeTime("2026-12-31"))).toEqual(new Date(2027, 0, 1, 17));
  await saveList(saved());
  vi.useFakeTimers({ toFake: ["Date"], now: wipeTime(DAY) - 1 });
  expect(await onDevice()).toBe(1);
  vi.setSystemTime(wipeTime(DAY));
  expect(await onDevice()).toBeNull();
  expect(await saveList(saved())).toBe(false);
  vi.useRealTimers();
});

describe("4.list.4, 4.list.8 a long list that is being saved a part at a time", () => {
  const long = (name: string) =>
    Array.from({ length: 3000 }, (_, id): TicketRow => {
      const hash = `${String(id).padStart(6, "A")}${"A".repeat(16)}`;
      return [hash, id + 1, name, 1, "paid", null, `INV-${id}`, null, null];
    });
  // No part is quick enough for another one beside it.
  beforeEach(() => {
    let time = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (time += 20));
  });

  test.each([
    ["a wiping", () => wipeLists()],
    ["the end of the session", () => suspendSaves(true)],
  ])("is not saved after %s", async (_, end) => {
    const saving = saveList(saved(long("Ada")));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await end();
    expect(await saving).toBe(false);
    expect(await loadList(GALA.id)).toBeNull();
    suspendSaves(false);
  });

  test("gives way to one that is saved later", async () => {
    const saves = [saveList(saved(long("Ada"))), saveList(saved([BOB]))];
    expect(await Promise.all(saves)).toEqual([true, true]);
    expect((await loadList(GALA.id))?.tickets.size).toBe(1);
  });
});

test("4.list.8 a list that changes all the time is saved in the middle of it, and not after it was wiped", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (let change = 0; change < 6; change++) {
    saveListSoon(saved());
    vi.advanceTimersByTime(1000);
  }
  vi.useRealTimers();
  await waitFor(async () => expect(await onDevice()).toBe(1));

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  saveListSoon(saved());
  const wiping = wipeLists();
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await wiping;
  expect(await onDevice()).toBeNull();
});

/** All that the databases and stores of this browser hold, as text: numbers in columns too, byte by byte. */
async function everythingStored(): Promise<string> {
  const texts: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  const isColumn = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value);
  const readable = (_key: string, value: unknown) =>
    isColumn(value) ? new TextDecoder("latin1").decode(new Uint8Array(value.buffer)) : value;
  for (const { name } of await indexedDB.databases()) {
    const database = await openDB(name ?? "");
    for (const store of database.objectStoreNames) {
      texts.push(JSON.stringify(await database.getAllKeys(store)));
      texts.push(JSON.stringify(await database.getAll(store), readable));
    }
    database.close();
  }
  return texts.join("\n");
}

test("4.list.5 what lies on a device that is stolen holds no phone and no QR text", async () => {
  const phone = "+61 400 000 111";
  const qr = "DL1.7.0123456789ABCDEFGHJKMNPQRS";
  const { half } = await qrHashes(qr);
  const stolen: TicketRow = [half, 3, "Carl Stolen", 4, "unpaid", 4500, "INV-3", 1_700_000_000_000, "Olive"];
  // Personal data that a wrong server would send along, and data of the guests that other requests return.
  const told = { ...answered([stolen, ADA]), phones: [phone], qrCodeData: [qr] };
  const { calls } = openDoor({
    "GET /api/door/list": () => json(told),
    "GET /api/attendees": () =>
      json([{ id: 3, event: GALA, fullName: "Carl Stolen", phone, qrCodeData: qr }]),
  });
  await waitFor(() => expect(listCalls(calls)).toHaveLength(1));
  await waitFor(async () => expect(await onDevice()).toBe(2));
  const stored = await everythingStored();
  expect(stored).toContain("Carl Stolen");
  expect(stored).toContain("INV-3");
  expect(stored).not.toContain(phone);
  expect(stored).not.toMatch(/DL1\.|0123456789ABCDEFGHJKMNPQRS/);
  expect(Object.keys(await runInSlices(saved([stolen]).tickets.packing())).sort()).toEqual([
    "absentAt",
    "attendedAt",
    "checkIns",
    "checkedInBy",
    "hashes",
    "ids",
    "invoices",
    "leftAt",
    "names",
    "notes",
    "owedCents",
    "payments",
    "tables",
    "types",
  ]);

  // A guest who is deleted leaves a hash alone.
  const tickets = DoorTickets.of([stolen]);
  tickets.apply([3], []);
  await saveList({ ...saved(), tickets });
  expect(await everythingStored()).not.toMatch(/Carl|INV-3|unpaid/);
});

describe("with timers that the test moves", () => {
  const ends: (() => void)[] = [];
  // The database of these tests runs on timers of another kind.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    vi.useRealTimers();
  });

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  /** Holds the list as the scanner does. `size` is how many tickets the door goes by, null while it has no list. */
  function holdList() {
    const queryClient = createQueryClient(() => {});
    const observer = new QueryObserver(queryClient, doorListQuery(GALA.id));
    const live = startLiveRefetch(queryClient, () => {});
    ends.push(
      observer.subscribe(() => {}),
      live.stop,
    );
    const held = () => observer.getCurrentResult().data;
    const queries = queryClient.getQueryCache();
    const beat = (until: number | null) => {
      const query = queries.find({ queryKey: doorListKey(GALA.id) });
      if (query) confirmFresh(query, until);
    };
    return {
      hear: live.take,
      beat,
      held,
      asOf: () => held()?.list.asOf,
      size: () => held()?.list.tickets.size ?? null,
    };
  }

  /** Lets the database go on, and moves no timer: vi.waitFor would. */
  async function until(isSo: () => boolean) {
    for (let turn = 0; turn < 1000 && !isSo(); turn++) await new Promise((next) => setImmediate(next));
    expect(isSo()).toBe(true);
  }

  test("9.list.2 a door waits 1.2 s for the server's list, and not longer, before it goes by its own", async () => {
    await saveList(saved());
    neverRespond();
    const ask = vi.spyOn(globalThis, "fetch");
    const door = holdList();
    await until(() => ask.mock.calls.length === 1);
    await pass(1199);
    expect(door.size()).toBeNull();
    await pass(1);
    expect(door.size()).toBe(1);
    expect(door.held()).toMatchObject({ isSaved: true, isCurrent: false });
    // A request that has no reader left is aborted.
    const [, init] = ask.mock.calls[0] ?? [];
    expect(init?.signal?.aborted).toBe(true);
  });

  test("9.list.2 an answer within the 1.2 s is the door's list", async () => {
    await saveList(saved());
    const late = () => new Promise((come) => setTimeout(come, 1100)).then(() => json(answered([ADA, BOB])));
    const calls = serve({ "GET /api/door/list": late });
    const door = holdList();
    await until(() => calls.length === 1);
    await pass(1100);
    await until(() => door.size() === 2);
    expect(door.held()).toMatchObject({ isSaved: true, isCurrent: true });
  });

  const IMPORT: ChangeNotice = { attendeesOf: [GALA.id] };
  const MANY: ChangeNotice = { ...IMPORT, attendees: Array.from({ length: 201 }, (_, id) => id + 1) };

  test.each([
    { what: "an import", facts: IMPORT, random: 0.9999, moment: 4999 },
    { what: "an import, for another door", facts: IMPORT, random: 0.3, moment: 1500 },
    { what: "more tickets than are named", facts: MANY, random: 0.5, moment: 2500 },
    { what: "a restored backup", facts: { everything: true }, random: 0.5, moment: 2500 },
    { what: "the event itself", facts: { events: [GALA.id] }, random: 0.5, moment: 2500 },
  ])(
    "9.list.3 after $what the list is read at a moment of the door's own within 5 s: $moment ms",
    async ({ facts, random, moment }) => {
      vi.spyOn(Math, "random").mockReturnValue(random);
      let tickets = [ADA];
      const calls = serve({ "GET /api/door/list": () => json(answered(tickets)) });
      const door = holdList();
      await until(() => door.size() === 1);
      tickets = [ADA, BOB];
      door.hear(facts);
      await pass(moment - 1);
      expect(calls).toHaveLength(1);
      await pass(2);
      await until(() => door.size() === 2);
      expect(calls.map(({ query }) => query)).toEqual(Array(2).fill({ eventId: String(GALA.id) }));
    },
  );

  test("9.list.3, 4.list.7 named tickets are read at once, and they alone", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.9);
    let tickets = [ADA];
    const calls = serve({ "GET /api/door/list": () => json(answered(tickets)) });
    const door = holdList();
    await until(() => door.size() === 1);
    tickets = [BOB];
    door.hear({ ...IMPORT, attendees: [2] });
    await pass(10);
    await until(() => door.size() === 2);
    expect(calls[1]?.query).toEqual({ eventId: String(GALA.id), ids: "2" });
  });

  test("4.list.12 a list is as new as the last moment at which all changes are known to be on it", async () => {
    const tickets = [ADA];
    let isBusy = false;
    const calls = serve({
      "GET /api/door/list": () => (isBusy ? problem(503, "too_busy", "Busy") : json(answered(tickets))),
    });
    const door = holdList();
    await until(() => door.size() === 1);
    expect(door.asOf()).toBe(1);
    door.beat(null);
    expect(door.asOf()).toBe(1);
    door.beat(5000);
    expect(door.asOf()).toBe(5000);
    door.beat(4000);
    expect(door.asOf()).toBe(5000);

    // A change is published, but not read yet.
    tickets.push(BOB);
    door.hear({ ...IMPORT, attendees: [2] });
    door.beat(10_000);
    expect(door.asOf()).toBe(5000);
    await pass(10);
    await until(() => door.size() === 2);
    // The response has only one ticket: its time is not the list's.
    expect(door.asOf()).toBe(5000);
    door.beat(15_000);
    expect(door.asOf()).toBe(15_000);

    isBusy = true;
    door.hear({ ...IMPORT, attendees: [1] });
    await pass(2000);
    await until(() => door.held()?.isCurrent === false);
    door.beat(20_000);
    expect(door.asOf()).toBe(15_000);
    expect(calls).toHaveLength(3);
  });

  test("4.list.12 a list from the disk gets younger only once the server has confirmed it", async () => {
    await saveList(saved());
    neverRespond();
    const ask = vi.spyOn(globalThis, "fetch");
    const door = holdList();
    await until(() => ask.mock.calls.length === 1);
    await pass(3000);
    await until(() => door.size() === 1);
    door.beat(5000);
    expect(door.asOf()).toBe(1);
  });

  test("4.list.7 a list that lacks a change is not current: it is compared with the server's again", async () => {
    let isBusy = false;
    const tickets = [ADA];
    serve({
      "GET /api/door/list": () => (isBusy ? problem(503, "too_busy", "Busy") : json(answered(tickets))),
    });
    setStreamState("open");
    const door = holdList();
    await until(() => door.size() === 1);
    isBusy = true;
    door.hear({ ...IMPORT, attendees: [2] });
    await pass(10);
    await until(() => door.held()?.isCurrent === false);
    expect(door.size()).toBe(1);
  });
});

describe("4.list.3, 2.ready.17 a database that never answers", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(indexedDB, "open").mockImplementation(() => new IDBOpenDBRequest());
  });
  afterEach(() => void vi.useRealTimers());

  const answerAfter = async (ms: number, answer: Promise<unknown>) => {
    const onAnswer = vi.fn();
    void answer.then(onAnswer);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(onAnswer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    return onAnswer.mock.lastCall;
  };

  test("has no list after 3 s", async () => {
    expect(await answerAfter(3000, loadList(GALA.id))).toEqual([null]);
  });

  test("has not saved one after 15 s", async () => {
    expect(await answerAfter(15_000, saveList(saved()))).toEqual([false]);
  });

  test("holds no sign-out up for longer than 15 s", async () => {
    expect(await answerAfter(15_000, wipeLists())).toEqual([undefined]);
  });
});

test("4.list.10 a ticket that a whole new list lacks is known as cancelled, after a reload too", async () => {
  await saveList(saved([ADA, BOB]));
  const known = await loadList(GALA.id);
  serve({ "GET /api/door/list": () => json(answered([BOB])) });
  const held = await loadWhole(GALA.id, known && { list: known, isSaved: true }, () => true);
  expect(held.list.tickets.findId(1)).toBe("cancelled");
  expect((await loadList(GALA.id))?.tickets.findId(1)).toBe("cancelled");
  expect(await onDevice()).toBe(1);
});

test("4.list.12 after a reload without the server the list is as old as it is", async () => {
  const list = saved();
  await saveList(list);
  confirmList(list, 5000);
  confirmList(list, 10_000);
  expect((await loadList(GALA.id))?.asOf).toBe(10_000);

  // A change that is not saved yet does not make the saved list newer.
  const changed = { ...list, savedAs: null };
  saveListSoon(changed);
  confirmList(changed, 15_000);
  expect((await loadList(GALA.id))?.asOf).toBe(10_000);
  await saveList(changed);
  expect((await loadList(GALA.id))?.asOf).toBe(15_000);

  // Another tab has saved its own since.
  await saveList(saved());
  confirmList(changed, 20_000);
  expect((await loadList(GALA.id))?.asOf).toBe(1);
  await wipeLists();
  expect(localStorage.getItem("doorlist.door-list.as-of")).toBeNull();
});

test("4.list.12 while the scanner is open, the beats make its list younger", async () => {
  openDoor();
  await waitFor(async () => expect(await onDevice()).toBe(1));
  recordHeartbeat({ serverTime: 10_000, until: 5000 });
  await waitFor(async () => expect((await loadList(GALA.id))?.asOf).toBe(5000));
});

test("4.list.4 while the session of a door is over, nothing goes back to the disk", async () => {
  suspendSaves(true);
  expect(await saveList(saved())).toBe(false);
  saveListSoon(saved());
  suspendSaves(false);
  expect(await onDevice()).toBeNull();
  expect(await saveList(saved())).toBe(true);
});

test("2.ready.17 a list that the device did not take is saved once it does, though the server has none newer", async () => {
  suspendSaves(true);
  const { calls } = openDoor({ "GET /api/door/list": () => json(answered()) });
  await waitFor(() => expect(listCalls(calls)).toHaveLength(1));
  serve({ "GET /api/door/list": () => new Response(null, { status: 304 }) });
  suspendSaves(false);
  const held = await loadWhole(GALA.id, { list: saved(), isSaved: false }, () => true);
  expect(held.isSaved).toBe(true);
  expect(await onDevice()).toBe(1);
});

test("4.list.521 the browser is asked to keep what a door holds", async () => {
  const persist = vi.fn(() => Promise.resolve(false));
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { storage: { persist } }));
  openDoor();
  await waitFor(() => expect(persist).toHaveBeenCalled());
  vi.unstubAllGlobals();
});
