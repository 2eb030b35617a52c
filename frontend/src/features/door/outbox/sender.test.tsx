import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { bodyOf as sentAs } from "@/features/door/outbox/batch";
import { recordGeneration } from "@/features/door/outbox/data-generation";
import {
  closeOutbox,
  openOutbox,
  saveResult,
  saveScan,
  saveVerdict,
  undoCheckIn,
} from "@/features/door/outbox/outbox";
import type { NewRecord } from "@/features/door/outbox/record";
import { findRecord, localEntryOrExit } from "@/features/door/outbox/record-cache";
import { startSender } from "@/features/door/outbox/sender";
import {
  broadcastSenderStatus,
  clearInFlight,
  markInFlight,
  senderStatus,
  sendNow,
} from "@/features/door/outbox/sender-status";
import { countUnsent } from "@/features/door/outbox/use-outbox";
import { now, steadyNow } from "@/lib/clock";
import { attendeeNamed, GALA, OLIVE, SAM } from "@/testing/cast";
import { eventually } from "@/testing/eventually";
import { keptRecord, newScan } from "@/testing/outbox";
import { type Call, json, neverRespond, problem, serve } from "@/testing/server";

/** Records older than a week are removed. */
const AT = now();
const hashOf = (letter: string) => letter.repeat(43);
const IN_AT = "2026-11-28T19:42:00.000Z";
const ADA = attendeeNamed("Ada Byron", {
  id: 3,
  attended: true,
  attendedAt: IN_AT,
  scanner: { id: OLIVE.id, fullName: OLIVE.fullName },
});
const SCANS = "POST /api/door/scans";

interface Item {
  key: string;
  kind: string;
  shown: string | null;
}
interface Body {
  eventId: number | null;
  scannedBy: number;
  items: Item[];
}
const bodyOf = ({ body }: Call) => body as Body;

/** The server's result for one record. */
const said = ({ key }: Item, outcome: string, more: object = {}) => ({
  key,
  outcome,
  attendeeId: ADA.id,
  attendedAt: IN_AT,
  checkedInBy: { id: OLIVE.id, fullName: OLIVE.fullName },
  detail: null,
  eventDate: null,
  conflict: null,
  ...more,
});
const letsIn = (item: Item) => said(item, item.kind === "undo" ? "marked_absent" : "admitted");
/** A server that takes batches, and says of each record what `say` does. */
const takes =
  (say: (item: Item) => object | null = letsIn) =>
  (call: Call) =>
    json({ now: AT, items: bodyOf(call).items.flatMap((item) => say(item) ?? []) });

/** One holder at a time, in the order of asking; one that steals goes first. */
function fakeLocks() {
  type Held = { lost: (reason: unknown) => void };
  let held: Held | null = null;
  const queue: (() => void)[] = [];
  const next = () => queue.shift()?.();
  return {
    request: (
      _name: string,
      options: { signal?: AbortSignal; steal?: boolean },
      lead: () => Promise<unknown>,
    ) =>
      new Promise((resolve, reject) => {
        const grant = () => {
          const mine = { lost: reject };
          held = mine;
          lead().then((value) => {
            resolve(value);
            if (held !== mine) return;
            held = null;
            next();
          });
        };
        options.signal?.addEventListener("abort", () => {
          const place = queue.indexOf(grant);
          if (place >= 0) queue.splice(place, 1);
          reject(new DOMException("", "AbortError"));
        });
        if (options.steal) {
          held?.lost(new DOMException("", "AbortError"));
          grant();
        } else if (held) queue.push(grant);
        else grant();
      }),
  };
}

let hidden = false;
const stops: (() => void)[] = [];
let sent: { count: number; again: number }[] = [];

beforeEach(() => {
  hidden = false;
  sent = [];
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  vi.stubGlobal("navigator", { locks: fakeLocks() });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  // Responses that are under way reach no other test.
  await aMoment();
  broadcastSenderStatus({ isSending: false, refusedUsers: [] });
});

let made = 0;
async function keep(
  key: string,
  { isShown = true, ...more }: Partial<NewRecord> & { isShown?: boolean } = {},
) {
  await saveScan(newScan(key, { device: "Gate B", hash: hashOf("A"), at: AT + made++, ...more }));
  if (isShown) await saveVerdict(key, { shown: "admitted", certainty: "list", asOf: 1 });
}

function start() {
  const stop = startSender((news) => sent.push(news));
  stops.push(stop);
  return stop;
}

