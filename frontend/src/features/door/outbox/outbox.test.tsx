import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { contradiction, isLate } from "@/features/door/core/contradiction";
import { dropAnswered, keepAnswered } from "@/features/door/outbox/answered";
import { readRecords } from "@/features/door/outbox/database";
import {
  closeOutbox,
  dismissAgain,
  openOutbox,
  saveResult,
  saveScan,
  saveVerdict,
  undoCheckIn,
  unsavedKeys,
} from "@/features/door/outbox/outbox";
import {
  mergeRecords,
  type NewRecord,
  NotSaved,
  type OutboxRecord,
  type OutboxResult,
} from "@/features/door/outbox/record";
import {
  cacheRecords,
  findRecord,
  getRecord,
  localEntryOrExit,
  unansweredScanOf,
  unsentKeys,
  unsentOf,
  unsyncedRecords,
} from "@/features/door/outbox/record-cache";
import { resetSteadyClock, steadyNow } from "@/lib/clock";
import { eventually } from "@/testing/eventually";
import { keptRecord, newScan } from "@/testing/outbox";

const DAY_MS = 24 * 60 * 60 * 1000;
/** 20:00 of the gala. */
const EVENING = new Date(2026, 10, 28, 20).getTime();
const ADA = { hash: "A".repeat(43), attendeeId: null };
const SHOWN_IN = { shown: "admitted", certainty: "list", asOf: 1 } as const;

const scan = (key: string, more: Partial<NewRecord> = {}) =>
  newScan(key, { userId: 1, eventId: 7, ...ADA, at: EVENING, monotonic: 1000, ...more });
const said = (kind: OutboxResult["kind"], more: Partial<OutboxResult> = {}): OutboxResult => ({
  kind,
  attendedAt: null,
  checkedInBy: null,
  detail: null,
  receivedAt: EVENING + 1000,
  ...more,
});

/** Closes the page and opens it again, so that its memory is lost. */
async function reopen() {
  closeOutbox();
  await openOutbox();
}

/** Another tab of the same device: the same modules once more. */
async function openTab() {
  vi.resetModules();
  const outbox = await import("@/features/door/outbox/outbox");
  await outbox.openOutbox();
  return { ...outbox, ...(await import("@/features/door/outbox/record-cache")) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: EVENING });
  resetSteadyClock();
});
afterEach(() => void vi.useRealTimers());

test("4.outbox.1 a record comes back as it was kept, after the page was closed", async () => {
  const kept = await saveScan(scan("a", { device: "Gate B", clockOffset: -250 }));
  await reopen();
  expect(unsyncedRecords()).toEqual([kept]);
  expect(kept).toMatchObject({ version: 1, device: "Gate B", clockOffset: -250, shown: null, result: null });
});

test("4.outbox.1 a record is kept with the strict promise of the disk, and only after the transaction is complete", async () => {
  await openOutbox();
  const durabilities: unknown[] = [];
  const order: string[] = [];
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...given) {
    const opened = transaction.apply(this, given);
    durabilities.push((given[2] as IDBTransactionOptions | undefined)?.durability);
    opened.addEventListener("complete", () => order.push("complete"));
    return opened;
  });
  await saveScan(scan("a"));
  order.push("resolved");
  expect(durabilities).toEqual(["strict"]);
  expect(order).toEqual(["complete", "resolved"]);
});

test("4.outbox.2 a key is kept once, and keeps its number", async () => {
  const first = await saveScan(scan("a"));
  await saveScan(scan("b"));
  const again = await saveScan(scan("a"));
  expect(again.sequence).toBe(first.sequence);
  await reopen();
  expect(unsyncedRecords().map(({ key }) => key)).toEqual(["a", "b"]);
});

