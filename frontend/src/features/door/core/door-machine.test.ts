import { describe, expect, test } from "vitest";
import type { Attendee } from "@/api/types";
import { doorReducer, nextChange } from "@/features/door/core/door-machine";
import { type Door, type DoorAction, initialDoor, type PauseReason } from "@/features/door/core/door-state";
import type { Scan } from "@/features/door/core/scan";
import { isHintDue } from "@/features/door/core/sightings";
import type { Verdict } from "@/features/door/core/verdict";

const A = "DL1.1.AAAAAAAAAAAAAAAAAAAAAAAAAA";
const B = "DL1.1.BBBBBBBBBBBBBBBBBBBBBBBBBB";
const C = "DL1.1.CCCCCCCCCCCCCCCCCCCCCCCCCC";
const D = "DL1.1.DDDDDDDDDDDDDDDDDDDDDDDDDD";
const tick = (at: number) => ({ type: "tick", at }) as const;
const attendee = { fullName: "Ada Byron", tableNumber: 7 } as Attendee;
const admitted: Verdict = { kind: "admitted", attendee };
const already: Verdict = { kind: "already", attendee };
const refused: Verdict = { kind: "refused", reason: "Format not recognised", ticketEvent: null };
const failed: Verdict = { kind: "failed", reason: "Please try again" };
const unanswered: Verdict = { kind: "unanswered", title: "Connection Issue", reason: "" };

/** A door that gets its actions in order; each step returns its state. */
class Evening {
  door: Door;
  private keys = 0;

  constructor({ rapid = false, pending = [] as Scan[] } = {}) {
    this.door = initialDoor({ rapid, pending, cameraId: null });
    this.tell({ type: "start" }, { type: "cameraRuns", hasTorch: false });
  }
  tell(...events: DoorAction[]) {
    for (const event of events) this.door = doorReducer(this.door, event);
    return this;
  }
  see(at: number, ...codes: string[]) {
    this.keys += 1;
    return this.tell({
      type: "frame",
      isCodeLike: false,
      codes,
      at,
      key: `key-${this.keys}`,
      eventId: null,
    });
  }
  /** Frames come every 500 ms; one of `every` shows a code that cannot be read. */
  seeUnreadable(from: number, to: number, every = 1) {
    for (let at = from, n = 0; at <= to; at += 500, n += 1) {
      const isCodeLike = n % every === 0;
      this.tell({ type: "frame", isCodeLike, codes: [], at, key: "none", eventId: null });
    }
    return this;
  }
  get hints() {
    return isHintDue(this.door.unreadCode);
  }
  /** Pictures every 500 ms, as the camera gives them. */
  seeFrom(from: number, to: number, ...codes: string[]) {
    for (let at = from; at <= to; at += 500) this.see(at, ...codes);
    return this;
  }
  /** A hardware scanner types a code; or staff tap a guest that was found by name. */
  type(at: number, code: string) {
    this.keys += 1;
    return this.tell({ type: "typed", codes: [code], at, key: `key-${this.keys}`, eventId: null });
  }
  pick(at: number, code: string) {
    this.keys += 1;
    return this.tell({
      type: "picked",
      ticket: { qrData: code },
      at,
      key: `key-${this.keys}`,
      eventId: null,
    });
  }
  upload(at: number, ...codes: string[]) {
    this.keys += 1;
    return this.tell({ type: "upload", codes, at, key: `key-${this.keys}`, eventId: null });
  }
  hold(by: PauseReason) {
    return this.tell({ type: "pause", by });
  }
  release(by: PauseReason, at: number) {
    return this.tell({ type: "resume", by, at });
  }
  answer(at: number, verdict: Verdict) {
    return this.tell({ type: "answer", scan: this.scan, verdict, at });
  }
  get scan(): Scan {
    if (this.door.phase.kind !== "deciding") throw new Error(`no question is open: ${this.door.phase.kind}`);
    return this.door.phase.scan;
  }
  get phase() {
    return this.door.phase.kind;
  }
}

describe("the cooldown", () => {
  test("4.scan.2, 4.scan.3, 9.scan.2 runs three seconds from the decode, whenever the answer came", () => {
    const evening = new Evening().see(1000, A).answer(1400, admitted);
    expect(evening.door.phase).toEqual({ kind: "cooldown", until: 4000 });
    expect(evening.see(3999, B).phase).toBe("cooldown");
    expect(evening.see(4000, B).phase).toBe("deciding");
  });

  test("is over at once when the answer took longer", () => {
    expect(new Evening().see(1000, A).answer(4500, admitted).phase).toBe("scanning");
  });

  test("4.scan.7 holds other codes back, and rapid mode does not", () => {
    expect(new Evening().see(0, A).answer(100, admitted).see(500, B).phase).toBe("cooldown");
    expect(new Evening({ rapid: true }).see(0, A).answer(100, admitted).see(500, B).scan.qrData).toBe(B);
  });

  test("ends in the state the camera is in", () => {
    const evening = new Evening().see(0, A).answer(100, admitted).tell({ type: "stop" });
    expect(evening.phase).toBe("cooldown");
    expect(evening.tell({ type: "tick", at: 3000 }).phase).toBe("idle");
  });
});