/** The keys of each batch that the server was sent. */
const batchesOf = (calls: readonly Call[]) => calls.map((call) => bodyOf(call).items.map(({ key }) => key));
const settled = (key: string) => eventually(() => expect(findRecord(key)?.result).toBeTruthy());
const resultOf = (key: string) => findRecord(key)?.result?.kind;
const [realTimeout, realImmediate] = [setTimeout, setImmediate];
/** Moves no timer, as `eventually` would. */
async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((next) => realTimeout(next, 10));
}
/** Turns of the event loop, and no time: enough for all that is under way in the database and on the network of tests. */
async function aMoment() {
  for (let turn = 0; turn < 100; turn++) await new Promise<void>((next) => realImmediate(next));
}

test("4.outbox.11, 4.settle.1 what waits is sent when the page opens, oldest first, with all that the device knows of it", async () => {
  const calls = serve({ [SCANS]: takes() });
  await keep("late", { at: AT + 60_000, clockOffset: -500 });
  await keep("early", { at: AT - 60_000, hash: null, attendeeId: 3, listedHash: "H".repeat(22) });
  await keep("poster", { isShown: false, at: AT + 90_000, hash: null, text: "a poster" });
  start();
  await settled("poster");
  const shown = { shown: "admitted", certainty: "list", asOf: 1 };
  const rest = { kind: "check_in", undoes: null, clockOffset: null };
  expect(calls.map(({ body }) => body)).toEqual([
    {
      eventId: GALA.id,
      scannedBy: OLIVE.id,
      grantId: null,
      device: "Gate B",
      sentAt: expect.closeTo(steadyNow(), -5),
      pending: 0,
      unsent: [],
      lastSequence: 3,
      items: [
        {
          ...rest,
          ...shown,
          key: "early",
          sequence: 2,
          at: AT - 60_000,
          attendeeId: 3,
          listedHash: "H".repeat(22),
        },
        {
          ...rest,
          ...shown,
          key: "late",
          sequence: 1,
          at: AT + 60_000,
          clockOffset: -500,
          qrHash: hashOf("A"),
        },
        {
          ...rest,
          key: "poster",
          sequence: 3,
          at: AT + 90_000,
          qrData: "a poster",
          shown: null,
          certainty: null,
          asOf: null,
        },
      ],
    },
  ]);
  expect(findRecord("early")).toMatchObject({
    attendeeId: 3,
    result: { kind: "admitted", attendedAt: IN_AT, checkedInBy: OLIVE.fullName },
  });
});

test("4.again.516 of a guest whom a helper let in it keeps the helper and the door", async () => {
  const byHelper = { checkInDoor: { door: "Main entrance", helper: "Kim" } };
  const byStaff = { checkInDoor: { door: "Gate B", helper: null } };
  serve({ [SCANS]: takes((item) => said(item, "already", item.key === "kims" ? byHelper : byStaff)) });
  await keep("kims", { hash: hashOf("A") });
  await keep("staffs", { hash: hashOf("B") });
  start();
  await settled("staffs");
  expect(findRecord("kims")?.result?.checkedInBy).toBe("Kim, Main entrance");
  expect(findRecord("staffs")?.result?.checkedInBy).toBe(OLIVE.fullName);
});

test("4.settle.2, 9.outbox.3 a batch is of one user, one grant and one event, and of 200 records at most", async () => {
  const calls = serve({ [SCANS]: takes() });
  await keep("sam", { userId: SAM.id, hash: hashOf("B") });
  for (let count = 0; count < 201; count++)
    await keep(`olive ${count}`, { hash: `${count}`.padEnd(43, "C") });
  await keep("elsewhere", { eventId: 77, hash: hashOf("D") });
  start();
  await settled("elsewhere");
  await eventually(() => expect(sent).toEqual([{ count: 203, undos: 0, again: 0 }]));
  expect(
    calls.map((call) => [bodyOf(call).scannedBy, bodyOf(call).eventId, bodyOf(call).items.length]),
  ).toEqual([
    [SAM.id, GALA.id, 1],
    [OLIVE.id, GALA.id, 200],
    [OLIVE.id, GALA.id, 1],
    [OLIVE.id, 77, 1],
  ]);
  expect(calls.map(({ body }) => (body as { pending: number }).pending)).toEqual([0, 1, 0, 0]);
});

