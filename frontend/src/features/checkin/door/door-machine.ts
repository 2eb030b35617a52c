import type { CameraDevice, CameraFailure } from "@/features/checkin/camera/door-camera";
import type { CameraWait } from "@/features/checkin/camera/run-camera";
import { type RecentScan, withRecentScan } from "@/features/checkin/door/recent-scans";
import type { Scan } from "@/features/checkin/door/scan";
import { afterPicture, isSameScan, newSighting, type Sighting } from "@/features/checkin/door/sightings";
import { COOLDOWN_MS, KEPT_SCAN_MS, VERDICT_MS } from "@/features/checkin/rules";
import { isUndecided, type Verdict } from "@/features/checkin/verdict/verdict";

/** What the door is doing. `until` is when the cooldown of the last decode ends. */
export type Phase =
  | { kind: "idle" }
  | { kind: "scanning" }
  | { kind: "deciding"; scan: Scan; until: number }
  | { kind: "cooldown"; until: number };

/** `none` where the running camera has no torch. */
export type Torch = "none" | "off" | "on";

export type Camera =
  | { kind: "off" }
  /** Wanted, and no picture yet or any more; `lit` where its light was on. */
  | { kind: "starting"; why: CameraWait; lit: boolean }
  | { kind: "on"; torch: Torch }
  | { kind: "failed"; failure: CameraFailure };

/** A verdict on the screen; `until` null stays until somebody acts. `id` tells two equal verdicts apart. */
export type Shown = { id: number; verdict: Verdict; scan: Scan | null; at: number; until: number | null };

export type Door = {
  phase: Phase;
  camera: Camera;
  /** The cameras of this device, once one was allowed to run; which of them was chosen, null for the best there is. */
  cameras: CameraDevice[];
  cameraId: string | null;
  rapid: boolean;
  shown: Shown | null;
  sightings: Sighting[];
  /** Scans that were read while the door was not free, oldest first. Each is taken when it is. */
  waiting: Scan[];
  /** Scans that nobody has answered, newest first. */
  kept: Scan[];
  recent: RecentScan[];
};

type Reading = { codes: readonly string[]; at: number; key: string; eventId: number | null };

export type DoorEvent =
  | { type: "start" }
  | { type: "cameraWaits"; why: CameraWait }
  | { type: "cameraRuns"; hasTorch: boolean }
  | { type: "camerasFound"; cameras: CameraDevice[] }
  | { type: "chooseCamera"; id: string | null }
  | { type: "torch"; torch: Torch }
  | { type: "cameraFails"; failure: CameraFailure }
  | { type: "stop" }
  | ({ type: "picture" } & Reading)
  | ({ type: "upload" } & Reading)
  /** A hardware scanner typed a code. */
  | ({ type: "typed" } & Reading)
  /** A person found the guest by name and tapped. */
  | ({ type: "picked" } & Reading)
  | { type: "unreadable"; reason: string; detail: string | null; at: number }
  | { type: "tryAgain"; at: number; key: string }
  | { type: "answer"; scan: Scan; verdict: Verdict; at: number }
  | { type: "dismiss" }
  | { type: "rapid"; on: boolean }
  | { type: "tick"; at: number };

type Remembered = { rapid: boolean; kept: Scan[]; cameraId: string | null };

export function closedDoor({ rapid, kept, cameraId }: Remembered): Door {
  return {
    phase: { kind: "idle" },
    camera: { kind: "off" },
    cameras: [],
    cameraId,
    rapid,
    shown: null,
    sightings: [],
    waiting: [],
    kept,
    recent: [],
  };
}

/** What the door does when nothing holds it back. */
const atRest = (camera: Camera): Phase => (camera.kind === "on" ? { kind: "scanning" } : { kind: "idle" });

const isKeptFresh = (scan: Scan, at: number) => at - scan.readAt < KEPT_SCAN_MS;

/** A camera change leaves a cooldown and a question to the server as they are. */
function withCamera(door: Door, camera: Camera): Door {
  const resting = door.phase.kind === "idle" || door.phase.kind === "scanning";
  const sightings = camera.kind === "on" ? door.sightings : [];
  return { ...door, camera, sightings, phase: resting ? atRest(camera) : door.phase };
}

