import { cameraReducer, withCamera } from "@/features/door/core/camera-state";
import type { DoorEvent, Occasion, Reading } from "@/features/door/core/door-action";
import {
  atRest,
  type Door,
  type Hold,
  isFree,
  isUnderWay,
  type Stop,
  stopOf,
  type Unreadable,
} from "@/features/door/core/door-state";
import { without, withPartyScan } from "@/features/door/core/party";
import { withChange, withEarlier, withGuest, withRecentScan } from "@/features/door/core/recent-scans";
import { COOLDOWN_MS, VERDICT_MS, VERDICT_SEEN_MS } from "@/features/door/core/rules";
import {
  codeOf,
  isSameTicket,
  movedTo,
  oursFirst,
  type Scan,
  scanOf,
  type Ticket,
  withPending,
} from "@/features/door/core/scan";
import {
  afterPicture,
  forgottenAt,
  heldUnread,
  isSameScan,
  newSighting,
  type Sighting,
  unreadAfter,
} from "@/features/door/core/sightings";
import { canLetIn, isUndecided, type Verdict } from "@/features/door/core/verdict";
import {
  confirmed,
  isUnseen,
  type Shown,
  shownAtStop,
  shownUntil,
} from "@/features/door/core/visible-verdict";

/** Takes up a scan: the last guest's verdict goes at once, so that nobody stands behind it (contract 4.scan.29). */
function decide(door: Door, scan: Scan, at: number): Door {
  const stop = stopOf(door.holds);
  if (stop) return refuse(door, scan, stop, at);
  const phase = { kind: "deciding", scan, until: at + COOLDOWN_MS } as const;
  return { ...door, shown: null, unreadCode: null, phase };
}

/** The door stands still: the scan is not sent, and its own verdict says so. */
function refuse(door: Door, scan: Scan, kind: Stop, at: number): Door {
  const pending = kind === "signed_out" ? withPending(door.pending, scan) : door.pending;
  return { ...show(door, { kind }, { scan, at, until: null }), pending };
}

/** Puts a verdict on the screen. */
function show(door: Door, verdict: Verdict, { scan, at, until }: Pick<Shown, "scan" | "at" | "until">): Door {
  const shown = { id: (door.last?.id ?? 0) + 1, verdict, scan, at, until };
  return { ...door, shown, last: shown };
}

/** The code counts as seen, so that the camera does not take it for another scan. */
function withSighting(door: Door, code: string, at: number): Door {
  // Without pictures nothing else would ever clear the sightings away.
  const holds = (sighting: Sighting) => door.camera.kind === "on" || at < sighting.coolsUntil;
  const others = door.sightings.filter((sighting) => sighting.code !== code && holds(sighting));
  return { ...door, sightings: [...others, newSighting(code, at, at + COOLDOWN_MS)] };
}

function picture(door: Door, reading: Extract<DoorEvent, { type: "picture" }>): Door {
  const { codes, at, isCodeLike } = reading;
  const ticked = tick(door, at);
  if (ticked.holds.length > 0) return ticked;
  const unreadCode = codes.length > 0 ? null : unreadAfter(ticked.unreadCode, isCodeLike, at);
  const seen = { ...ticked, unreadCode, sightings: afterPicture(ticked.sightings, codes, at) };
  if (seen.phase.kind !== "scanning" || isUnseen(seen.shown, at)) return seen;
  const sightingOf = (text: string) => seen.sightings.find((sighting) => sighting.code === text);
  const code = oursFirst(codes).find((text) => !isSameScan(sightingOf(text), at));
  if (code === undefined) return seen;
  return decide(withSighting(seen, code, at), scanOf(seen.pending, { qrData: code }, reading), at);
}

/**
 * A reading that is not repeated by itself, unlike a picture: where the door is not free it waits instead of being lost.
 * A scanner's trigger that bounces is one reading.
 */
function typed(door: Door, reading: Reading): Door {
  const [code] = reading.codes;
  if (code === undefined || isUnderWay(door, code)) return door;
  const bounced = door.sightings.some((seen) => seen.code === code && reading.at < seen.coolsUntil);
  if (bounced) return door;
  const scan = scanOf(door.pending, { qrData: code }, reading);
  if (stopOf(door.holds)) return decide(door, scan, reading.at);
  return takeWaiting({ ...door, waiting: [...door.waiting, scan] }, reading.at);
}