describe("4.scan.5, 4.scan.6 a verdict stays readable", () => {
  test.each([
    ["a success at least to the end of the cooldown", admitted, 200, 3000],
    ["9.scan.5 an already scanned three seconds from the answer", already, 200, 3200],
    ["9.scan.6 an error four seconds from the answer", refused, 200, 4200],
    ["9.scan.4 a late success two seconds from the answer", admitted, 2900, 4900],
  ] as const)("%s", (_, verdict, answeredAt, until) => {
    const evening = new Evening().see(0, A).answer(answeredAt, verdict);
    expect(evening.door.shown?.until).toBe(until);
    expect(evening.tell({ type: "tick", at: until - 1 }).door.shown).not.toBeNull();
    expect(evening.tell({ type: "tick", at: until }).door.shown).toBeNull();
  });

  test("an unanswered scan stays until somebody acts", () => {
    const evening = new Evening().see(0, A).answer(5000, unanswered);
    expect(evening.tell({ type: "tick", at: 999_999 }).door.shown?.verdict).toBe(unanswered);
    expect(evening.tell({ type: "dismiss" }).door.shown).toBeNull();
    expect(evening.door.pending).toHaveLength(1);
  });

  test("a new verdict replaces it", () => {
    const evening = new Evening().see(0, A).answer(100, refused).see(3000, B).answer(3100, admitted);
    expect(evening.door.shown?.verdict).toBe(admitted);
  });

  test("4.scan.31 that the server gave no ticket's reason for stays until a tap or the next scan", () => {
    const evening = new Evening().see(0, A).answer(100, failed);
    expect(evening.tell({ type: "tick", at: 999_999 }).door.shown?.verdict).toBe(failed);
    expect(evening.tell({ type: "dismiss" }).door.shown).toBeNull();
    expect(new Evening().see(0, A).answer(100, failed).see(5000, B).door.shown).toBeNull();
  });

  test("4.scan.49 of a guest who owes money stays until a tap or the next scan, and is no wait for that one", () => {
    const owing = { ...attendee, paymentGroup: "owed" } as Attendee;
    for (const kind of ["admitted", "already"] as const) {
      const evening = new Evening().see(0, A).answer(100, { kind, attendee: owing });
      expect(evening.tell(tick(999_999)).door.shown?.verdict.kind).toBe(kind);
      expect(evening.tell({ type: "dismiss" }).door.shown).toBeNull();
      const next = new Evening().see(0, A).answer(100, { kind, attendee: owing }).see(3000, B);
      expect(next.door.shown).toBeNull();
      expect(next.scan.qrData).toBe(B);
      // A door that stops says why.
      const stopped = new Evening().see(0, A).answer(100, { kind, attendee: owing }).hold("removed");
      expect(stopped.tell(tick(3099)).door.shown).not.toBeNull();
      expect(stopped.tell(tick(3100)).door.shown).toBeNull();
    }
  });

  test("the next change is always known", () => {
    expect(nextChange(new Evening().door)).toBeNull();
    expect(nextChange(new Evening().see(0, A).answer(100, already).door)).toBe(3000);
    expect(
      nextChange(new Evening().see(0, A).answer(100, already).tell({ type: "tick", at: 3000 }).door),
    ).toBe(3100);
  });
});

describe("4.scan.29 the last guest's verdict goes the moment a code is read", () => {
  const rapid = () => new Evening({ rapid: true }).see(0, A).answer(100, admitted);
  test.each<[string, (evening: Evening) => Evening]>([
    ["by the camera", (evening) => evening.see(600, B)],
    ["by a hardware scanner", (evening) => evening.type(600, B)],
    ["in an uploaded picture", (evening) => evening.upload(600, B)],
    ["of a guest found by name", (evening) => evening.pick(600, B)],
  ])("%s", (_, read) => {
    const evening = read(rapid());
    expect(evening.scan.qrData).toBe(B);
    expect(evening.door.shown).toBeNull();
    expect(evening.answer(2600, refused).door.shown?.verdict).toBe(refused);
  });

  test("or sent once more", () => {
    const evening = new Evening().see(0, A).answer(5000, unanswered);
    expect(evening.tell({ type: "tryAgain", at: 6000 }).door.shown).toBeNull();
  });

  test("a picture without a code that was looked at meanwhile is told after the answer", () => {
    const evening = rapid()
      .see(600, B)
      .tell({ type: "unreadable", reason: "No code", detail: null, at: 700 });
    expect(evening.door.shown).toBeNull();
    evening.answer(800, admitted);
    expect(evening.door.shown?.verdict).toBe(admitted);
    expect(nextChange(evening.door)).toBe(1200);
    expect(evening.tell(tick(1200)).door.shown?.verdict).toMatchObject({ kind: "unreadable" });
    expect(evening.tell(tick(9000)).door.shown).toBeNull();
  });
});

describe("4.scan.30 a picture without a code", () => {
  const unreadable = (at: number) => ({ type: "unreadable", reason: "No code", detail: null, at }) as const;

  test.each([true, false])("waits until the guest's verdict was seen (rapid mode: %s)", (rapid) => {
    const evening = new Evening({ rapid }).see(0, A).answer(100, admitted).tell(unreadable(200));
    expect(evening.door.shown?.verdict).toBe(admitted);
    expect(nextChange(evening.door)).toBe(500);
    expect(evening.tell(tick(500)).door.shown?.verdict).toMatchObject({ kind: "unreadable" });
    expect(evening.door.unread).toBeNull();
  });

  test("is told at once where no verdict has only just come", () => {
    const evening = new Evening().see(0, A).answer(100, admitted).tell(unreadable(500));
    expect(evening.door.shown?.verdict).toMatchObject({ kind: "unreadable" });
  });

  test("is told at a door that stands still too", () => {
    const evening = new Evening().hold("event_deleted").type(0, A).tell(unreadable(100));
    expect(nextChange(evening.door)).toBe(400);
    expect(evening.tell(tick(400)).door.shown?.verdict).toMatchObject({ kind: "unreadable" });
  });
});

