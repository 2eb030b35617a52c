import { cameraReducer, withCamera } from "@/features/door/core/camera-state";
import {
  type Door,
  type DoorAction,
  idlePhase,
  isFree,
  isUnderWay,
  type PauseReason,
  type Reading,
  type ScanTrigger,
  stopReasonOf,
  type Unreadable,
} from "@/features/door/core/door-state";
import {
  recentScansReducer,
  withChange,
  withoutScan,
  withPartyScan,
  withRecentScan,
} from "@/features/door/core/recent-scans";
import { COOLDOWN_MS, VERDICT_MIN_MS, VERDICT_MS } from "@/features/door/core/rules";
import {
  codeOf,
  isSameTicket,
  ownTicketsFirst,
  rescanForEvent,
  type Scan,
  scanOf,
  type Ticket,
  withPending,
} from "@/features/door/core/scan";
import {
  afterFrame,
  decayUnread,
  isSameScan,
  newSighting,
  type Sighting,
  unreadAfter,
  unreadExpiry,
} from "@/features/door/core/sightings";
import {
  confirmed,
  isJustShown,
  isUndecided,
  letInVerdict,
  type Verdict,
  type VisibleVerdict,
  visibleAtStop,
  visibleUntil,
} from "@/features/door/core/verdict";

/**
 * Starts deciding a scan. The previous verdict closes at once, so that it does not cover the next guest (contract
 * 4.scan.29). A stopped door does not send the scan: its verdict says why.
 */
function decide(door: Door, scan: Scan, at: number): Door {
  const stop = stopReasonOf(door.pauseReasons);
  if (stop) {
    const pending = stop === "signed_out" ? withPending(door.pending, scan) : door.pending;
    return { ...show(door, { kind: stop }, { scan, at, until: null }), pending };
  }
  const phase = { kind: "deciding", scan, until: at + COOLDOWN_MS } as const;
  return { ...door, shown: null, unreadCode: null, phase };
}

function show(
  door: Door,
  verdict: Verdict,
  { scan, at, until }: Pick<VisibleVerdict, "scan" | "at" | "until">,
): Door {
  const shown = { id: (door.last?.id ?? 0) + 1, verdict, scan, at, until };
  return { ...door, shown, last: shown };
}

function withSighting(door: Door, code: string, at: number): Door {
  // Without a running camera no frame removes old sightings.
  const holds = (sighting: Sighting) => door.camera.kind === "on" || at < sighting.coolsUntil;
  const others = door.sightings.filter((sighting) => sighting.code !== code && holds(sighting));
  return { ...door, sightings: [...others, newSighting(code, at, at + COOLDOWN_MS)] };
}

function frame(door: Door, reading: Extract<DoorAction, { type: "frame" }>): Door {
  const { codes, at, isCodeLike } = reading;
  const ticked = tick(door, at);
  if (ticked.pauseReasons.length > 0) return ticked;
  const unreadCode = codes.length > 0 ? null : unreadAfter(ticked.unreadCode, isCodeLike, at);
  const seen = { ...ticked, unreadCode, sightings: afterFrame(ticked.sightings, codes, at) };
  if (seen.phase.kind !== "scanning" || isJustShown(seen.shown, at)) return seen;
  const sightingOf = (text: string) => seen.sightings.find((sighting) => sighting.code === text);
  const code = ownTicketsFirst(codes).find((text) => !isSameScan(sightingOf(text), at));
  if (code === undefined) return seen;
  return decide(withSighting(seen, code, at), scanOf(seen.pending, { qrData: code }, reading), at);
}

/** A typed code is not repeated like a frame, so it waits while the door is busy. A bouncing trigger counts once. */
function typed(door: Door, reading: Reading): Door {
  const [code] = reading.codes;
  if (code === undefined) return door;
  const scan = scanOf(door.pending, { qrData: code }, reading);
  const bounced = door.sightings.some((seen) => seen.code === code && reading.at < seen.coolsUntil);
  if (bounced || isUnderWay(door, scan)) return door;
  if (stopReasonOf(door.pauseReasons)) return decide(door, scan, reading.at);
  return takeWaiting({ ...door, waiting: [...door.waiting, scan] }, reading.at);
}