/** A picture that was chosen, or a guest: neither waits for the cooldown, because the person at the door meant it. */
function chosen(door: Door, ticket: Ticket, occasion: Occasion, partyOf?: string): Door {
  const code = codeOf(ticket);
  if (isUnderWay(door, code)) return door;
  const scan = { ...scanOf(door.pending, ticket, occasion), ...(partyOf ? { partyOf } : {}) };
  const mustWait = door.phase.kind === "deciding" && !stopOf(door.holds);
  if (mustWait) return { ...door, waiting: [...door.waiting, scan] };
  return decide(withSighting(door, code, occasion.at), scan, occasion.at);
}

function upload(door: Door, reading: Reading): Door {
  const [code] = oursFirst(reading.codes);
  return code === undefined ? door : chosen(door, { qrData: code }, reading);
}

/** Whether the next in turn is taken as soon as the last verdict was seen. A picture without a code comes last. */
function isNextDue(door: Door): boolean {
  if (door.waiting.length > 0) return isFree(door) && !stopOf(door.holds);
  return door.unread !== null && door.phase.kind !== "deciding";
}

/** The scan that has waited longest, if the door is free for it and the last verdict was seen. */
function takeWaiting(door: Door, at: number): Door {
  if (!isNextDue(door) || isUnseen(door.shown, at)) return door;
  const [next, ...waiting] = door.waiting;
  if (next) return decide(withSighting({ ...door, waiting }, codeOf(next), at), next, at);
  return door.unread ? unreadable({ ...door, unread: null }, door.unread, at) : door;
}

/** A picture without a code has no guest: it neither stands while a ticket is decided, nor hides a guest's verdict. */
function unreadable(door: Door, { reason, detail }: Unreadable, at: number): Door {
  const mustWait = door.phase.kind === "deciding" || isUnseen(door.shown, at);
  if (mustWait) return { ...door, unread: { reason, detail } };
  const verdict: Verdict = { kind: "unreadable", reason, detail };
  return show(door, verdict, { scan: null, at, until: at + VERDICT_MS.error });
}

/** A door that stops lets its camera go. Without a session, the guests who wait stay with the scans that have no answer. */
function hold(door: Door, by: Hold): Door {
  if (door.holds.includes(by)) return door;
  const held = { ...door, holds: [...door.holds, by] };
  if (!stopOf(held.holds)) return held;
  const stopped = { ...withCamera(held, { kind: "off" }), shown: shownAtStop(held.shown) };
  return by === "signed_out"
    ? { ...stopped, waiting: [], pending: stopped.waiting.reduce(withPending, stopped.pending) }
    : stopped;
}

function release(door: Door, by: Hold, at: number): Door {
  if (!door.holds.includes(by)) return door;
  // What the verdict asks for is done.
  const isSettled = door.shown?.verdict.kind === by;
  const released = { ...door, holds: door.holds.filter((other) => other !== by) };
  return takeWaiting(isSettled ? { ...released, shown: null } : released, at);
}

function answer(door: Door, { scan, verdict, at }: { scan: Scan; verdict: Verdict; at: number }): Door {
  if (door.phase.kind !== "deciding" || codeOf(door.phase.scan) !== codeOf(scan)) return door;
  const { until } = door.phase;
  const others = door.pending.filter((other) => !isSameTicket(other, scan));
  const resendAt = verdict.kind === "unanswered" ? Math.max(until, at + VERDICT_MS.error) : null;
  const cooling = !door.rapid && at < until && verdict.kind !== "signed_out";
  const answered: Door = {
    ...show(door, verdict, { scan, at, until: shownUntil(verdict, at, door.rapid ? at : until) }),
    phase: cooling ? { kind: "cooldown", until } : atRest(door.camera),
    pending: isUndecided(verdict) ? [scan, ...others] : others,
    recent: withRecentScan(door.recent, scan.idempotencyKey, verdict, at),
    party: withPartyScan(door.party, scan, verdict),
    sightings: door.sightings.map((seen) => (seen.code === codeOf(scan) ? { ...seen, resendAt } : seen)),
  };
  // contract 4.scan.20: a lost session stops the scanner; every further scan would be lost too.
  return verdict.kind === "signed_out" ? hold(answered, "signed_out") : answered;
}

/**
 * An answer that came late. It takes no verdict away but one that said that there was none: in its place the server says
 * the verdict again, by the same key.
 */