describe("4.scan.30, 9.scan.10 a verdict is seen before a waiting scan or the camera replaces it", () => {
  test.each([true, false])("where scans wait (rapid mode: %s)", (rapid) => {
    const evening = new Evening({ rapid }).type(0, A).type(10, B).answer(3500, refused);
    expect(evening.door.shown?.verdict).toBe(refused);
    expect(evening.phase).toBe("scanning");
    expect(nextChange(evening.door)).toBe(3900);
    expect(evening.tell(tick(3899)).phase).toBe("scanning");
    expect(evening.tell(tick(3900)).scan.qrData).toBe(B);
  });

  test("where the verdict before was put away", () => {
    const evening = new Evening({ rapid: true }).type(0, A).type(10, B).answer(100, unanswered);
    evening.tell({ type: "dismiss" });
    expect(nextChange(evening.door)).toBeLessThan(600);
    expect(evening.tell(tick(110)).scan.qrData).toBe(B);
  });

  test("where the next guest is in the picture already", () => {
    const evening = new Evening({ rapid: true }).see(0, A).answer(490, refused).see(500, B);
    expect(evening.phase).toBe("scanning");
    expect(evening.door.shown?.verdict).toBe(refused);
    expect(evening.see(1000, B).scan.qrData).toBe(B);
  });
});

describe("4.scan.32 reading is held", () => {
  test("until every reason for it is over, in whatever order", () => {
    for (const [first, last] of [
      ["search", "upload"],
      ["upload", "search"],
      ["check", "search"],
    ] as const) {
      const evening = new Evening().hold("search").hold("upload").hold("check");
      const others = (["search", "upload", "check"] as const).filter((by) => by !== last && by !== first);
      for (const by of [...others, first]) evening.release(by, 100);
      expect(evening.see(200, A).phase, `${last} is left`).toBe("scanning");
      expect(evening.release(last, 300).see(500, A).scan.qrData).toBe(A);
    }
  });
});

describe("4.scan.33 an uploaded picture", () => {
  test("whose code is found during a decision waits for its turn", () => {
    const evening = new Evening().see(0, A).upload(100, B);
    expect(evening.scan.qrData).toBe(A);
    expect(evening.answer(200, admitted).tell(tick(3000)).scan).toMatchObject({
      qrData: B,
      idempotencyKey: "key-2",
    });
  });

  test("of the ticket that is being decided is the same scan", () => {
    expect(new Evening().see(0, A).upload(100, A).door.waiting).toEqual([]);
  });

  test("counts as seen: the camera does not scan the same ticket again", () => {
    const evening = new Evening().upload(0, A).answer(100, admitted).seeFrom(500, 8000, A);
    expect(evening.phase).toBe("scanning");
    expect(evening.door.shown).toBeNull();
  });
});

describe("a door whose event was deleted", () => {
  test("4.scan.34 stops, and goes on once another event is chosen", () => {
    const evening = new Evening().hold("event_deleted");
    expect(evening.door).toMatchObject({ camera: { kind: "off" }, phase: { kind: "idle" } });
    expect(evening.tell({ type: "start" }).door.camera.kind).toBe("off");
    evening.release("event_deleted", 100).tell({ type: "start" });
    expect(evening.door.camera.kind).toBe("starting");
  });

  test.each<[string, (evening: Evening) => Evening]>([
    ["a hardware scanner", (evening) => evening.type(600, A)],
    ["an upload", (evening) => evening.upload(600, A)],
    ["a tap", (evening) => evening.pick(600, A)],
  ])("4.scan.34 sends nothing that %s brings, and says so", (_, read) => {
    const evening = read(new Evening().hold("event_deleted"));
    expect(evening.phase).toBe("idle");
    expect(evening.door.shown).toMatchObject({ verdict: { kind: "event_deleted" }, until: null });
    expect(evening.release("event_deleted", 700).door.shown).toBeNull();
  });

  const KEPT: Scan = { qrData: C, idempotencyKey: "kept", eventId: 7, readAt: 0 };

  test("4.scan.46 takes who waits, and its kept scans, to the event that is chosen instead", () => {
    const elsewhere = { ...KEPT, qrData: B, eventId: 9 };
    const evening = new Evening({ pending: [KEPT, elsewhere] })
      .see(0, A)
      .tell({ type: "typed", codes: [`${A}2`], at: 100, key: "w", eventId: 7 })
      .hold("event_deleted")
      .answer(200, admitted)
      .tell(tick(3500), { type: "eventChosen", insteadOf: 7, eventId: 8, keys: { w: "w8", kept: "kept8" } });
    expect(evening.door.waiting).toMatchObject([{ eventId: 8, idempotencyKey: "w8" }]);
    expect(evening.door.pending).toMatchObject([
      { qrData: C, eventId: 8, idempotencyKey: "kept8" },
      { qrData: B, eventId: 9, idempotencyKey: "kept" },
    ]);
    expect(evening.release("event_deleted", 4000).scan).toMatchObject({ qrData: `${A}2`, eventId: 8 });
  });

  test.each<[string, (evening: Evening) => Evening]>([
    ["'Try again'", (evening) => evening.tell({ type: "tryAgain", at: 200 })],
    ["reading the code again", (evening) => evening.type(200, C)],
  ])("4.scan.46, 4.scan.16 %s sends a kept scan for the event chosen instead", (_, again) => {
    const evening = new Evening({ pending: [KEPT] })
      .hold("event_deleted")
      .tell({ type: "eventChosen", insteadOf: 7, eventId: null, keys: {} })
      .release("event_deleted", 100);
    expect(again(evening).scan).toEqual({ ...KEPT, eventId: null });
  });

  test("4.scan.34 still hears the answer that is on its way", () => {
    const evening = new Evening().see(0, A).hold("event_deleted").answer(100, admitted);
    expect(evening.door.shown?.verdict).toBe(admitted);
    expect(evening.tell(tick(3000)).phase).toBe("idle");
  });
});