test("4.settle.2, 4.settle.440 a grant that the server refuses holds up nothing of the user's other grant", async () => {
  let refused: number | null = 5;
  const calls = serve({
    [SCANS]: (call) => {
      const isRefused = (call.body as { grantId: number | null }).grantId === refused;
      return isRefused ? problem(401, "not_signed_in", "No") : takes()(call);
    },
  });
  await keep("pass 1", { grantId: 5 });
  await keep("door 1", { grantId: 6, hash: hashOf("B") });
  await keep("pass 2", { grantId: 5, hash: hashOf("C") });
  // The same ticket, read under the other grant.
  await keep("door 2", { grantId: 6 });
  start();
  await settled("door 2");
  expect(batchesOf(calls)).toEqual([
    ["pass 1", "pass 2"],
    ["door 1", "door 2"],
  ]);
  expect(calls.map(({ body }) => (body as { grantId: number | null }).grantId)).toEqual([5, 6]);
  refused = 0;
  sendNow();
  await settled("pass 2");
});

describe("4.outbox.12 an answer that settles a record", () => {
  test.each([
    ["admitted", "admitted", null],
    ["already", "already", null],
    ["unknown", "unknown", null],
    ["invalid", "invalid", null],
    ["other_event", "other_event", "Winter Gala"],
    ["marked_absent", "marked_absent", null],
    ["turned_away", "turned_away", null],
    ["failed", "failed", "There is no such event"],
    ["not_counted", "failed", "Not counted: the access of this device had ended."],
    ["a word of a later release", "failed", null],
  ])("%s is %s", async (outcome, kind, detail) => {
    const calls = serve({
      [SCANS]: takes((item) => said(item, outcome, { detail: kind === outcome ? detail : null })),
    });
    await keep("a");
    await keep("b");
    start();
    await settled("b");
    expect(findRecord("a")?.result).toMatchObject({ kind, detail });
    await aMoment();
    expect(batchesOf(calls)).toEqual([["a", "b"]]);
  });

  test("4.settle.3 is its own: one that is missing in the answer waits", async () => {
    const calls = serve({ [SCANS]: takes((item) => (item.key === "b" ? null : letsIn(item))) });
    await keep("a", { hash: hashOf("A") });
    await keep("b", { hash: hashOf("B") });
    await keep("c", { hash: hashOf("C") });
    start();
    await settled("c");
    await aMoment();
    expect(["a", "b", "c"].map(resultOf)).toEqual(["admitted", undefined, "admitted"]);
    sendNow();
    await eventually(() => expect(batchesOf(calls)).toEqual([["a", "b", "c"], ["b"]]));
  });

  test("4.settle.4 of a batch that is refused as a whole, the record at fault is found, and fails alone", async () => {
    const calls = serve({
      [SCANS]: (call) =>
        bodyOf(call).items.some(({ key }) => key === "c")
          ? problem(400, "validation_failed", "", {
              errors: [{ field: "items.0.qrHash", message: "Too long" }],
            })
          : takes()(call),
    });
    for (const key of ["a", "b", "c", "d", "e"]) await keep(key, { hash: hashOf(key) });
    start();
    await settled("e");
    expect(["a", "b", "c", "d", "e"].map(resultOf)).toEqual([
      "admitted",
      "admitted",
      "failed",
      "admitted",
      "admitted",
    ]);
    expect(findRecord("c")?.result?.detail).toBe("Too long");
    expect(calls.length).toBeLessThan(8);
  });
});