test("4.outbox.2 a key that is on the disk, and that this page has not heard of, is merged with what is there", async () => {
  const first = await saveScan(scan("a"));
  await saveResult("a", said("admitted", { checkedInBy: "Bob" }));
  closeOutbox();
  const again = await saveScan(scan("a"), SHOWN_IN);
  expect(again).toMatchObject({
    sequence: first.sequence,
    shown: "admitted",
    result: { checkedInBy: "Bob" },
  });
  await reopen();
  expect(unsyncedRecords()).toEqual([]);
  expect(findRecord("a")).toEqual(again);
});

test("4.outbox.1 a reading and what is shown of it are kept in one write, and count once it is on the disk", async () => {
  await openOutbox();
  const opened = vi.spyOn(IDBDatabase.prototype, "transaction");
  const keeping = saveScan(scan("a"), SHOWN_IN);
  expect(findRecord("a")).toMatchObject({ shown: null });
  await keeping;
  expect(opened).toHaveBeenCalledTimes(1);
  expect(findRecord("a")).toMatchObject(SHOWN_IN);
  await reopen();
  expect(findRecord("a")).toMatchObject({ ...SHOWN_IN, shownAt: expect.any(Number) });
});

test("4.outbox.2 tabs that keep at the same moment take different numbers, and see each other's records", async () => {
  const other = await openTab();
  const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
  const kept = await Promise.all(
    keys.map((key, index) => (index % 2 ? other.saveScan : saveScan)(scan(key))),
  );
  expect(new Set(kept.map(({ sequence }) => sequence)).size).toBe(20);
  await eventually(() => {
    expect(unsyncedRecords()).toHaveLength(20);
    expect(other.unsyncedRecords()).toEqual(unsyncedRecords());
  });
});

test("4.outbox.2 what two tabs note in one record at the same moment is all kept", async () => {
  await saveScan(scan("a"));
  const other = await openTab();
  await Promise.all([
    saveVerdict("a", SHOWN_IN),
    other.saveResult("a", said("already", { checkedInBy: "Bob" })),
  ]);
  const both = { shown: "admitted", result: { kind: "already", checkedInBy: "Bob" } };
  await eventually(() => {
    expect(findRecord("a")).toMatchObject(both);
    expect(other.findRecord("a")).toMatchObject(both);
  });
  await reopen();
  expect(findRecord("a")).toMatchObject(both);
});

test("4.outbox.3 the oldest waits first, whatever the order of keeping", async () => {
  await saveScan(scan("late", { at: EVENING + 5 }));
  await saveScan(scan("early", { at: EVENING - 5 }));
  await saveScan(scan("as late", { at: EVENING + 5 }));
  expect(unsyncedRecords().map(({ key }) => key)).toEqual(["early", "late", "as late"]);
});

test("4.outbox.3 by the server's clock: the device's was set back between two pages", async () => {
  const hour = DAY_MS / 24;
  await saveScan(scan("first", { at: EVENING, clockOffset: 0 }));
  await saveScan(scan("second", { at: EVENING - hour + 5, clockOffset: hour }));
  expect(unsyncedRecords().map(({ key }) => key)).toEqual(["first", "second"]);
});

test("4.outbox.4 a connection that has died is opened anew, once", async () => {
  await saveScan(scan("a"));
  const dead = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
    throw new DOMException("The database connection is closing.", "InvalidStateError");
  });
  await saveScan(scan("b"));
  dead.mockRestore();
  await reopen();
  expect(unsyncedRecords()).toHaveLength(2);
});