describe("a guest who holds still", () => {
  test("4.scan.8 is no second scan, however long", () => {
    const evening = new Evening().see(0, A).answer(100, admitted).seeFrom(500, 20_000, A);
    expect(evening.phase).toBe("scanning");
    expect(evening.door.recent).toHaveLength(1);
  });

  test("stays the same scan when a picture or two miss the code", () => {
    const evening = new Evening().see(0, A).answer(100, admitted).seeFrom(500, 4000, A);
    expect(evening.see(4500).see(4900, A).see(5400, A).phase).toBe("scanning");
  });

  test("4.scan.9, 9.scan.7 counts again after a second out of view", () => {
    const evening = new Evening().see(0, A).answer(100, admitted).seeFrom(500, 4000, A);
    expect(evening.see(4500).see(5000, A).phase).toBe("deciding");
  });

  test("4.scan.9, 9.scan.7 does not count again a moment earlier", () => {
    const evening = new Evening().see(0, A).answer(100, admitted).seeFrom(500, 4000, A);
    expect(evening.see(4500).see(4999, A).phase).toBe("scanning");
  });

  test("is not out of view merely because no picture was read", () => {
    expect(new Evening().see(0, A).answer(100, admitted).see(500, A).see(9000, A).phase).toBe("scanning");
  });

  test("4.scan.7 in rapid mode waits for their own cooldown even after leaving the picture", () => {
    const evening = new Evening({ rapid: true }).see(0, A).answer(100, admitted);
    evening.see(500).see(1000).see(1500);
    expect(evening.see(2000, A).phase).toBe("scanning");
    expect(evening.see(2999, A).phase).toBe("scanning");
    expect(evening.see(3000, A).phase).toBe("deciding");
  });

  test("does not keep the next guest waiting", () => {
    expect(new Evening().see(0, A).answer(100, admitted).see(3000, A, B).scan.qrData).toBe(B);
  });
});

describe("an unanswered scan", () => {
  const lost = () => new Evening().see(0, A).answer(5000, unanswered);

  test("4.scan.16 keeps its code and key, and Try again sends the same", () => {
    const evening = lost().tell({ type: "tryAgain", at: 6000 });
    expect(evening.scan).toMatchObject({ qrData: A, idempotencyKey: "key-1" });
  });

  test("4.scan.17 goes out again under the same key when the code is read again", () => {
    const evening = lost().see(5500).see(6000).see(6500, A);
    expect(evening.scan.idempotencyKey).toBe("key-1");
  });

  test("goes out again by itself while the guest holds still, but not before its verdict was read", () => {
    const evening = lost().seeFrom(5500, 8500, A);
    expect(evening.phase).toBe("scanning");
    expect(evening.see(9000, A).scan.idempotencyKey).toBe("key-1");
  });

  test("is forgotten once it is answered; the next reading has a new key", () => {
    const evening = lost().tell({ type: "tryAgain", at: 6000 }).answer(6100, admitted);
    expect(evening.door.pending).toEqual([]);
    expect(evening.see(10_000).see(11_000).see(11_500, A).scan.idempotencyKey).not.toBe("key-1");
  });

  test("gets a new key when it is read again after ten minutes: the ticket may be in other hands by then", () => {
    const minute = 60_000;
    const readAgain = (at: number) => lost().see(9000).see(10_500).see(at, A).scan.idempotencyKey;
    expect(readAgain(10 * minute - 1)).toBe("key-1");
    expect(readAgain(10 * minute)).not.toBe("key-1");
  });

  test("4.scan.16 'Try again' is about the reading that it was, however old", () => {
    expect(lost().tell({ type: "tryAgain", at: 60 * 60_000 }).scan.idempotencyKey).toBe("key-1");
  });

  test("does not hold up other guests", () => {
    const evening = lost().see(5500, B).answer(5600, admitted);
    expect(evening.door.shown?.verdict).toBe(admitted);
    expect(evening.door.pending.map(({ qrData }) => qrData)).toEqual([A]);
  });
});

describe("a lost sign-in", () => {
  test("4.scan.20 stops the scanner and keeps the scan", () => {
    const evening = new Evening().see(0, A).answer(100, { kind: "signed_out" });
    expect(evening.door.camera.kind).toBe("off");
    expect(evening.phase).toBe("idle");
    expect(evening.door.shown?.until).toBeNull();
    expect(evening.door.pending).toMatchObject([{ qrData: A, idempotencyKey: "key-1" }]);
  });

  test("4.scan.35 without a scan stops the scanner, and keeps who waits", () => {
    const evening = new Evening()
      .type(0, A)
      .answer(100, admitted)
      .type(200, B)
      .type(300, C)
      .hold("signed_out");
    expect(evening.door.camera.kind).toBe("off");
    expect(evening.door.shown?.verdict).toBe(admitted);
    expect(evening.door.waiting).toEqual([]);
    expect(evening.door.pending.map(({ qrData }) => qrData)).toEqual([C, B]);
    expect(evening.tell({ type: "start" }, tick(9000)).door).toMatchObject({
      camera: { kind: "off" },
      phase: { kind: "idle" },
      shown: null,
    });
  });

  test("4.scan.20 a scan that comes later is kept and told the same, and not sent", () => {
    const evening = new Evening().hold("signed_out").type(0, A);
    expect(evening.phase).toBe("idle");
    expect(evening.door.shown?.verdict).toEqual({ kind: "signed_out" });
    expect(evening.door.pending).toMatchObject([{ qrData: A, idempotencyKey: "key-1" }]);
    expect(evening.release("signed_out", 50).door.shown).toBeNull();
    expect(evening.tell({ type: "tryAgain", at: 60 }).scan.idempotencyKey).toBe("key-1");
  });

  test("the kept scan is sent again after signing in", () => {
    const pending: Scan = { qrData: A, idempotencyKey: "kept", eventId: 3, readAt: 0 };
    expect(new Evening({ pending: [pending] }).tell({ type: "tryAgain", at: 50 }).scan).toEqual(pending);
  });
});

