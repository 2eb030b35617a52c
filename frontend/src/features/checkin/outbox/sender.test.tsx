import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  keepScan,
  noteShown,
  openOutbox,
  recordWith,
  settle,
  takeBack,
} from "@/features/checkin/outbox/outbox";
import type { NewRecord } from "@/features/checkin/outbox/record";
import { startSender } from "@/features/checkin/outbox/sender";
import { clearInFlight, markInFlight, sendingNow, sendNow } from "@/features/checkin/outbox/sending";
import { attendeeNamed, GALA, OLIVE, SAM } from "@/testing/cast";
import { answerNothing, type Call, json, problem, serve } from "@/testing/server";

const AT = 1_796_000_000_000;
const hashOf = (letter: string) => letter.repeat(43);
const IN_AT = "2026-11-28T19:42:00.000Z";
const ADA = attendeeNamed("Ada Byron", {
  id: 3,
  attended: true,
  attendedAt: IN_AT,
  scanner: { id: OLIVE.id, fullName: OLIVE.fullName },
});
const SCAN = "POST /api/attendees/scan";
const UNDO = `PATCH /api/attendees/${ADA.id}/attendance`;
const admitted = () => json({ alreadyScanned: false, attendee: ADA, message: "" });
const already = () => json({ alreadyScanned: true, attendee: ADA, message: "" });

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
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

let made = 0;
async function keep(
  key: string,
  { isShown = true, ...more }: Partial<NewRecord> & { isShown?: boolean } = {},
) {
  await keepScan({
    kind: "check_in",
    key,
    userId: OLIVE.id,
    grantId: null,
    eventId: GALA.id,
    device: "Gate B",
    hash: hashOf("A"),
    attendeeId: null,
    text: null,
    at: AT + made++,
    monotonic: 0,
    clockOffset: null,
    undoes: null,
    ...more,
  });
  if (isShown) await noteShown(key, { shown: "admitted", certainty: "list", asOf: 1 });
}

function start() {
  const stop = startSender((news) => sent.push(news));
  stops.push(stop);
  return stop;
}

/** The keys that the server was sent, as they came. */
const keysOf = (calls: readonly Call[]) =>
  calls.map(({ body }) => (body as { idempotencyKey?: string }).idempotencyKey);
const settled = (key: string) => vi.waitFor(() => expect(recordWith(key)?.result).toBeTruthy());
const resultOf = (key: string) => recordWith(key)?.result?.kind;
const realTimeout = setTimeout;
/** Moves no timer, as vi.waitFor would. */
async function until(isSo: () => boolean) {
  for (let turn = 0; turn < 500 && !isSo(); turn++) await new Promise((next) => realTimeout(next, 10));
  expect(isSo()).toBe(true);
}
const aMoment = () => new Promise((resolve) => realTimeout(resolve, 50));

test("4.outbox.11 what waits is sent when the page opens, oldest first, by its hash, for who made it", async () => {
  const calls = serve({ [SCAN]: admitted });
  await keep("late", { at: AT + 60_000 });
  await keep("early", { at: AT - 60_000, hash: null, attendeeId: 3, listedHash: "H".repeat(22) });
  await keep("poster", { isShown: false, at: AT + 90_000, hash: null, text: "a poster", eventId: null });
  start();
  await settled("poster");
  const common = { device: "Gate B", scannedBy: OLIVE.id };
  expect(calls.map(({ body }) => body)).toEqual([
    { ...common, attendeeId: 3, listedHash: "H".repeat(22), eventId: GALA.id, idempotencyKey: "early" },
    { ...common, qrHash: hashOf("A"), eventId: GALA.id, idempotencyKey: "late" },
    { ...common, qrData: "a poster", eventId: null, idempotencyKey: "poster" },
  ]);
  expect(recordWith("early")).toMatchObject({
    attendeeId: 3,
    result: { kind: "admitted", attendedAt: IN_AT, checkedInBy: OLIVE.fullName },
  });
});