/** An uploaded image or a chosen guest skips the cooldown, because a person asked for it. */
function chosen(door: Door, ticket: Ticket, occasion: ScanTrigger, partyOf?: string): Door {
  const scan = { ...scanOf(door.pending, ticket, occasion), ...(partyOf ? { partyOf } : {}) };
  if (isUnderWay(door, scan)) return door;
  const mustWait = door.phase.kind === "deciding" && !stopReasonOf(door.pauseReasons);
  if (mustWait) return { ...door, waiting: [...door.waiting, scan] };
  return decide(withSighting(door, codeOf(scan), occasion.at), scan, occasion.at);
}

/** True if the next waiting scan can start after the current verdict. An image without a code comes last. */
function isNextDue(door: Door): boolean {
  if (door.waiting.length > 0) return isFree(door) && !stopReasonOf(door.pauseReasons);
  return door.unread !== null && door.phase.kind !== "deciding";
}

/** Starts the oldest waiting scan if the door is free. */
function takeWaiting(door: Door, at: number): Door {
  if (!isNextDue(door) || isJustShown(door.shown, at)) return door;
  const [next, ...waiting] = door.waiting;
  if (next) return decide(withSighting({ ...door, waiting }, codeOf(next), at), next, at);
  return door.unread ? unreadable({ ...door, unread: null }, door.unread, at) : door;
}

/** An image without a code has no guest: it waits for a scan being decided and does not cover a fresh verdict. */
function unreadable(door: Door, { reason, detail }: Unreadable, at: number): Door {
  const mustWait = door.phase.kind === "deciding" || isJustShown(door.shown, at);
  if (mustWait) return { ...door, unread: { reason, detail } };
  const verdict: Verdict = { kind: "unreadable", reason, detail };
  return show(door, verdict, { scan: null, at, until: at + VERDICT_MS.error });
}

/** A stopped door closes its camera. After the session ended, waiting scans become unanswered ones. */
function pause(door: Door, by: PauseReason): Door {
  if (door.pauseReasons.includes(by)) return door;
  const held = { ...door, pauseReasons: [...door.pauseReasons, by] };
  if (!stopReasonOf(held.pauseReasons)) return held;
  const stopped = { ...withCamera(held, { kind: "off" }), shown: visibleAtStop(held.shown) };
  return by === "signed_out"
    ? { ...stopped, waiting: [], pending: stopped.waiting.reduce(withPending, stopped.pending) }
    : stopped;
}

function resume(door: Door, by: PauseReason, at: number): Door {
  if (!door.pauseReasons.includes(by)) return door;
  // The verdict that asked for this is resolved.
  const isSettled = door.shown?.verdict.kind === by;
  const released = { ...door, pauseReasons: door.pauseReasons.filter((other) => other !== by) };
  return takeWaiting(isSettled ? { ...released, shown: null } : released, at);
}

function answer(door: Door, { scan, verdict, at }: { scan: Scan; verdict: Verdict; at: number }): Door {
  if (door.phase.kind !== "deciding" || !isSameTicket(door.phase.scan, scan)) return door;
  const { until } = door.phase;
  const others = door.pending.filter((other) => !isSameTicket(other, scan));
  const resendAt = verdict.kind === "unanswered" ? Math.max(until, at + VERDICT_MS.error) : null;
  const cooling = !door.rapid && at < until && verdict.kind !== "signed_out";
  const answered: Door = {
    ...show(door, verdict, { scan, at, until: visibleUntil(verdict, at, door.rapid ? at : until) }),
    phase: cooling ? { kind: "cooldown", until } : idlePhase(door.camera),
    pending: isUndecided(verdict) ? [scan, ...others] : others,
    recent: withRecentScan(door.recent, scan, verdict, at),
    party: withPartyScan(door.party, scan, verdict),
    sightings: door.sightings.map((seen) => (seen.code === codeOf(scan) ? { ...seen, resendAt } : seen)),
  };
  // Every further scan would be lost too (contract 4.scan.20).
  return verdict.kind === "signed_out" ? pause(answered, "signed_out") : answered;
}

/**
 * A late response changes the verdict on the screen only if that was 'no answer': the scan is then decided again
 * under its key.
 */