describe("the machine", () => {
  test("4.scan.21 goes on after a bad code", () => {
    const evening = new Evening();
    for (let round = 0; round < 5; round += 1) {
      evening.see(round * 4000, `bad ${round}`).answer(round * 4000 + 100, refused);
    }
    expect(evening.see(40_000, A).phase).toBe("deciding");
  });

  test("asks one question at a time and ignores a stray answer", () => {
    const evening = new Evening().see(0, A).see(500, B);
    expect(evening.scan.qrData).toBe(A);
    const stray: Scan = { qrData: B, idempotencyKey: "stray", eventId: null, readAt: 500 };
    evening.tell({ type: "answer", scan: stray, verdict: admitted, at: 600 });
    expect(evening.phase).toBe("deciding");
    evening
      .answer(700, admitted)
      .tell({ type: "answer", scan: { ...evening.door.shown?.scan } as Scan, verdict: already, at: 800 });
    expect(evening.door.shown?.verdict).toBe(admitted);
  });

  test("takes an upload with the camera off and during a cooldown", () => {
    const upload = { type: "upload", codes: [A], key: "up", eventId: 2 } as const;
    const door = doorReducer(initialDoor({ rapid: false, pending: [], cameraId: null }), {
      ...upload,
      at: 0,
    });
    expect(door.phase).toMatchObject({
      kind: "deciding",
      scan: { qrData: A, eventId: 2, idempotencyKey: "up" },
    });
    const evening = new Evening()
      .see(0, B)
      .answer(100, admitted)
      .tell({ ...upload, at: 500 });
    expect(evening.scan.qrData).toBe(A);
  });

  test("prefers a ticket of ours to a poster", () => {
    expect(new Evening().see(0, "https://example.com/menu", A).scan.qrData).toBe(A);
  });

  test("3.recent.1, 9.scan.3 keeps the ten newest scans, newest first", () => {
    const evening = new Evening({ rapid: true });
    for (let guest = 1; guest <= 11; guest += 1) {
      const name = { ...attendee, fullName: `Guest ${guest}` } as Attendee;
      evening
        .see(guest * 10_000, `code ${guest}`)
        .answer(guest * 10_000 + 50, { kind: "admitted", attendee: name });
    }
    evening.see(200_000, A).answer(200_050, already);
    evening.see(210_000, "bad").answer(210_050, refused);
    expect(evening.door.recent).toHaveLength(10);
    expect(evening.door.recent[0]).toMatchObject({
      name: "Ada Byron",
      table: 7,
      time: 200_050,
      status: "already_scanned",
    });
    expect(evening.door.recent[9]).toMatchObject({
      name: "Guest 3",
      table: 7,
      time: 30_050,
      status: "success",
    });
  });
});

describe("4.scan.25, 4.scan.26 a hardware scanner", () => {
  test("is read with the camera off", () => {
    const evening = new Evening().tell({ type: "stop" }).type(0, A);
    expect(evening.scan).toMatchObject({ qrData: A, idempotencyKey: "key-1" });
    expect(evening.answer(100, admitted).phase).toBe("cooldown");
    expect(evening.tell(tick(3000)).phase).toBe("idle");
  });

  test("waits for the cooldown, in the order of reading, and nobody is lost", () => {
    const evening = new Evening().type(0, A).answer(100, admitted).type(500, B).type(900, C);
    expect(evening.phase).toBe("cooldown");
    expect(evening.tell(tick(2999)).phase).toBe("cooldown");
    expect(evening.tell(tick(3000)).scan).toMatchObject({ qrData: B, idempotencyKey: "key-2" });
    expect(evening.answer(3100, admitted).tell(tick(6000)).scan.qrData).toBe(C);
    expect(evening.answer(6100, admitted).door.recent).toHaveLength(3);
    expect(evening.door.waiting).toEqual([]);
  });

  test("waits for the answer, and in rapid mode for nothing else", () => {
    const evening = new Evening({ rapid: true }).type(0, A).type(200, B);
    expect(evening.scan.qrData).toBe(A);
    expect(evening.answer(300, admitted).tell(tick(700)).scan.qrData).toBe(B);
  });

  test.each([true, false])("that bounces is one reading (rapid mode: %s)", (rapid) => {
    const evening = new Evening({ rapid }).type(0, A).type(50, A).answer(100, admitted).type(2900, A);
    expect(evening.door.waiting).toEqual([]);
    expect(evening.phase).toBe(rapid ? "scanning" : "cooldown");
    expect(evening.tell(tick(3000)).type(3100, A).scan.qrData).toBe(A);
  });

  test("and the camera make one scan of one ticket", () => {
    const evening = new Evening().type(0, A).answer(100, admitted).seeFrom(200, 8000, A);
    expect(evening.phase).toBe("scanning");
    expect(evening.see(8200, B).scan.qrData).toBe(B);
  });

  test("a waiting scan is not taken again by the camera that takes it up", () => {
    const evening = new Evening().see(0, A).type(500, B).answer(600, admitted);
    expect(evening.see(3000, B).scan.qrData).toBe(B);
    expect(evening.answer(3100, admitted).seeFrom(3500, 9000, B).phase).toBe("scanning");
  });

  test("sends an unanswered scan again under its key", () => {
    const evening = new Evening().type(0, A).answer(5000, unanswered).type(6000, A);
    expect(evening.scan.idempotencyKey).toBe("key-1");
  });

  test("read while the sign-in is lost keeps every guest", () => {
    const evening = new Evening().type(0, A).type(10, B).answer(100, { kind: "signed_out" });
    expect(evening.door.pending.map(({ qrData }) => qrData)).toEqual([B, A]);
    expect(evening.door.camera.kind).toBe("off");
  });
});