describe("4.outbox.12 an answer that settles a record", () => {
  test.each([
    [admitted, "admitted", null],
    [already, "already", null],
    [() => problem(404, "ticket_unknown", "Ticket not found"), "unknown", null],
    [
      () =>
        problem(404, "ticket_other_event", "", {
          ticketEvent: { id: 4, name: "Winter Gala", date: "2026-12-05" },
        }),
      "other_event",
      "Winter Gala",
    ],
    [() => problem(400, "ticket_invalid", "Invalid"), "invalid", null],
    [
      () =>
        problem(400, "validation_failed", "Check the fields", {
          errors: [{ field: "eventId", message: "There is no such event" }],
        }),
      "failed",
      "There is no such event",
    ],
    [
      () => problem(400, "key_reused", "The key served another scan"),
      "failed",
      "The key served another scan",
    ],
  ])("%o is %s", async (respond, kind, detail) => {
    const calls = serve({ [SCAN]: respond });
    await keep("a");
    await keep("b");
    start();
    await settled("b");
    expect(recordWith("a")?.result).toMatchObject({ kind, detail });
    // Nothing that the server never takes stands in front of the others, or is sent for ever.
    expect(keysOf(calls)).toEqual(["a", "b"]);
  });

  test("a text that the server does not like is no ticket", async () => {
    serve({
      [SCAN]: () => problem(400, "validation_failed", "", { errors: [{ field: "qrData", message: "" }] }),
    });
    await keep("a", { hash: null, text: "x" });
    start();
    await settled("a");
    expect(resultOf("a")).toBe("invalid");
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
    ["a server without its database", () => problem(503, "database_unavailable", "Down")],
    ["a restore", () => problem(503, "being_restored", "Wait")],
    ["a proxy's 200", html(200)],
    ["a proxy's 404", html(404)],
    ["a proxy's 400", html(400)],
    ["a proxy's 403", html(403)],
    ["a 200 of somebody else's JSON", () => json({ ok: true })],
    ["somebody else's JSON error", () => json({ code: "validation_failed" }, 400)],
    ["a server that knows no such call", () => problem(404, "not_found", "No such path")],
  ])("%s", async (_what, respond) => {
    let isBack = false;
    const calls = serve({ [SCAN]: () => (isBack ? admitted() : respond()) });
    await keep("a");
    await keep("b");
    start();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await aMoment();
    expect(keysOf(calls)).toEqual(["a"]);
    expect(recordWith("a")?.result).toBeNull();
    expect(sendingNow().isSending).toBe(true);
    isBack = true;
    window.dispatchEvent(new Event("online"));
    await settled("b");
    // The same key again: the server takes it once.
    expect(keysOf(calls)).toEqual(["a", "a", "b"]);
    await vi.waitFor(() => expect(sendingNow().isSending).toBe(false));
    expect(sent).toEqual([{ count: 2, again: 0 }]);
  });

  test("a server that never answers", async () => {
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      expect(ms).toBe(8000);
      return AbortSignal.abort();
    });
    answerNothing();
    await keep("a");
    start();
    await aMoment();
    vi.mocked(AbortSignal.timeout).mockRestore();
    serve({ [SCAN]: admitted });
    sendNow();
    await settled("a");
  });

  test("9.outbox.1 every 15 seconds, and when the page is seen again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isBack = false;
    const calls = serve({ [SCAN]: () => (isBack ? admitted() : problem(503, "being_restored", "Wait")) });
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
  ])(
    "waits after %i %s while those of others are sent, and is tried again after a sign-in",
    async (status, code) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      let isSignedIn = false;
      const calls = serve({
        [SCAN]: ({ body }) => {
          const isOlive = (body as { scannedBy: number }).scannedBy === OLIVE.id;
          return isOlive && !isSignedIn ? problem(status, code, "No") : admitted();
        },
      });
      await keep("olive 1");
      await keep("olive 2");
      await keep("sam", { userId: SAM.id });
      start();
      await settled("sam");
      expect(keysOf(calls)).toEqual(["olive 1", "sam"]);
      await until(() => !sendingNow().isSending);
      expect(sendingNow().refusedUsers).toEqual([OLIVE.id]);
      vi.advanceTimersByTime(15_000);
      await aMoment();
      expect(calls).toHaveLength(2);
      isSignedIn = true;
      sendNow();
      await settled("olive 2");
      await vi.waitFor(() => expect(sendingNow().refusedUsers).toEqual([]));
    },
  );
});