/** A camera that comes back, with its page or after a call, keeps its light. */
const isLit = (camera: Camera) =>
  camera.kind === "on" ? camera.torch === "on" : camera.kind === "starting" && camera.lit;

const torchAfterOpening = (before: Camera, hasTorch: boolean): Torch =>
  hasTorch ? (isLit(before) ? "on" : "off") : "none";

const isWanted = ({ kind }: Camera) => kind === "on" || kind === "starting";

/** Who stands before the door was scanned already, whichever picture shows them next. */
const reopening = (door: Door, why: CameraWait, lit: boolean): Door => ({
  ...withCamera(door, { kind: "starting", why, lit }),
  sightings: door.sightings,
});

function decide(door: Door, scan: Scan, at: number): Door {
  return { ...door, phase: { kind: "deciding", scan, until: at + COOLDOWN_MS } };
}

/** The scan of a code: the unanswered one with its key if there is one, else a new one. */
function scanOf(door: Door, code: string, { at, key, eventId }: Reading): Scan {
  const unanswered = door.kept.find((scan) => scan.qrData === code && isKeptFresh(scan, at));
  return unanswered ?? { qrData: code, idempotencyKey: key, eventId, readAt: at };
}

/** Of several codes in view, a ticket of ours goes before a poster's. */
const oursFirst = (codes: readonly string[]) =>
  [...codes].sort((a, b) => Number(b.startsWith("DL1.")) - Number(a.startsWith("DL1.")));

/** The code counts as seen, so that the camera does not take it for another scan. */
function withSighting(door: Door, code: string, at: number): Door {
  // Without pictures nothing else would ever clear the sightings away.
  const holds = (sighting: Sighting) => door.camera.kind === "on" || at < sighting.coolsUntil;
  const others = door.sightings.filter((sighting) => sighting.code !== code && holds(sighting));
  return { ...door, sightings: [...others, newSighting(code, at, at + COOLDOWN_MS)] };
}

function picture(door: Door, reading: Reading): Door {
  const { codes, at } = reading;
  const ticked = tick(door, at);
  const seen = { ...ticked, sightings: afterPicture(ticked.sightings, codes, at) };
  if (seen.phase.kind !== "scanning") return seen;
  const sightingOf = (text: string) => seen.sightings.find((sighting) => sighting.code === text);
  const code = oursFirst(codes).find((text) => !isSameScan(sightingOf(text), at));
  if (code === undefined) return seen;
  return decide(withSighting(seen, code, at), scanOf(seen, code, reading), at);
}

function upload(door: Door, reading: Reading): Door {
  const code = oursFirst(reading.codes)[0];
  if (code === undefined || door.phase.kind === "deciding") return door;
  return decide(door, scanOf(door, code, reading), reading.at);
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
  return takeWaiting({ ...door, waiting: [...door.waiting, scanOf(door, code, reading)] }, reading.at);
}

/** Like an upload, a tap does not wait for the cooldown: the person at the door meant it. */
function picked(door: Door, reading: Reading): Door {
  const [code] = reading.codes;
  if (code === undefined || isUnderWay(door, code)) return door;
  const scan = scanOf(door, code, reading);
  if (door.phase.kind === "deciding") return { ...door, waiting: [...door.waiting, scan] };
  return decide(withSighting(door, code, reading.at), scan, reading.at);
}

const isUnderWay = ({ phase, waiting }: Door, code: string) =>
  (phase.kind === "deciding" && phase.scan.qrData === code) || waiting.some(({ qrData }) => qrData === code);

/** The scan that has waited longest, if the door is free for it. */
function takeWaiting(door: Door, at: number): Door {
  const [next, ...waiting] = door.waiting;
  if (!next || door.phase.kind === "deciding" || door.phase.kind === "cooldown") return door;
  return decide(withSighting({ ...door, waiting }, next.qrData, at), next, at);
}

/** How long a verdict stays at the least: its toast time, and to the end of the cooldown (contract 10). */
function shownUntil(verdict: Verdict, at: number, cooldownEnds: number): number | null {
  if (isUndecided(verdict)) return null;
  const toast =
    verdict.kind === "admitted"
      ? VERDICT_MS.success
      : verdict.kind === "already"
        ? VERDICT_MS.already
        : VERDICT_MS.error;
  return Math.max(at + toast, cooldownEnds);
}