describe("4.scan.24 a guest found by name", () => {
  test("is a scan like any other", () => {
    const evening = new Evening().pick(0, A);
    expect(evening.scan).toEqual({ qrData: A, idempotencyKey: "key-1", eventId: null, readAt: 0 });
    expect(evening.answer(100, admitted).door.recent[0]).toMatchObject({ name: "Ada Byron" });
    expect(evening.phase).toBe("cooldown");
  });

  test("does not wait for the cooldown, only for an open question", () => {
    expect(new Evening().see(0, A).answer(100, admitted).pick(500, B).scan.qrData).toBe(B);
    const evening = new Evening().see(0, A).pick(100, B).pick(150, B);
    expect(evening.scan.qrData).toBe(A);
    expect(evening.door.waiting).toHaveLength(1);
    expect(evening.answer(200, admitted).tell(tick(3000)).scan.qrData).toBe(B);
  });
});

describe("2.scan.14..16 the camera's choices", () => {
  const torchOf = ({ door }: Evening) => (door.camera.kind === "on" ? door.camera.torch : null);

  test("a torch is switched where there is one", () => {
    const evening = new Evening();
    expect(torchOf(evening.tell({ type: "torch", torch: "on" }))).toBe("none");
    expect(torchOf(evening.tell({ type: "cameraRuns", hasTorch: true }))).toBe("off");
    expect(torchOf(evening.tell({ type: "torch", torch: "on" }))).toBe("on");
    expect(torchOf(evening.tell({ type: "cameraRuns", hasTorch: true }))).toBe("on");
    expect(torchOf(evening.tell({ type: "stop" }, { type: "start" }))).toBeNull();
    expect(torchOf(evening.tell({ type: "cameraRuns", hasTorch: true }))).toBe("off");
  });

  test("another camera opens anew, and who stands there is no second scan", () => {
    const evening = new Evening().see(0, A).answer(100, admitted).tell(tick(3000));
    evening.tell({ type: "chooseCamera", id: "usb" });
    expect(evening.door).toMatchObject({ camera: { kind: "starting" }, cameraId: "usb" });
    evening.tell({ type: "cameraRuns", hasTorch: false });
    expect(evening.see(3200, A).phase).toBe("scanning");
  });

  test("4.scan.41 a camera that is held up scans nothing, and keeps its light and who stands there", () => {
    const evening = new Evening().see(0, A).answer(100, admitted).tell(tick(3000));
    evening.tell({ type: "cameraRuns", hasTorch: true }, { type: "torch", torch: "on" });
    evening.tell({ type: "cameraWaits", why: "paused" }, { type: "cameraWaits", why: "lost" });
    expect(evening.door).toMatchObject({
      camera: { kind: "starting", why: "lost" },
      phase: { kind: "idle" },
    });
    expect(torchOf(evening.tell({ type: "cameraRuns", hasTorch: true }))).toBe("on");
    expect(evening.see(3500, A).phase).toBe("scanning");
  });

  test("4.scan.41 a camera that was stopped meanwhile stays off", () => {
    const { door } = new Evening().tell({ type: "stop" }, { type: "cameraWaits", why: "lost" });
    expect(door.camera).toEqual({ kind: "off" });
  });

  test.each<[string, DoorAction]>([
    ["runs", { type: "cameraRuns", hasTorch: false }],
    ["fails", { type: "cameraFails", failure: { kind: "missing" } }],
  ])("4.scan.1 a camera that %s once nobody wants it stays off", (_, late) => {
    expect(new Evening().tell({ type: "stop" }, late).door.camera).toEqual({ kind: "off" });
    expect(new Evening().hold("signed_out").tell(late).door.camera).toEqual({ kind: "off" });
  });

  test("a camera chosen while none runs waits for Start", () => {
    const { door } = new Evening().tell({ type: "stop" }, { type: "chooseCamera", id: "usb" });
    expect(door).toMatchObject({ camera: { kind: "off" }, cameraId: "usb" });
  });
});