describe("4.outbox.13 no answer of the server stops the sending until the next occasion", () => {
  const html = (status: number) => () =>
    new Response("<html>Sign in to the guest network</html>", {
      status,
      headers: { "Content-Type": "text/html" },
    });

  test.each<[string, () => Response | Promise<Response>]>([
    ["no network", () => Promise.reject(new TypeError("offline"))],
    ["a busy server", () => problem(429, "too_many", "Wait")],
    [
      "10.access.570 a device at its limit",
      () => problem(429, "too_many_records", "Try again in 12 minutes."),
    ],
    ["a server without its database", () => problem(503, "database_unavailable", "Down")],
    ["a restore", () => problem(503, "being_restored", "Wait")],
    ["other deliveries", () => problem(503, "too_busy", "Other doors are delivering.")],
    ["a proxy's 200", html(200)],
    ["a proxy's 404", html(404)],
    ["a proxy's 400", html(400)],
    ["a proxy's 403", html(403)],
    ["a 200 of somebody else's JSON", () => json({ ok: true })],
    [
      "a 200 about other records",
      () => json({ now: 1, items: [said({ key: "x", kind: "", shown: null }, "admitted")] }),
    ],
    ["somebody else's JSON error", () => json({ code: "validation_failed" }, 400)],
    ["a server that knows no such call", () => problem(404, "not_found", "No such path")],
  ])("%s", async (_what, respond) => {
    let isBack = false;
    const calls = serve({ [SCANS]: (call) => (isBack ? takes()(call) : respond()) });
    await keep("a");
    await keep("b");
    start();
    await eventually(() => expect(calls).toHaveLength(1));
    await aMoment();
    expect(batchesOf(calls)).toEqual([["a", "b"]]);
    expect(findRecord("a")?.result).toBeNull();
    expect(senderStatus().isSending).toBe(true);
    isBack = true;
    window.dispatchEvent(new Event("online"));
    await settled("b");
    // The same keys again: the server takes each once.
    expect(batchesOf(calls)).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    await eventually(() => expect(senderStatus().isSending).toBe(false));
    expect(sent).toEqual([{ count: 2, undos: 0, again: 0 }]);
  });

  test("a server that never answers", async () => {
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      expect(ms).toBe(8000);
      return AbortSignal.abort();
    });
    neverRespond();
    await keep("a");
    start();
    await aMoment();
    vi.mocked(AbortSignal.timeout).mockRestore();
    serve({ [SCANS]: takes() });
    sendNow();
    await settled("a");
  });

  test("4.settle.5 on a network that is too slow for a batch, the next one is half as large", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
    neverRespond();
    for (const key of ["a", "b", "c", "d"]) await keep(key, { hash: hashOf(key) });
    start();
    await aMoment();
    timeout.mockRestore();
    const calls = serve({ [SCANS]: takes() });
    sendNow();
    await settled("d");
    expect(batchesOf(calls)).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  test("9.outbox.1 every 15 seconds, and when the page is seen again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isBack = false;
    const calls = serve({
      [SCANS]: (call) => (isBack ? takes()(call) : problem(503, "being_restored", "Wait")),
    });
    await keep("a");
    start();
    await until(() => calls.length === 1);
    vi.advanceTimersByTime(14_999);
    await aMoment();
    expect(calls).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await until(() => calls.length === 2);
    isBack = true;
    document.dispatchEvent(new Event("visibilitychange"));
    await until(() => resultOf("a") === "admitted");
    vi.advanceTimersByTime(60_000);
    await aMoment();
    expect(calls).toHaveLength(3);
  });
});

describe("4.outbox.14 a record whose user has to sign in", () => {
  test.each([
    [401, "not_signed_in"],
    [403, "not_you"],
    [403, "grant_ended"],
    [403, "password_change_required"],
    [403, "second_factor_setup_required"],
  ])(
    "waits after %i %s while those of others are sent, and is tried again after a sign-in",
    async (status, code) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      let isSignedIn = false;
      const calls = serve({
        [SCANS]: (call) => {
          const isOlive = bodyOf(call).scannedBy === OLIVE.id;
          return isOlive && !isSignedIn ? problem(status, code, "No") : takes()(call);
        },
      });
      await keep("olive 1");
      await keep("olive 2");
      await keep("sam", { userId: SAM.id });
      start();
      await settled("sam");
      expect(batchesOf(calls)).toEqual([["olive 1", "olive 2"], ["sam"]]);
      await until(() => !senderStatus().isSending);
      expect(senderStatus().refusedUsers).toEqual([`${OLIVE.id} null`]);
      vi.advanceTimersByTime(15_000);
      await aMoment();
      expect(calls).toHaveLength(2);
      isSignedIn = true;
      sendNow();
      await settled("olive 2");
      await eventually(() => expect(senderStatus().refusedUsers).toEqual([]));
    },
  );
});

describe("4.outbox.15 what the door asks the server itself", () => {
  test("is left to it, and sent once it got no answer", async () => {
    const calls = serve({ [SCANS]: takes() });
    markInFlight("a");
    await keep("a");
    await keep("b", { hash: hashOf("B") });
    start();
    await settled("b");
    expect(batchesOf(calls)).toEqual([["b"]]);
    clearInFlight("a");
    await settled("a");
    expect(batchesOf(calls)).toEqual([["b"], ["a"]]);
  });

  test("is not sent again after its answer", async () => {
    const calls = serve({ [SCANS]: takes() });
    start();
    markInFlight("a");
    await keep("a");
    const result = {
      kind: "admitted",
      attendedAt: IN_AT,
      checkedInBy: null,
      detail: null,
      receivedAt: AT,
    } as const;
    await saveResult("a", result);
    clearInFlight("a");
    await aMoment();
    expect(calls).toEqual([]);
  });
});