describe("4.outbox.5 a device that takes nothing", () => {
  const full = () =>
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("The disk is full", "QuotaExceededError");
    });

  test("is told, and the record waits in memory, for the other tabs too", async () => {
    const other = await openTab();
    full();
    const failure = await saveScan(scan("a")).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NotSaved);
    expect((failure as NotSaved).record.key).toBe("a");
    expect(unansweredScanOf(ADA)?.key).toBe("a");
    await eventually(() => expect(other.findRecord("a")).not.toBeNull());
  });

  test("is told before the verdict shows", async () => {
    await saveScan(scan("a"));
    full();
    await expect(saveVerdict("a", SHOWN_IN)).rejects.toBeInstanceOf(NotSaved);
    expect(localEntryOrExit(7, ADA)).not.toBeNull();
  });

  test("has the record as soon as it takes some again", async () => {
    const disk = full();
    await expect(saveScan(scan("a"))).rejects.toBeInstanceOf(NotSaved);
    disk.mockRestore();
    await saveVerdict("a", SHOWN_IN);
    await reopen();
    expect(findRecord("a")).toMatchObject({ shown: "admitted", sequence: 1 });
  });

  test("4.outbox.24 and whose disk failed is not trusted again by this tab, though it takes records", async () => {
    const full = vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
      throw new DOMException("Internal error opening backing store for indexedDB.open.", "UnknownError");
    });
    await expect(saveScan(scan("a"))).rejects.toBeInstanceOf(NotSaved);
    full.mockRestore();
    await expect(saveScan(scan("b"))).rejects.toBeInstanceOf(NotSaved);
    expect(await readRecords()).toMatchObject([{ key: "b" }]);
    expect(unsavedKeys()).toEqual(["a", "b"]);
  });

  test("settles in memory all the same", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await saveScan(scan("a"));
    full();
    await saveResult("a", said("admitted"));
    expect(unsyncedRecords()).toEqual([]);
  });

  test("has no database at all", async () => {
    vi.stubGlobal("indexedDB", undefined);
    await expect(openOutbox()).rejects.toThrow();
    await expect(saveScan(scan("a"))).rejects.toBeInstanceOf(NotSaved);
  });

  test("has a database that never answers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(indexedDB, "open").mockImplementation(() => new IDBOpenDBRequest());
    const keeping = expect(saveScan(scan("a"))).rejects.toBeInstanceOf(NotSaved);
    await vi.advanceTimersByTimeAsync(2000);
    await vi.advanceTimersByTimeAsync(2000);
    await keeping;
  });
});

test("4.outbox.6 the last verdict that was shown counts, though the clock was set back", async () => {
  await saveScan(scan("a"));
  await saveVerdict("a", { shown: "not_on_list", certainty: "list", asOf: 1 });
  vi.setSystemTime(EVENING - DAY_MS);
  await saveVerdict("a", { shown: "admitted", certainty: "none", asOf: 1 });
  await reopen();
  expect(findRecord("a")).toMatchObject({ shown: "admitted", certainty: "none" });
});

test("4.check-in-list.910 'Let in anyway' is sent, as the response to an upload of the refusal may be lost", async () => {
  const none = { attendedAt: null, checkedInBy: null, detail: null, receivedAt: EVENING };
  await saveScan(scan("a"), { shown: "not_entered", certainty: "list", asOf: 1 });
  await saveResult("a", { kind: "admitted", ...none });
  await saveVerdict("a", { shown: "admitted", certainty: "none", asOf: null });
  expect(unsyncedRecords().map(({ key }) => key)).toEqual(["a"]);
  await saveResult("a", { kind: "admitted", ...none, shown: "admitted" });
  expect(unsyncedRecords()).toEqual([]);
});

test("4.outbox.7 the first answer of the server counts", async () => {
  await saveScan(scan("a"));
  await saveResult("a", said("admitted"));
  await saveResult("a", said("already"));
  expect(findRecord("a")?.result?.kind).toBe("admitted");
});