function answer(door: Door, { scan, verdict, at }: { scan: Scan; verdict: Verdict; at: number }): Door {
  if (door.phase.kind !== "deciding" || door.phase.scan.qrData !== scan.qrData) return door;
  const { until } = door.phase;
  const others = door.kept.filter(({ qrData }) => qrData !== scan.qrData);
  // contract 10: a lost sign-in stops the scanner; every further scan would be lost too.
  const camera: Camera = verdict.kind === "signed_out" ? { kind: "off" } : door.camera;
  const resendAt = verdict.kind === "unanswered" ? Math.max(until, at + VERDICT_MS.error) : null;
  const cooling = !door.rapid && at < until && verdict.kind !== "signed_out";
  return {
    ...door,
    camera,
    phase: cooling ? { kind: "cooldown", until } : atRest(camera),
    shown: {
      id: (door.shown?.id ?? 0) + 1,
      verdict,
      scan,
      at,
      until: shownUntil(verdict, at, door.rapid ? at : until),
    },
    kept: isUndecided(verdict) ? [scan, ...others] : others,
    recent: withRecentScan(door.recent, verdict, at),
    sightings: door.sightings.map((seen) => (seen.code === scan.qrData ? { ...seen, resendAt } : seen)),
  };
}

function tick(door: Door, at: number): Door {
  return takeWaiting(afterTime(door, at), at);
}

function afterTime(door: Door, at: number): Door {
  const cooled = door.phase.kind === "cooldown" && at >= door.phase.until;
  const read = door.shown?.until != null && at >= door.shown.until;
  if (!cooled && !read) return door;
  return {
    ...door,
    phase: cooled ? atRest(door.camera) : door.phase,
    shown: read ? null : door.shown,
  };
}

/** The door as a whole: every change on the scanner screen is one of these events. */
export function doorReducer(door: Door, event: DoorEvent): Door {
  switch (event.type) {
    case "start":
      return withCamera(door, { kind: "starting", why: "opening", lit: false });
    case "cameraWaits":
      return isWanted(door.camera) ? reopening(door, event.why, isLit(door.camera)) : door;
    case "cameraRuns":
      return withCamera(door, { kind: "on", torch: torchAfterOpening(door.camera, event.hasTorch) });
    case "camerasFound":
      return { ...door, cameras: event.cameras };
    case "chooseCamera": {
      const chosen = { ...door, cameraId: event.id };
      return isWanted(door.camera) ? reopening(chosen, "opening", false) : chosen;
    }
    case "torch":
      return door.camera.kind === "on" && door.camera.torch !== "none"
        ? { ...door, camera: { kind: "on", torch: event.torch } }
        : door;
    case "cameraFails":
      return withCamera(door, { kind: "failed", failure: event.failure });
    case "stop":
      return withCamera(door, { kind: "off" });
    case "picture":
      return picture(door, event);
    case "upload":
      return upload(tick(door, event.at), event);
    case "typed":
      return typed(tick(door, event.at), event);
    case "picked":
      return picked(tick(door, event.at), event);
    case "unreadable": {
      const verdict: Verdict = { kind: "unreadable", reason: event.reason, detail: event.detail };
      const until = event.at + VERDICT_MS.error;
      return { ...door, shown: { id: (door.shown?.id ?? 0) + 1, verdict, scan: null, at: event.at, until } };
    }
    case "tryAgain": {
      const scan = door.kept[0];
      if (!scan || door.phase.kind === "deciding") return door;
      const fresh = isKeptFresh(scan, event.at);
      return decide(door, fresh ? scan : { ...scan, idempotencyKey: event.key, readAt: event.at }, event.at);
    }
    case "answer":
      return takeWaiting(answer(door, event), event.at);
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
  const moments = [door.phase.kind === "cooldown" ? door.phase.until : null, door.shown?.until ?? null];
  const pending = moments.filter((moment) => moment !== null);
  return pending.length > 0 ? Math.min(...pending) : null;
}