test("4.outbox.12 a record that the server fails on stands in no other's way; a server that fails twice is left alone", async () => {
  const broken = ["bad"];
  const calls = serve({
    [SCANS]: (call) =>
      bodyOf(call).items.some(({ key }) => broken.includes(key))
        ? problem(500, "internal_error", "")
        : takes()(call),
  });
  await keep("bad");
  await keep("good", { hash: hashOf("B") });
  start();
  await settled("good");
  expect(batchesOf(calls)).toEqual([["bad", "good"], ["bad"], ["good"]]);
  expect(findRecord("bad")?.result).toBeNull();
  await aMoment();
  broken.push("worse", "worst");
  await keep("worse", { hash: hashOf("C") });
  await keep("worst", { hash: hashOf("D") });
  sendNow();
  await aMoment();
  expect(batchesOf(calls).slice(3)).toEqual([
    ["bad", "worse", "worst"],
    ["bad", "worse"],
    ["bad"],
    ["worse"],
  ]);
});

describe("4.outbox.16 an undo", () => {
  test("goes with its check-in, after it, and names it", async () => {
    const calls = serve({ [SCANS]: takes() });
    await keep("a", { attendeeId: 3 });
    await undoCheckIn("a");
    start();
    await eventually(() => expect(sent).toEqual([{ count: 1, undos: 1, again: 0 }]));
    expect(calls).toHaveLength(1);
    const [checkIn, undo] = calls.flatMap((call) => bodyOf(call).items);
    expect(checkIn?.key).toBe("a");
    expect(undo).toMatchObject({ kind: "undo", undoes: "a", qrHash: hashOf("A"), shown: null });
  });

  test("is credited to who made it, whoever made the check-in and is signed in", async () => {
    const calls = serve({ [SCANS]: takes() });
    await keep("a");
    await undoCheckIn("a", { userId: SAM.id });
    start();
    await eventually(() => expect(calls).toHaveLength(2));
    expect(calls.map((call) => bodyOf(call).scannedBy)).toEqual([OLIVE.id, SAM.id]);
  });

  test("waits for its check-in, while that is in flight", async () => {
    const calls = serve({ [SCANS]: takes() });
    markInFlight("a");
    await keep("a");
    await undoCheckIn("a");
    start();
    await aMoment();
    expect(calls).toEqual([]);
    clearInFlight("a");
    await eventually(() => expect(calls.flatMap((call) => bodyOf(call).items)).toHaveLength(2));
  });

  test("of a check-in that this device lost is the server's to know", async () => {
    const calls = serve({ [SCANS]: takes() });
    await keep("undo", {
      kind: "undo",
      undoes: "lost with the page",
      hash: null,
      attendeeId: null,
      isShown: false,
    });
    start();
    await settled("undo");
    expect(resultOf("undo")).toBe("marked_absent");
    const [undo] = calls.flatMap((call) => bodyOf(call).items);
    expect(undo).not.toHaveProperty("qrData");
  });
});