describe("4.again.3 the answer to what the door had shown", () => {
  const told = { shown: "admitted", isConflict: true, receivedAt: steadyNow() + DAY_MS } as const;
  const saidAtOnce = (kind: OutboxResult["kind"]) => said(kind, { receivedAt: steadyNow() });

  test("leaves the contradiction as old as it is, and the latest such answer counts", async () => {
    await saveScan(scan("a"), SHOWN_IN);
    await saveResult("a", saidAtOnce("already"));
    await saveResult("a", said("already", told));
    const first = getRecord("a");
    expect(contradiction(first)).not.toBeNull();
    expect(isLate(first)).toBe(false);
    await saveResult("a", said("already", { ...told, checkedInBy: "Bob" }));
    expect(getRecord("a").result).toMatchObject({ isConflict: true, checkedInBy: "Bob" });
    // Another tab's older news changes nothing.
    cacheRecords(first);
    expect(getRecord("a").result?.checkedInBy).toBe("Bob");
    expect(isLate(getRecord("a"))).toBe(false);
    await reopen();
    expect(isLate(getRecord("a"))).toBe(false);
  });

  test("is late where it is the first to contradict", async () => {
    await saveScan(scan("a"), SHOWN_IN);
    await saveResult("a", saidAtOnce("admitted"));
    await saveResult("a", said("already", told));
    expect(isLate(getRecord("a"))).toBe(true);
    await saveScan(scan("b"), SHOWN_IN);
    await saveResult("b", said("already", told));
    expect(isLate(getRecord("b"))).toBe(true);
  });
});

describe("4.outbox.8 an acknowledged record stays", () => {
  const isThereAfter = async (ms: number) => {
    vi.setSystemTime(EVENING + ms);
    await reopen();
    return findRecord("a") !== null;
  };

  test("until its event is over, at 17:00 of the day after", async () => {
    await saveScan(scan("a"));
    await saveResult("a", said("admitted"), { attendeeId: 3, eventDate: "2026-11-28" });
    expect(await isThereAfter(21 * 60 * 60 * 1000 - 1)).toBe(true);
    expect(await isThereAfter(21 * 60 * 60 * 1000)).toBe(false);
    vi.setSystemTime(EVENING);
    await reopen();
    expect(findRecord("a")).toBeNull();
  });

  test("9.outbox.2 for 7 days where the event is not known", async () => {
    await saveScan(scan("a"));
    await saveResult("a", said("unknown"));
    expect(await isThereAfter(7 * DAY_MS - 1)).toBe(true);
    expect(await isThereAfter(7 * DAY_MS)).toBe(false);
  });

  test("for good while the server has not answered", async () => {
    await saveScan(scan("a"));
    expect(await isThereAfter(400 * DAY_MS)).toBe(true);
  });

  test("with its undo, and an undo with it", async () => {
    await saveScan(scan("a"));
    await saveResult("a", said("admitted"));
    await undoCheckIn("a");
    expect(await isThereAfter(8 * DAY_MS)).toBe(true);
    await saveResult(unsyncedRecords()[0]?.key ?? "", said("marked_absent"));
    expect(await isThereAfter(6 * DAY_MS)).toBe(true);
    expect(await isThereAfter(8 * DAY_MS)).toBe(false);
    expect(unsyncedRecords()).toEqual([]);
  });
});