describe("a verdict of the door's own", () => {
  const unconfirmed = { age: 1000, isSaved: true };
  const own: Verdict = { ...admitted, unconfirmed };
  const unlisted: Verdict = {
    kind: "refused",
    reason: "Not on this list. Was it sold after the list was loaded?",
    ticketEvent: null,
    isUnlisted: true,
    unconfirmed,
  };
  const settled = (key: string, contradicted = false) =>
    ({ type: "confirmed", key, contradicted, at: 9000 }) as const;

  test("4.offline.6 cools down, and leaves as a confirmed one does", () => {
    const evening = new Evening().see(0, A).answer(1200, own);
    expect(evening.door.phase).toEqual({ kind: "cooldown", until: 3000 });
    expect(evening.door.shown?.until).toBe(3200);
    expect(evening.door.pending).toEqual([]);
    expect(evening.door.recent).toMatchObject([{ name: "Ada Byron", isUnconfirmed: true }]);
  });

  test.each([false, true])(
    "4.offline.6 loses its line by the answer, and nothing else (contradicted: %s)",
    (contradicted) => {
      const evening = new Evening().see(0, A).answer(1200, own);
      const { shown } = evening.door;
      evening.tell(settled("key-1", contradicted));
      expect(evening.door.shown).toEqual({ ...shown, verdict: admitted });
      expect(evening.door.recent).toMatchObject([{ status: "success", isUnconfirmed: false }]);
    },
  );

  test("is not touched by the answer of another scan", () => {
    const evening = new Evening({ rapid: true }).see(0, A).answer(100, own).see(600, B).answer(700, own);
    evening.tell(settled("key-1"));
    expect(evening.door.shown?.verdict).toBe(own);
    expect(evening.door.recent.map(({ isUnconfirmed }) => isUnconfirmed)).toEqual([true, false]);
  });

  test("4.offline.4 'Let in anyway' is there until a tap or the next scan, and makes it a check-in", () => {
    const evening = new Evening().see(0, A).answer(100, unlisted).tell(tick(60_000));
    expect(evening.door.shown?.verdict).toBe(unlisted);
    const before = evening.door.shown?.id ?? 0;
    const scan = evening.door.shown?.scan as Scan;
    const overruled = { type: "letIn", refusal: unlisted } as const;
    evening.tell({ ...overruled, scan: { ...scan, idempotencyKey: "key-0" }, unconfirmed, at: 61_000 });
    expect(evening.door.shown?.verdict).toBe(unlisted);
    evening.tell({
      ...overruled,
      scan,
      unconfirmed: { age: null, isSaved: true },
      at: 61_000,
    });
    expect(evening.door.shown).toMatchObject({
      verdict: { kind: "admitted", attendee: null, unconfirmed: { age: null } },
      scan: { qrData: A, idempotencyKey: "key-1" },
      until: 63_000,
    });
    expect(evening.door.shown?.id).toBeGreaterThan(before);
    expect(evening.door.recent).toMatchObject([
      { key: "key-1", name: "Unlisted ticket", status: "success", isUnconfirmed: true },
      { key: "key-0", name: "Unlisted ticket", status: "success", isUnconfirmed: true },
    ]);
    // A second tap on the same button.
    const { door } = evening;
    expect(evening.tell({ ...overruled, scan, unconfirmed, at: 61_100 }).door).toBe(door);
  });

  test("4.offline.4 'Let in anyway' counts although another verdict came while the device saved it", () => {
    const refuse = () => new Evening({ rapid: true }).see(0, A).answer(100, unlisted);
    const scan = refuse().door.shown?.scan as Scan;
    const letIn = {
      type: "letIn",
      scan,
      refusal: unlisted,
      unconfirmed: { age: null, isSaved: true },
      at: 1200,
    } as const;
    const confirmed = refuse().tell(settled("key-1"), letIn);
    expect(confirmed.door.shown?.verdict).toMatchObject({ kind: "admitted" });
    const next = refuse().see(600, B).answer(700, admitted).tell(letIn);
    expect(next.door.shown?.verdict).toBe(admitted);
    expect(next.door.recent).toMatchObject([{ key: "key-1", status: "success" }, { key: "key-2" }]);
  });

  test("4.offline.4 'Let in anyway' goes once the server says that it does not know the ticket either", () => {
    const evening = new Evening().see(0, A).answer(100, unlisted).tell(settled("key-1"));
    expect(evening.door.shown?.verdict).toEqual({
      kind: "refused",
      reason: "Not valid for this event",
      ticketEvent: null,
      isUnlisted: false,
    });
  });

  test("4.offline.8 a scan that was not decided is no longer pending once the server has answered it", () => {
    const evening = new Evening().see(0, A).answer(5000, unanswered).tell(settled("key-1"));
    expect(evening.door.pending).toEqual([]);
    expect(evening.door.shown).toBeNull();
  });

  test("4.scan.540 the server says the verdict of such a scan again, where its reader still sees that there is none", () => {
    const evening = new Evening().see(0, A).answer(5000, unanswered);
    const { scan } = evening.door.shown ?? {};
    expect(evening.tell(settled("key-1")).scan).toBe(scan);
    expect(evening.answer(9100, admitted).door.shown?.verdict).toBe(admitted);
    expect(evening.door.pending).toEqual([]);
  });

  test("4.scan.540 not where another guest is decided, the door stands still, or 'Next guest' was tapped", () => {
    const asked = () => new Evening().see(0, A).answer(5000, unanswered);
    expect(asked().type(6000, B).tell(settled("key-1")).scan).toMatchObject({ qrData: B });
    expect(asked().hold("removed").tell(settled("key-1")).phase).not.toBe("deciding");
    expect(asked().tell({ type: "dismiss" }, settled("key-1")).phase).not.toBe("deciding");
    expect(asked().tell(settled("key-0")).door.shown?.verdict).toBe(unanswered);
  });

  test("4.offline.9 a check-in that was taken back says so", () => {
    const evening = new Evening().see(0, A).answer(100, own).tell({ type: "undone", key: "key-1" });
    expect(evening.door.recent).toMatchObject([{ isUndone: true, isUnconfirmed: false }]);
  });

  test("2.scan.1101 an undo closes the verdict of its guest, and no other", () => {
    const guest = (id: number) => ({ ...attendee, id }) as Attendee;
    const undo = (key: string) => ({ type: "undone", key }) as const;
    const owing = { kind: "admitted", attendee: { ...guest(1), paymentGroup: "owed" } } as const;
    const evening = () => new Evening().see(0, A).answer(100, owing);
    expect(evening().tell(tick(60_000)).door.shown?.verdict).toBe(owing);
    expect(evening().tell(undo("key-1")).door.shown).toBeNull();
    const next = (id: number) =>
      evening()
        .type(5000, B)
        .answer(5100, { kind: "already", attendee: guest(id) })
        .tell(undo("key-1"));
    expect(next(1).door.shown).toBeNull();
    expect(next(2).door.shown?.verdict.kind).toBe("already");
  });

  test("4.scan.20 scans from before a reload are pending, one for each ticket", () => {
    const found = { hash: "h", idempotencyKey: "old", eventId: 3, readAt: 0 };
    const evening = new Evening().see(0, A).answer(100, unanswered);
    const asked = { ...found, idempotencyKey: "key-1" };
    evening.tell({ type: "pendingFound", scans: [found, asked] }, { type: "pendingFound", scans: [found] });
    expect(evening.door.pending.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["key-1", "old"]);
    expect(evening.tell({ type: "dismiss" }, settled("key-1"), { type: "tryAgain", at: 50 }).scan).toEqual(
      found,
    );
  });

  test("4.offline.10 a guest who was found on the list is a scan by id", () => {
    const evening = new Evening();
    evening.tell({ type: "picked", ticket: { attendeeId: 40 }, at: 0, key: "k", eventId: 7 });
    expect(evening.scan).toEqual({ attendeeId: 40, idempotencyKey: "k", eventId: 7, readAt: 0 });
    evening
      .answer(100, own)
      .tell({ type: "picked", ticket: { attendeeId: 41 }, at: 200, key: "l", eventId: 7 });
    expect(evening.scan).toMatchObject({ attendeeId: 41 });
  });
});