function confirmScan(door: Door, event: Extract<DoorAction, { type: "confirmed" }>): Door {
  const { key, contradicted, isRejected, at } = event;
  const { shown, phase } = door;
  const sure = (shown: VisibleVerdict | null) =>
    shown?.scan?.idempotencyKey === key ? confirmed(shown, contradicted) : shown;
  const settled = {
    ...door,
    pending: door.pending.filter(({ idempotencyKey }) => idempotencyKey !== key),
    recent: withChange(door.recent, key, { isUnconfirmed: false, isRejected }),
    party: isRejected ? withoutScan(door.party, key) : door.party,
    shown: sure(shown),
    last: sure(door.last),
  };
  const isAwaited = shown?.verdict.kind === "unanswered" && !settled.shown && phase.kind !== "deciding";
  return isAwaited && shown.scan && !stopReasonOf(door.pauseReasons)
    ? decide(settled, shown.scan, at)
    : settled;
}

/** Adds unanswered scans found on the device, unless this page has the ticket already. */
function findPending(door: Door, scans: readonly Scan[]): Door {
  const known = [...door.waiting, ...(door.phase.kind === "deciding" ? [door.phase.scan] : [])];
  const isNew = (scan: Scan) => ![...known, ...door.pending].some((other) => isSameTicket(other, scan));
  return { ...door, pending: [...door.pending, ...scans.filter(isNew)] };
}

function letIn(door: Door, { scan, refusal, unconfirmed, at }: Extract<DoorAction, { type: "letIn" }>): Door {
  const { idempotencyKey: key } = scan;
  const isShown = door.shown?.scan?.idempotencyKey === key;
  if (isShown && door.shown?.verdict.kind === "admitted") return door;
  const verdict = letInVerdict(refusal, unconfirmed);
  const others = door.recent.filter((other) => other.key !== key);
  const decided = { ...door, recent: withRecentScan(others, scan, verdict, at) };
  return isShown ? show(decided, verdict, { scan, at, until: visibleUntil(verdict, at, at) }) : decided;
}

const tick = (door: Door, at: number): Door => takeWaiting(afterTime(door, at), at);

function afterTime(door: Door, at: number): Door {
  const cooled = door.phase.kind === "cooldown" && at >= door.phase.until;
  const read = door.shown?.until != null && at >= door.shown.until;
  const unreadCode = decayUnread(door.unreadCode, at);
  if (!cooled && !read && unreadCode === door.unreadCode) return door;
  return {
    ...door,
    unreadCode,
    phase: cooled ? idlePhase(door.camera) : door.phase,
    shown: read ? null : door.shown,
  };
}

export function doorReducer(door: Door, event: DoorAction): Door {
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
    case "frame":
      return frame(door, event);
    case "upload": {
      const [code] = ownTicketsFirst(event.codes);
      const ticked = tick(door, event.at);
      return code === undefined ? ticked : chosen(ticked, { qrData: code }, event);
    }
    case "picked":
      return chosen(tick(door, event.at), event.ticket, event, event.partyOf);
    case "typed":
      return typed(tick(door, event.at), event);
    case "unreadable":
      return unreadable(tick(door, event.at), event, event.at);
    case "pause":
      return pause(door, event.by);
    case "resume":
      return resume(door, event.by, event.at);
    case "eventChosen": {
      const moved = (scans: Scan[]) => rescanForEvent(scans, event);
      return { ...door, waiting: moved(door.waiting), pending: moved(door.pending) };
    }
    case "tryAgain": {
      const scan = door.pending[0];
      return !scan || door.phase.kind === "deciding" ? door : decide(door, scan, event.at);
    }
    case "answer":
      return takeWaiting(answer(door, event), event.at);
    case "confirmed":
      return confirmScan(door, event);
    case "pendingFound":
      return findPending(door, event.scans);
    case "letIn":
      return letIn(door, event);
    case "earlierFound":
    case "undone":
    case "guestRead":
      return recentScansReducer(door, event);
    case "dismiss":
      return { ...door, shown: null };
    case "rapid":
      return { ...door, rapid: event.on };
    case "tick":
      return tick(door, event.at);
  }
}

/** Time of the next change by `tick`, or null. */
export function nextChange(door: Door): number | null {
  const { phase, shown, unreadCode } = door;
  const moments = [
    unreadCode && unreadExpiry(unreadCode),
    phase.kind === "cooldown" ? phase.until : null,
    shown?.until ?? null,
    isNextDue(door) ? (shown?.at ?? 0) + VERDICT_MIN_MS : null,
  ];
  const pending = moments.filter((moment) => moment !== null);
  return pending.length > 0 ? Math.min(...pending) : null;
}