describe("4.exit.17 exits and returns", () => {
  const asTold = ({ key, kind, direction, shown }: Item & { direction?: string }) => {
    if (shown === "not_inside") return said({ key, kind, shown }, shown);
    const undone = direction === "out" ? "exit_undone" : "marked_absent";
    const moved = direction === "out" ? "left" : "admitted";
    return said({ key, kind, shown: null }, kind === "undo" ? undone : moved);
  };

  test("go in their order with their direction, and are counted on the screen", async () => {
    const calls = serve({ [SCANS]: takes(asTold) });
    await keep("in");
    await keep("out", { direction: "out", isShown: false });
    await saveVerdict("out", { shown: "left", certainty: "this_door", asOf: null });
    await keep("back");
    await undoCheckIn("back");
    await keep("out again", { direction: "out", isShown: false });
    await saveVerdict("out again", { shown: "not_inside", certainty: "list", asOf: 1 });
    expect(await countUnsent()).toMatchObject({ count: 4 });
    start();
    await settled("out again");
    const items = calls.flatMap((call) => bodyOf(call).items) as (Item & { direction?: string })[];
    expect(items.map(({ kind, direction, shown }) => [kind, direction, shown])).toEqual([
      ["check_in", undefined, "admitted"],
      ["check_in", "out", "left"],
      ["check_in", undefined, "admitted"],
      ["undo", undefined, null],
      ["check_in", "out", "not_inside"],
    ]);
    // Counted once the results are on the disk.
    await eventually(() => expect(sent).toEqual([{ count: 3, undos: 1, again: 0 }]));
  });

  test("the undo of an exit names its direction", async () => {
    const calls = serve({ [SCANS]: takes(asTold) });
    await keep("out", { direction: "out", isShown: false });
    await saveVerdict("out", { shown: "left", certainty: "list", asOf: 1 });
    await undoCheckIn("out");
    start();
    await settled("out");
    const undo = calls.flatMap((call) => bodyOf(call).items).find(({ kind }) => kind === "undo");
    expect(undo).toMatchObject({ direction: "out", undoes: "out" });
  });

  test.each([
    ["not_inside", "left", 2],
    ["left", "left", 1],
    ["reentry_not_allowed", "already_left", 1],
    ["reentry_not_allowed", "admitted", 2],
  ] as const)(
    "a record answered %s and shown %s is known to the server after %i calls",
    async (answer, shown, times) => {
      const asked: (string | null)[] = [];
      const calls = serve({
        [SCANS]: takes((item) => {
          asked.push(item.shown);
          return said(item, item.shown === null ? answer : shown === "left" ? "left" : "admitted");
        }),
      });
      const direction = shown === "left" ? ({ direction: "out" } as const) : {};
      await keep("a", { ...direction, isShown: false });
      const none = { attendedAt: null, checkedInBy: null, detail: null, receivedAt: steadyNow() };
      await saveResult("a", { kind: answer, ...none });
      await saveVerdict("a", { shown, certainty: "list", asOf: 1 });
      start();
      await aMoment();
      if (times === 2) await eventually(() => expect(asked).toEqual([shown]));
      expect(calls).toHaveLength(times - 1);
    },
  );

  test("an exit that the server contradicts is nothing to check again", async () => {
    serve({ [SCANS]: takes((item) => said(item, "unknown")) });
    await keep("out", { direction: "out", isShown: false });
    await saveVerdict("out", { shown: "left", certainty: "list", asOf: 1 });
    start();
    await eventually(() => expect(sent).toEqual([{ count: 1, undos: 0, again: 0 }]));
    await keep("undecided", { direction: "out", isShown: false });
    await saveVerdict("undecided", { shown: "undecided", certainty: "none", asOf: null });
    sendNow();
    await settled("undecided");
    await aMoment();
    expect(sent.map(({ again }) => again)).toEqual(sent.map(() => 0));
  });
});

test("4.outbox.22 a second reading of a ticket waits for the first where the door asks about that itself", async () => {
  const calls = serve({
    [SCANS]: takes(({ key, ...item }) => said({ key, ...item }, key === "a" ? "admitted" : "already")),
  });
  markInFlight("a");
  await keep("a");
  await keep("b", { isShown: false });
  await saveVerdict("b", { shown: "already", certainty: "this_door", asOf: 1 });
  start();
  await aMoment();
  expect(calls).toEqual([]);
  clearInFlight("a");
  await settled("b");
  expect(batchesOf(calls)).toEqual([["a", "b"]]);
  expect([resultOf("a"), resultOf("b")]).toEqual(["admitted", "already"]);
});

describe("4.settle.6 what the door showed before the server's answer came", () => {
  const answer = (kind: "admitted" | "already") =>
    ({ kind, attendedAt: IN_AT, checkedInBy: null, detail: null, receivedAt: AT }) as const;

  test("is told where the server decided otherwise, and the answer to that counts", async () => {
    const calls = serve({ [SCANS]: takes((item) => said(item, "already", { conflict: "twice" })) });
    start();
    markInFlight("a");
    await keep("a");
    await saveResult("a", answer("already"));
    clearInFlight("a");
    await eventually(() =>
      expect(findRecord("a")?.result).toMatchObject({ shown: "admitted", isConflict: true }),
    );
    await aMoment();
    expect(calls.flatMap((call) => bodyOf(call).items)).toMatchObject([{ key: "a", shown: "admitted" }]);
    // The screen knew it from the first response, so it does not count as sent.
    expect(sent).toEqual([]);
  });

  test("is told where the door turned away whom the server let in", async () => {
    const calls = serve({ [SCANS]: takes((item) => said(item, "unknown")) });
    await keep("a", { isShown: false });
    await saveVerdict("a", { shown: "cancelled", certainty: "list", asOf: 1 });
    await saveResult("a", answer("admitted"));
    start();
    await eventually(() =>
      expect(calls.flatMap((call) => bodyOf(call).items)).toMatchObject([{ shown: "cancelled" }]),
    );
  });

  test("is told where a person lets in after the answer", async () => {
    const calls = serve({ [SCANS]: takes() });
    await keep("a", { isShown: false });
    await saveResult("a", { ...answer("already"), kind: "unknown" });
    start();
    await aMoment();
    expect(calls).toEqual([]);
    await saveVerdict("a", { shown: "admitted", certainty: "none", asOf: 1 });
    sendNow();
    await eventually(() => expect(calls).toHaveLength(1));
  });

  test("needs no word where both agree", async () => {
    const calls = serve({ [SCANS]: takes() });
    await keep("a");
    await saveResult("a", answer("admitted"));
    await keep("b", { isShown: false, hash: hashOf("B") });
    await saveVerdict("b", { shown: "undecided", certainty: "none", asOf: null });
    await saveResult("b", answer("admitted"));
    await keep("c", { isShown: false, hash: hashOf("C") });
    await saveResult("c", answer("already"));
    start();
    await aMoment();
    expect(calls).toEqual([]);
  });
});