describe("4.outbox.9 what this device knows of a ticket", () => {
  test("it let the guest in, by the server's clock, and delivered that or not", async () => {
    await saveScan(scan("a", { clockOffset: -250 }));
    expect(localEntryOrExit(7, ADA)).toBeNull();
    await saveVerdict("a", SHOWN_IN);
    expect(localEntryOrExit(7, ADA)).toEqual({ at: EVENING - 250, deliveredAt: null, isExit: false });
    await saveResult("a", said("admitted", { receivedAt: EVENING + 9000 }));
    expect(localEntryOrExit(7, ADA)).toEqual({
      at: EVENING - 250,
      deliveredAt: EVENING + 8750,
      isExit: false,
    });
    expect(localEntryOrExit(8, ADA)).toBeNull();
    expect(localEntryOrExit(7, { hash: "B".repeat(43), attendeeId: null })).toBeNull();
  });

  test("by either name of the ticket, also one that the server told", async () => {
    await saveScan(scan("a"));
    await saveResult("a", said("admitted"), { attendeeId: 3, eventDate: null });
    await reopen();
    expect(localEntryOrExit(7, { hash: null, attendeeId: 3 })).not.toBeNull();
    expect(localEntryOrExit(7, ADA)).not.toBeNull();
  });

  test("what the server let in counts, whatever was shown; what it refused and nobody let in does not", async () => {
    await saveScan(scan("a"));
    await saveVerdict("a", { shown: "already", certainty: "list", asOf: 1 });
    await saveResult("a", said("unknown"));
    expect(localEntryOrExit(7, ADA)).toBeNull();
    await saveScan(scan("b"));
    await saveVerdict("b", { shown: "already", certainty: "list", asOf: 1 });
    await saveResult("b", said("admitted"));
    expect(localEntryOrExit(7, ADA)).not.toBeNull();
  });

  test("it took that back: the next reading is a new one, and the one after counts again", async () => {
    await saveScan(scan("a", { at: steadyNow() }));
    await saveVerdict("a", SHOWN_IN);
    await undoCheckIn("a");
    await undoCheckIn("a");
    expect(unsyncedRecords().map(({ kind, undoes }) => [kind, undoes])).toEqual([
      ["check_in", null],
      ["undo", "a"],
    ]);
    expect(localEntryOrExit(7, ADA)).toBeNull();
    expect(unansweredScanOf(ADA)).toBeNull();
    await reopen();
    expect(localEntryOrExit(7, ADA)).toBeNull();
    await saveScan(scan("b", { at: EVENING + 60_000 }));
    await saveVerdict("b", SHOWN_IN);
    expect(localEntryOrExit(7, ADA)?.at).toBe(EVENING + 60_000);
  });

  test("the newest reading that the server has not answered", async () => {
    await saveScan(scan("old"));
    await saveScan(scan("new", { at: EVENING + 5 }));
    expect(unansweredScanOf(ADA)?.key).toBe("new");
    await saveResult("new", said("admitted"));
    expect(unansweredScanOf(ADA)?.key).toBe("old");
    await saveScan(scan("text", { hash: null, text: "a poster" }));
    expect(unansweredScanOf({ hash: null, attendeeId: null, text: "a poster" })?.key).toBe("text");
    expect(unansweredScanOf({ hash: null, attendeeId: null })).toBeNull();
  });
});

test("4.outbox.21 what another tab is deciding is not taken up here", async () => {
  const other = await openTab();
  await saveScan(scan("a"));
  await eventually(() => expect(other.findRecord("a")).not.toBeNull());
  expect(unansweredScanOf(ADA)?.key).toBe("a");
  expect(other.unansweredScanOf(ADA)).toBeNull();
  await saveVerdict("a", { shown: "undecided", certainty: "none", asOf: null });
  await eventually(() => expect(other.unansweredScanOf(ADA)?.key).toBe("a"));
});

test("4.outbox.10 'Check Again' that was read stays read", async () => {
  await saveScan(scan("a"));
  await dismissAgain("a");
  await reopen();
  expect(findRecord("a")?.isSeen).toBe(true);
});