describe("4.outbox.15 what the door asks the server itself", () => {
  test("is left to it, and sent once it got no answer", async () => {
    const calls = serve({ [SCAN]: admitted });
    markInFlight("a");
    await keep("a");
    await keep("b", { hash: hashOf("B") });
    start();
    await settled("b");
    expect(keysOf(calls)).toEqual(["b"]);
    clearInFlight("a");
    await settled("a");
    expect(keysOf(calls)).toEqual(["b", "a"]);
  });

  test("is not sent again after its answer", async () => {
    const calls = serve({ [SCAN]: admitted });
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
    await settle("a", result);
    clearInFlight("a");
    await aMoment();
    expect(calls).toEqual([]);
  });
});

test("4.outbox.12 a record that the server fails on stands in no other's way; a server that fails twice is left alone", async () => {
  const broken = ["bad"];
  const calls = serve({
    [SCAN]: ({ body }) => {
      const { idempotencyKey } = body as { idempotencyKey: string };
      return broken.includes(idempotencyKey) ? problem(500, "internal_error", "") : admitted();
    },
  });
  await keep("bad");
  await keep("good", { hash: hashOf("B") });
  start();
  await settled("good");
  expect(keysOf(calls)).toEqual(["bad", "good"]);
  expect(recordWith("bad")?.result).toBeNull();
  broken.push("worse", "worst");
  await keep("worse", { hash: hashOf("C") });
  await keep("worst", { hash: hashOf("D") });
  sendNow();
  await aMoment();
  expect(keysOf(calls).slice(2)).toEqual(["bad", "worse"]);
});

describe("4.outbox.16 an undo", () => {
  const out = () =>
    json({ attendee: { ...ADA, attended: false, attendedAt: null, scanner: null }, message: "" });

  test("follows its check-in, and takes back that one alone", async () => {
    const calls = serve({ [SCAN]: admitted, [UNDO]: out });
    await keep("a");
    await takeBack("a");
    start();
    await vi.waitFor(() => expect(sent).toEqual([{ count: 2, again: 0 }]));
    expect(calls.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
    expect(calls[1]?.body).toEqual({ attended: false, attendedAt: IN_AT, scannedBy: OLIVE.id });
  });

  test("is credited to who made it, whoever made the check-in and is signed in", async () => {
    const calls = serve({ [SCAN]: admitted, [UNDO]: out });
    await keep("a");
    await takeBack("a", { userId: SAM.id });
    start();
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.map(({ body }) => (body as { scannedBy: number }).scannedBy)).toEqual([OLIVE.id, SAM.id]);
  });

  test("waits for its check-in, also while that is in flight", async () => {
    const calls = serve({ [SCAN]: admitted, [UNDO]: out });
    markInFlight("a");
    await keep("a");
    await takeBack("a");
    start();
    await aMoment();
    expect(calls).toEqual([]);
    clearInFlight("a");
    await vi.waitFor(() => expect(calls).toHaveLength(2));
  });

  test("of a check-in that the server did not count needs no call", async () => {
    const calls = serve({ [SCAN]: already });
    await keep("a");
    await takeBack("a");
    start();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(calls).toHaveLength(1);
  });

  test("never lets a guest in: without its check-in it is settled without a call", async () => {
    const calls = serve({ [SCAN]: admitted });
    await keep("undo", { kind: "undo", undoes: "lost with the page", isShown: false });
    start();
    await settled("undo");
    expect(resultOf("undo")).toBe("marked_absent");
    expect(calls).toEqual([]);
  });

  test("of a guest who came in again since, or whose ticket is gone, is settled", async () => {
    const answers = [json({ attendee: ADA, message: "" }), problem(404, "attendee_not_found", "")];
    serve({ [SCAN]: admitted, [UNDO]: () => answers.shift() ?? out() });
    await keep("a");
    await takeBack("a");
    await keep("b");
    await takeBack("b");
    start();
    await vi.waitFor(() => expect(sent).toEqual([{ count: 4, again: 0 }]));
    expect(answers).toEqual([]);
  });
});