function settle(door: Door, event: Extract<DoorEvent, { type: "settled" }>): Door {
  const { key, contradicted, isRejected, at } = event;
  const { shown, phase } = door;
  const sure = (shown: Shown | null) =>
    shown?.scan?.idempotencyKey === key ? confirmed(shown, contradicted) : shown;
  const settled = {
    ...door,
    pending: door.pending.filter(({ idempotencyKey }) => idempotencyKey !== key),
    recent: withChange(door.recent, key, { isUnconfirmed: false, isRejected }),
    party: isRejected ? without(door.party, key) : door.party,
    shown: sure(shown),
    last: sure(door.last),
  };
  const isAwaited = shown?.verdict.kind === "unanswered" && !settled.shown && phase.kind !== "deciding";
  return isAwaited && shown.scan && !stopOf(door.holds) ? decide(settled, shown.scan, at) : settled;
}

/** What this page has read itself counts; of what it finds on the device, no more than one scan of a ticket. */
function findPending(door: Door, scans: readonly Scan[]): Door {
  const known = [...door.waiting, ...(door.phase.kind === "deciding" ? [door.phase.scan] : [])];
  const isNew = (scan: Scan) => ![...known, ...door.pending].some((other) => isSameTicket(other, scan));
  return { ...door, pending: [...door.pending, ...scans.filter(isNew)] };
}

function letIn(door: Door, { key, unconfirmed, at }: Extract<DoorEvent, { type: "letIn" }>): Door {
  const { shown } = door;
  // The next guest may stand on the screen by now.
  if (shown?.scan?.idempotencyKey !== key || !canLetIn(shown.verdict)) return door;
  const { scan } = shown;
  const verdict: Verdict = { kind: "admitted", attendee: null, unconfirmed };
  const recent = withRecentScan(door.recent, scan.idempotencyKey, verdict, at);
  return { ...show(door, verdict, { scan, at, until: shownUntil(verdict, at, at) }), recent };
}

const tick = (door: Door, at: number): Door => takeWaiting(afterTime(door, at), at);

function afterTime(door: Door, at: number): Door {
  const cooled = door.phase.kind === "cooldown" && at >= door.phase.until;
  const read = door.shown?.until != null && at >= door.shown.until;
  const unreadCode = heldUnread(door.unreadCode, at);
  if (!cooled && !read && unreadCode === door.unreadCode) return door;
  return {
    ...door,
    unreadCode,
    phase: cooled ? atRest(door.camera) : door.phase,
    shown: read ? null : door.shown,
  };
}

/** The door as a whole: every change on the scanner screen is one of these events. */
export function doorReducer(door: Door, event: DoorEvent): Door {
  switch (event.type) {
    case "start":
    case "stop":
    case "cameraWaits":
    case "cameraRuns":
    case "cameraFails":
    case "camerasFound":
    case "chooseCamera":
    case "torch":
      return cameraReducer(door, event);
    case "picture":
      return picture(door, event);
    case "upload":
      return upload(tick(door, event.at), event);
    case "picked":
      return chosen(tick(door, event.at), event.ticket, event, event.partyOf);
    case "typed":
      return typed(tick(door, event.at), event);
    case "unreadable":
      return unreadable(tick(door, event.at), event, event.at);
    case "hold":
      return hold(door, event.by);
    case "release":
      return release(door, event.by, event.at);
    case "eventChosen": {
      const moved = (scans: Scan[]) => movedTo(scans, event);
      return { ...door, waiting: moved(door.waiting), pending: moved(door.pending) };
    }
    case "tryAgain": {
      const scan = door.pending[0];
      return !scan || door.phase.kind === "deciding" ? door : decide(door, scan, event.at);
    }
    case "answer":
      return takeWaiting(answer(door, event), event.at);
    case "settled":
      return settle(door, event);
    case "pendingFound":
      return findPending(door, event.scans);
    case "earlierFound":
      return { ...door, recent: withEarlier(door.recent, event.recent) };
    case "letIn":
      return letIn(door, event);
    case "takenBack":
      return {
        ...door,
        recent: withChange(door.recent, event.key, { isTakenBack: true, isUnconfirmed: false }),
        party: without(door.party, event.key),
      };
    case "guestRead":
      return { ...door, recent: withGuest(door.recent, event.guest) };
    case "dismiss":
      return { ...door, shown: null };
    case "rapid":
      return { ...door, rapid: event.on };
    case "tick":
      return tick(door, event.at);
  }
}

/** The next moment at which a `tick` changes something, or null. */
export function nextChange(door: Door): number | null {
  const { phase, shown, unreadCode } = door;
  const moments = [
    unreadCode && forgottenAt(unreadCode),
    phase.kind === "cooldown" ? phase.until : null,
    shown?.until ?? null,
    isNextDue(door) ? (shown?.at ?? 0) + VERDICT_SEEN_MS : null,
  ];
  const pending = moments.filter((moment) => moment !== null);
  return pending.length > 0 ? Math.min(...pending) : null;
}