test("4.outbox.2 news of one record may come in any order, and more than once", () => {
  const base: OutboxRecord = {
    ...scan("a"),
    version: 1,
    sequence: 4,
    shown: null,
    shownAt: null,
    certainty: null,
    asOf: null,
    result: null,
    isSeen: false,
  };
  const news: OutboxRecord[] = [
    base,
    { ...base, sequence: 0 },
    { ...base, attendeeId: 3 },
    { ...base, shown: "not_on_list", shownAt: 5, certainty: "list", asOf: 1 },
    { ...base, shown: "admitted", shownAt: 9, certainty: "none", asOf: 2 },
    { ...base, result: said("admitted", { receivedAt: 20 }) },
    { ...base, result: said("already", { receivedAt: 30 }) },
    { ...base, isSeen: true },
    { ...base, endsAt: 99 },
  ];
  const whole = {
    ...base,
    attendeeId: 3,
    shown: "admitted",
    shownAt: 9,
    certainty: "none",
    asOf: 2,
    result: said("admitted", { receivedAt: 20 }),
    isSeen: true,
    endsAt: 99,
  };
  // A generator that gives the same orders in every run.
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let round = 0; round < 500; round++) {
    const order = [...news, ...news.filter(() => random() < 0.5)]
      .map((one) => ({ one, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
    expect(order.reduce(mergeRecords)).toEqual(whole);
  }
});

test("4.outbox.5 records of a device whose data was cleared are kept in the new database", async () => {
  await saveScan(scan("a"));
  globalThis.indexedDB = new IDBFactory();
  closeOutbox();
  const kept = await saveScan(scan("b"));
  await reopen();
  expect(unsyncedRecords()).toEqual([kept]);
});

test("9.outbox.4, 4.missing.6 of more than a thousand that wait the first are named, and none before all is read", async () => {
  const shown = { shown: "admitted", shownAt: EVENING } as const;
  cacheRecords(
    ...Array.from({ length: 1001 }, (_, place) =>
      keptRecord({ ...shown, key: `${place}`, eventId: 7, at: place }),
    ),
  );
  expect(unsentKeys(unsentOf(7, 1))).toEqual({});
  await openOutbox();
  const { unsent = [] } = unsentKeys(unsentOf(7, 1));
  expect([unsent.length, unsent[0], unsent.at(-1)]).toEqual([1000, "0", "999"]);
  expect(unsentKeys(unsentOf(8, 1))).toEqual({ unsent: [] });
});

describe("4.outbox.520 a text that is no ticket", () => {
  const CARD = "MECARD:N:Contact,Carla;;";
  const REFUSED = { shown: "invalid", certainty: "text", asOf: 1 } as const;
  const onDisk = async () => JSON.stringify(await readRecords());

  test("goes from the disk once the server has answered, in whichever order the verdict and the answer are noted", async () => {
    await openOutbox();
    await saveScan(scan("a", { text: CARD }), REFUSED);
    expect(await onDisk()).toContain("Carla");
    await saveResult("a", said("invalid"));
    expect(await onDisk()).not.toContain("Carla");
    await saveScan(scan("b", { text: CARD }));
    await Promise.all([saveResult("b", said("invalid")), saveVerdict("b", REFUSED)]);
    expect(await onDisk()).not.toContain("Carla");
    await reopen();
    expect(unsyncedRecords()).toEqual([]);
  });

  test("stays until the server knows what was shown of it", async () => {
    await openOutbox();
    await saveScan(scan("a", { text: CARD }), REFUSED);
    await saveResult("a", said("admitted"));
    expect(await onDisk()).toContain("Carla");
    await saveResult("a", said("turned_away", { shown: "invalid" }));
    expect(await onDisk()).not.toContain("Carla");
  });

  test("that an earlier release kept goes when the outbox is opened", async () => {
    const { saveRecord } = await import("@/features/door/outbox/database");
    await saveRecord(
      keptRecord({ text: CARD, at: EVENING, result: said("invalid"), ...REFUSED, hash: null }),
      true,
    );
    await reopen();
    await keepAnswered(true);
    expect(await onDisk()).not.toContain("Carla");
    expect(unsyncedRecords()).toEqual([]);
  });
});

describe("4.outbox.521 after a sign-out", () => {
  test("what was answered goes, what waits or needs a look stays, and pairs go together", async () => {
    await openOutbox();
    for (const key of ["answered", "waits", "again", "undone"]) await saveScan(scan(key), SHOWN_IN);
    await saveResult("answered", said("admitted"));
    await saveResult("again", said("already", { shown: "admitted" }));
    await saveResult("undone", said("admitted"));
    await undoCheckIn("undone");
    await keepAnswered(false);
    const keys = async () => (await readRecords()).map(({ key, undoes }) => undoes ?? key);
    expect(await keys()).toEqual(["waits", "again", "undone", "undone"]);
    await dismissAgain("again");
    await saveResult("waits", said("admitted"));
    await dropAnswered();
    expect(await keys()).toEqual(["undone", "undone"]);
    await keepAnswered(true);
  });
});