describe("4.settle.7 a server that came back from a backup", () => {
  const OLD = { epoch: "e1", restored: "r1" };
  const made = { lineage: { ...OLD, at: AT } };
  const answer = {
    kind: "admitted",
    attendedAt: IN_AT,
    checkedInBy: null,
    detail: null,
    receivedAt: AT,
  } as const;

  test("is told again what it had, and that once", async () => {
    const calls = serve({ [SCANS]: takes() });
    recordGeneration(GALA.id, OLD);
    await keep("answered at once", { ...made, isShown: false });
    await saveResult("answered at once", answer);
    await keep("sent", { ...made, hash: hashOf("B") });
    await undoCheckIn("sent");
    await keep("of another event", { ...made, eventId: 77, hash: hashOf("C") });
    await keep("before it was known", { hash: hashOf("D") });
    start();
    await settled("before it was known");
    await settled("of another event");
    await aMoment();
    const before = calls.length;
    recordGeneration(GALA.id, { epoch: "e1", restored: "r2" });
    await eventually(() => expect(calls).toHaveLength(before + 1));
    await aMoment();
    expect(calls).toHaveLength(before + 1);
    const again = bodyOf(calls[before] as Call).items;
    // A person saw the server's verdict.
    expect(again[0]).toMatchObject({ key: "answered at once", shown: "admitted", certainty: "confirmed" });
    expect(again.map(({ key }) => key)).toContain("sent");
    expect(again.filter(({ kind }) => kind === "undo")).toHaveLength(1);
    // The device did not know of the new data when it sent this record, so the record belongs to the older data.
    expect(again.map(({ key }) => key)).not.toContain("of another event");
    expect(sent).toEqual([{ count: 3, undos: 1, again: 0 }]);
  });

  test("is told in another tab's words, and after a reload", async () => {
    await keep("a", made);
    await saveResult("a", answer);
    localStorage.setItem("doorlist.lineages", JSON.stringify([[GALA.id, { epoch: "e1", restored: "r2" }]]));
    window.dispatchEvent(new StorageEvent("storage", { key: "doorlist.lineages" }));
    const calls = serve({ [SCANS]: takes() });
    start();
    await eventually(() => expect(batchesOf(calls)).toEqual([["a"]]));
  });

  test("from a file has other attendees: it is told nothing again, but what it has not heard", async () => {
    const calls = serve({ [SCANS]: takes() });
    recordGeneration(GALA.id, OLD);
    await keep("had", made);
    await saveResult("had", answer);
    recordGeneration(GALA.id, { epoch: "e2", restored: "r2" });
    await keep("not heard", { ...made, hash: hashOf("B") });
    start();
    await settled("not heard");
    expect(batchesOf(calls)).toEqual([["not heard"]]);
    // The record belongs to the new data generation now.
    recordGeneration(GALA.id, { epoch: "e2", restored: "r3" });
    await eventually(() => expect(batchesOf(calls)).toEqual([["not heard"], ["not heard"]]));
  });

  test("counts as waiting until it has heard", async () => {
    recordGeneration(GALA.id, OLD);
    await keep("a", made);
    await saveResult("a", answer);
    expect((await countUnsent()).count).toBe(0);
    recordGeneration(GALA.id, { epoch: "e1", restored: "r2" });
    expect((await countUnsent()).count).toBe(1);
    // The list of the restored data does not say that its guest was marked absent.
    expect(localEntryOrExit(GALA.id, { hash: hashOf("A"), attendeeId: null })).toMatchObject({
      deliveredAt: null,
    });
  });
});