describe("a party", () => {
  const ticked = (key: string, code: string, at: number) =>
    ({ type: "picked", ticket: { qrData: code }, partyOf: "key-1", at, key, eventId: null }) as const;

  test("2.scan.621 holds its first scan and those who were ticked and let in, until they are taken back", () => {
    const evening = new Evening().see(0, A).answer(100, admitted);
    expect(evening.door.party).toEqual([]);
    evening.tell(ticked("two", B, 200)).answer(300, admitted);
    expect(evening.door.party).toEqual(["key-1", "two"]);
    evening.tell(ticked("three", C, 400)).answer(500, already);
    evening.tell(ticked("four", D, 600)).answer(700, admitted);
    expect(evening.door.party).toEqual(["key-1", "two", "four"]);
    evening.tell({ type: "confirmed", key: "four", contradicted: true, isRejected: true, at: 800 });
    expect(evening.tell({ type: "undone", key: "two" }).door.party).toEqual(["key-1"]);
  });
});

describe("a code that cannot be read", () => {
  test("2.scan.280, 9.scan.280 is told of after 4 s, though some pictures in between do not show it", () => {
    expect(new Evening().seeUnreadable(0, 3999).hints).toBe(false);
    expect(new Evening().seeUnreadable(0, 4000).hints).toBe(true);
    expect(new Evening().seeUnreadable(0, 4500, 3).hints).toBe(true);
    expect(new Evening().seeUnreadable(0, 20_000, 4).hints).toBe(false);
    expect(new Evening().seeFrom(0, 20_000).hints).toBe(false);
  });

  test("2.scan.281 is forgotten with the next reading, by whichever way, and once it has gone", () => {
    const hinting = () => new Evening().seeUnreadable(0, 4000);
    expect(hinting().seeFrom(4500, 6500).hints).toBe(true);
    expect(hinting().seeFrom(4500, 7500).hints).toBe(false);
    expect(hinting().see(4500, A).hints).toBe(false);
    expect(hinting().type(4500, A).hints).toBe(false);
    expect(hinting().pick(4500, A).hints).toBe(false);
    expect(hinting().upload(4500, A).hints).toBe(false);
    expect(hinting().tell({ type: "stop" }).hints).toBe(false);
    const again = hinting().see(4500, A).seeUnreadable(5000, 8500);
    expect(again.hints).toBe(false);
    expect(again.seeUnreadable(9000, 9000).hints).toBe(true);
  });

  test("2.scan.530, 9.scan.530 is forgotten where the camera gives no more pictures", () => {
    const evening = new Evening().seeUnreadable(0, 4000);
    expect(nextChange(evening.door)).toBe(7000);
    expect(evening.tell(tick(6999)).hints).toBe(true);
    expect(evening.tell(tick(7000)).hints).toBe(false);
    expect(nextChange(evening.door)).toBeNull();
    expect(evening.seeUnreadable(7500, 11_000).hints).toBe(false);
  });
});

describe("4.exit.17 a scan in each direction", () => {
  const out = (at: number, key: string): DoorAction => ({
    type: "typed",
    codes: [A],
    at,
    key,
    eventId: 7,
    direction: "out",
  });

  test("has its own key while the other is unanswered, and both are kept", () => {
    const evening = new Evening().type(0, A).answer(100, unanswered).tell(tick(5000), out(5000, "out"));
    expect(evening.scan).toMatchObject({ qrData: A, idempotencyKey: "out", direction: "out" });
    evening.answer(5100, unanswered);
    expect(evening.door.pending.map(({ direction }) => direction)).toEqual(["out", undefined]);
  });

  test("waits while the other is decided", () => {
    const evening = new Evening().type(0, A).tell(out(3100, "out"));
    expect(evening.door.waiting).toMatchObject([{ idempotencyKey: "out", direction: "out" }]);
  });

  test("2.exit.4 'Let in anyway' replaces the refusal in Recent Scans", () => {
    const leftAt = "2026-11-28T20:10:00.000Z";
    const evening = new Evening().type(0, A).answer(100, { kind: "already_left", attendee, leftAt });
    evening.tell({
      type: "letIn",
      scan: evening.door.shown?.scan as Scan,
      refusal: { kind: "already_left", attendee, leftAt },
      unconfirmed: { age: null, isSaved: true },
      at: 2000,
    });
    expect(evening.door.recent).toMatchObject([{ key: "key-1", status: "success", isUnconfirmed: false }]);
    expect(evening.door.shown?.verdict).toEqual({ kind: "admitted", attendee, leftAt });
  });
});