test("4.outbox.22 a second reading of a ticket waits for the answer to the first", async () => {
  const answers = [admitted, already];
  const calls = serve({ [SCAN]: () => answers.shift()?.() ?? already() });
  markInFlight("a");
  await keep("a");
  await keep("b", { isShown: false });
  await noteShown("b", { shown: "already", certainty: "this_door", asOf: 1 });
  start();
  await aMoment();
  expect(calls).toEqual([]);
  clearInFlight("a");
  await settled("b");
  expect(keysOf(calls)).toEqual(["a", "b"]);
  expect([resultOf("a"), resultOf("b")]).toEqual(["admitted", "already"]);
});

test("4.outbox.17 what was sent in an outage is told once, with what needs a look; refusals are not counted", async () => {
  let isBack = false;
  const answers: Record<string, () => Response> = { b: already };
  serve({
    [SCAN]: ({ body }) => {
      const { idempotencyKey } = body as { idempotencyKey: string };
      if (!isBack) throw new TypeError("offline");
      return (answers[idempotencyKey] ?? admitted)();
    },
  });
  await keep("a");
  await keep("b");
  await keep("refused", { isShown: false });
  await noteShown("refused", { shown: "cancelled", certainty: "list", asOf: 1 });
  answers.refused = () => problem(404, "ticket_unknown", "");
  start();
  await aMoment();
  expect(sent).toEqual([]);
  isBack = true;
  sendNow();
  await vi.waitFor(() => expect(sent).toEqual([{ count: 2, again: 1 }]));
});

describe("4.outbox.18 of several tabs", () => {
  /** Another tab of the same device: the same modules once more. */
  async function openTab() {
    vi.resetModules();
    const outbox = await import("@/features/checkin/outbox/outbox");
    const sending = await import("@/features/checkin/outbox/sending");
    const sender = await import("@/features/checkin/outbox/sender");
    const news: object[] = [];
    const stop = sender.startSender((told) => news.push(told));
    stops.push(stop);
    await outbox.openOutbox();
    await aMoment();
    return { ...outbox, ...sending, stop, news };
  }

  test("one sends, and all know of it", async () => {
    let isBack = false;
    const calls = serve({ [SCAN]: () => (isBack ? admitted() : problem(503, "being_restored", "")) });
    await openOutbox();
    const leader = await openTab();
    hidden = true;
    start();
    await keep("a");
    sendNow();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await vi.waitFor(() => expect(sendingNow().isSending).toBe(true));
    isBack = true;
    sendNow();
    await settled("a");
    await vi.waitFor(() => expect(sent).toEqual([{ count: 1, again: 0 }]));
    expect(leader.news).toEqual(sent);
    expect(calls).toHaveLength(2);
    expect(sendingNow().isSending).toBe(false);
  });

  test("another takes over when it goes, at once", async () => {
    const calls = serve({ [SCAN]: () => problem(503, "being_restored", "") });
    await openOutbox();
    const leader = await openTab();
    hidden = true;
    start();
    await keep("a");
    await aMoment();
    leader.stop();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
  });

  test("the one in view sends, though another holds on in the background", async () => {
    const calls = serve({ [SCAN]: admitted });
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
      serve({ [SCAN]: admitted });
      const stop = start();
      const key = `k${made}`;
      await keep(key);
      sendNow();
      await settled(key);
      stop();
    }
  });
});