test("4.outbox.17 what was sent in an outage is told once, with what needs a look; refusals are not counted", async () => {
  let isBack = false;
  const outcomes: Record<string, string> = { b: "already", refused: "unknown" };
  serve({
    [SCANS]: (call) => {
      if (!isBack) throw new TypeError("offline");
      return takes((item) => said(item, outcomes[item.key] ?? "admitted"))(call);
    },
  });
  await keep("a");
  await keep("b");
  await keep("refused", { isShown: false });
  await saveVerdict("refused", { shown: "cancelled", certainty: "list", asOf: 1 });
  start();
  await aMoment();
  expect(sent).toEqual([]);
  isBack = true;
  sendNow();
  await eventually(() => expect(sent).toEqual([{ count: 2, undos: 0, again: 1 }]));
});

describe("4.outbox.18 of several tabs", () => {
  /** Another tab of the same device: the same modules once more. */
  async function openTab() {
    vi.resetModules();
    const outbox = await import("@/features/door/outbox/outbox");
    const sending = await import("@/features/door/outbox/sender-status");
    const sender = await import("@/features/door/outbox/sender");
    const news: object[] = [];
    const stop = sender.startSender((told) => news.push(told));
    stops.push(stop);
    await outbox.openOutbox();
    await aMoment();
    return { ...outbox, ...sending, stop, news };
  }

  test("one sends, and all know of it", async () => {
    let isBack = false;
    const calls = serve({
      [SCANS]: (call) => (isBack ? takes()(call) : problem(503, "being_restored", "")),
    });
    await openOutbox();
    const leader = await openTab();
    hidden = true;
    start();
    await keep("a");
    sendNow();
    await eventually(() => expect(calls).toHaveLength(1));
    await eventually(() => expect(senderStatus().isSending).toBe(true));
    isBack = true;
    sendNow();
    await settled("a");
    await eventually(() => expect(sent).toEqual([{ count: 1, undos: 0, again: 0 }]));
    expect(leader.news).toEqual(sent);
    expect(calls).toHaveLength(2);
    expect(senderStatus().isSending).toBe(false);
  });

  test("another takes over when it goes, at once", async () => {
    const calls = serve({ [SCANS]: () => problem(503, "being_restored", "") });
    await openOutbox();
    const leader = await openTab();
    hidden = true;
    start();
    await keep("a");
    await aMoment();
    leader.stop();
    await eventually(() => expect(calls).toHaveLength(1));
  });

  test("the one in view sends, though another holds on in the background", async () => {
    const calls = serve({ [SCANS]: takes() });
    await openOutbox();
    // Put to sleep by its phone: it never gives its turn away.
    void navigator.locks.request("doorlist.outbox", () => new Promise(() => {})).catch(() => {});
    hidden = true;
    start();
    await keep("a");
    sendNow();
    await aMoment();
    expect(calls).toEqual([]);
    hidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    await settled("a");
  });

  test("each sends where the browser has no locks, or gives none", async () => {
    for (const navigator of [
      {},
      { locks: { request: () => Promise.reject(new DOMException("", "SecurityError")) } },
    ]) {
      vi.stubGlobal("navigator", navigator);
      serve({ [SCANS]: takes() });
      const stop = start();
      const key = `k${made}`;
      await keep(key);
      sendNow();
      await settled(key);
      stop();
    }
  });
});

test.each([
  ["a guest who came in by a long ticket of another form", "x".repeat(100), "admitted", "qrHash"],
  ["a guest who came in by a short one", "x".repeat(30), "admitted", "qrHash"],
  ["a poster", "x".repeat(30), "invalid", "qrData"],
  ["a long text that nobody was let in by", "x".repeat(100), "invalid", "qrHash"],
] as const)("4.outbox.25 %s is sent by what the server can know it by", (_, text, shown, name) => {
  const { items } = sentAs([keptRecord({ hash: "A".repeat(43), text, shown })]);
  expect(Object.keys(items[0] ?? {}).filter((key) => key.startsWith("qr"))).toEqual([name]);
});

test("4.outbox.522 an outbox that could not be opened is opened again, and what it holds is sent", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const calls = serve({ [SCANS]: takes() });
  await keep("yesterday");
  closeOutbox();
  const opening = vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
    throw new DOMException("Internal error", "UnknownError");
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  start();
  await aMoment();
  opening.mockRestore();
  vi.advanceTimersByTime(14_999);
  await aMoment();
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  await until(() => calls.length > 0);
  expect(batchesOf(calls)).toEqual([["yesterday"]]);
});
