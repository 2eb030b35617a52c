import type { CameraFailure } from "@/features/door/camera/door-camera";
import type { CameraWait } from "@/features/door/camera/run-camera";
import { cameraMessage, cameraWait } from "@/features/door/copy";
import type { Sound } from "@/features/door/scan/door-bell";
import { ADVICE, SAYS } from "@/features/door/ui/readiness/report-copy";
import { formatEventDate } from "@/lib/event-date";

/** contract 9: a check says so when it has no result after this long. */
export const CHECK_LIMIT_MS = 5000;
/** contract 9: clocks further apart than this are worth a look. */
const CLOCK_LIMIT_MS = 2 * 60_000;
/** contract 9: below this share a battery that is not charging may not last the evening. */
const BATTERY_LOW = 0.3;
/** contract 9: a scan that takes longer than this holds up the line. */
const SLOW_ANSWER_MS = 500;
/** contract 9: a sign-in with less than this left may end while guests still come. */
const SIGN_IN_LEFT_MS = 4 * 60 * 60_000;
/** The server is asked this often; the first answer also pays for opening the connection and is left out. */
export const SERVER_CALLS = 4;

export type State = "good" | "look" | "broken" | "note";

/** What a check found: one sentence, and what to do about it where something can be done. */
export interface Finding {
  state: State;
  says: string;
  advice?: string;
}

export const isWorthALook = ({ state }: Finding): boolean => state === "look" || state === "broken";

export const judgePage = (isSecure: boolean): Finding =>
  isSecure
    ? { state: "good", says: SAYS.secure }
    : { state: "broken", says: SAYS.insecure, advice: ADVICE.insecure };

export type CameraFacts =
  | { kind: "runs" }
  | { kind: "waits"; why: CameraWait }
  | { kind: "failed"; failure: CameraFailure }
  | { kind: "blind"; label: string }
  | { kind: "opened"; label: string; width: number; height: number; isChosen: boolean };

const CAMERA_ADVICE: Record<CameraFailure["kind"], string> = {
  insecure: ADVICE.insecure,
  unsupported: ADVICE.cameraAbsent,
  missing: ADVICE.cameraAbsent,
  denied: ADVICE.cameraDenied,
  dismissed: ADVICE.cameraDenied,
  busy: ADVICE.cameraBusy,
  other: ADVICE.cameraBusy,
};

export function judgeCamera(camera: CameraFacts): Finding {
  switch (camera.kind) {
    case "runs":
      return { state: "good", says: SAYS.cameraRuns };
    case "waits":
      if (camera.why !== "opening") {
        const { says, advice } = cameraWait(camera.why);
        return { state: "broken", says, advice };
      }
      return { state: "look", says: SAYS.cameraWaits, advice: ADVICE.cameraWaits };
    case "failed": {
      const advice = CAMERA_ADVICE[camera.failure.kind];
      return { state: "broken", says: cameraMessage(camera.failure), advice };
    }
    case "blind":
      return { state: "broken", says: SAYS.cameraBlind(camera.label), advice: ADVICE.cameraBlind };
    case "opened": {
      const { label, width, height, isChosen } = camera;
      if (!isChosen)
        return { state: "look", says: SAYS.cameraReplaced(label), advice: ADVICE.cameraReplaced };
      const size = width > 0 && height > 0 ? SAYS.cameraSize(width, height) : "";
      return { state: "good", says: SAYS.cameraOpened(label, size) };
    }
  }
}

export function judgeReader(reader: "reads" | "loads" | "broken"): Finding {
  if (reader === "reads") return { state: "good", says: SAYS.readerReads };
  if (reader === "loads") return { state: "look", says: SAYS.readerLoads, advice: ADVICE.readerLoads };
  return { state: "broken", says: SAYS.readerBroken, advice: ADVICE.readerBroken };
}

export function judgeSound(sound: Sound): Finding {
  // Whether anybody hears it, only a person can say.
  if (sound === "running") return { state: "good", says: SAYS.beepPlayed, advice: ADVICE.beepPlayed };
  if (sound === "suspended") return { state: "look", says: SAYS.beepBlocked, advice: ADVICE.beepBlocked };
  if (sound === "interrupted")
    return { state: "look", says: SAYS.beepInterrupted, advice: ADVICE.beepInterrupted };
  return { state: "look", says: SAYS.soundless, advice: ADVICE.soundless };
}

export function judgeScreen(screen: "stays on" | "refused" | "unsupported"): Finding {
  if (screen === "stays on") return { state: "good", says: SAYS.screenStaysOn };
  if (screen === "refused") return { state: "look", says: SAYS.screenRefused, advice: ADVICE.screenRefused };
  return { state: "look", says: SAYS.screenDims, advice: ADVICE.screenDims };
}

/** `level` from 0 to 1; null where the browser does not tell. */
export function judgeBattery(battery: { level: number; charging: boolean } | null): Finding {
  if (battery === null) return { state: "note", says: SAYS.batteryUntold };
  const percent = Math.round(battery.level * 100);
  if (battery.charging) return { state: "good", says: SAYS.batteryCharging(percent) };
  return battery.level < BATTERY_LOW
    ? { state: "look", says: SAYS.batteryLow(percent), advice: ADVICE.batteryLow }
    : { state: "good", says: SAYS.battery(percent) };
}

/** What the server answered, or why it did not. `offset` is its clock minus the device's; null where it told no time. */
export type ServerFacts =
  | { kind: "answered"; milliseconds: number; offset: number | null }
  | { kind: "silent" }
  | { kind: "refused"; status: number };

/** `time` is what the device's clock shows. */
export function judgeClock(server: ServerFacts, time: string): Finding {
  const offset = server.kind === "answered" ? server.offset : null;
  if (offset === null) return { state: "note", says: SAYS.clockUntold };
  return Math.abs(offset) > CLOCK_LIMIT_MS
    ? { state: "look", says: SAYS.clockApart(offset), advice: ADVICE.clockApart }
    : { state: "good", says: SAYS.clockSame(time) };
}

export function judgeServer(server: ServerFacts): Finding {
  if (server.kind === "silent")
    return { state: "broken", says: SAYS.serverSilent, advice: ADVICE.serverSilent };
  if (server.kind === "refused") {
    return server.status === 401
      ? { state: "broken", says: SAYS.signedOut, advice: ADVICE.signedOut }
      : { state: "broken", says: SAYS.serverTrouble, advice: ADVICE.serverTrouble };
  }
  const milliseconds = Math.max(1, Math.round(server.milliseconds));
  return milliseconds > SLOW_ANSWER_MS
    ? { state: "look", says: SAYS.serverSlow(milliseconds), advice: ADVICE.serverSlow }
    : { state: "good", says: SAYS.serverFast(milliseconds) };
}

/** Null while nothing was heard: another tab may hold the stream. */
export function judgeLive(isOpen: boolean | null): Finding {
  if (isOpen === null) return { state: "note", says: SAYS.liveUntold, advice: ADVICE.liveUntold };
  return isOpen
    ? { state: "good", says: SAYS.liveOpen }
    : { state: "look", says: SAYS.liveCut, advice: ADVICE.liveCut };
}

/**
 * `endsAt` is the time of day at which the sign-in ends; `doorUntil` until when the door goes on without it, null where
 * the device has no grant. `isHelpers`: it is a pass that lets it go on.
 */
export function judgeSignIn(
  leftMs: number,
  endsAt: string,
  doorUntil: string | null,
  isHelpers = false,
): Finding {
  if (leftMs >= SIGN_IN_LEFT_MS) return { state: "good", says: SAYS.signInLasts(endsAt) };
  if (doorUntil === null) return { state: "look", says: SAYS.signInEnds(endsAt), advice: ADVICE.signInEnds };
  if (isHelpers && leftMs <= 0) return { state: "good", says: SAYS.passLasts(doorUntil) };
  return leftMs > 0
    ? { state: "good", says: SAYS.doorOutlasts(endsAt, doorUntil) }
    : { state: "good", says: SAYS.doorLasts(doorUntil) };
}

/** The event that was chosen for the door; its date is null while the list of events is not there. */
export interface DoorEvent {
  id: number;
  name: string;
  date: string | null;
}

export interface TicketFacts {
  /** Null for all events. */
  event: DoorEvent | null;
  total: number;
  present: number;
  /** The device's days that an evening of tonight may carry: today, and yesterday when it goes on past midnight. */
  tonight: readonly string[];
}

/** Null where the list could not be read. */
export function judgeTickets(facts: TicketFacts | null): Finding {
  if (facts === null) return { state: "look", says: SAYS.ticketsUntold, advice: ADVICE.ticketsUntold };
  const { event, total, present, tonight } = facts;
  if (event === null) {
    return total === 0
      ? { state: "look", says: SAYS.nobodyRegistered, advice: ADVICE.nobodyRegistered }
      : { state: "note", says: SAYS.noEventChosen(total, present), advice: ADVICE.noEventChosen };
  }
  if (total === 0) return { state: "look", says: SAYS.ticketsNone(event.name), advice: ADVICE.ticketsNone };
  if (event.date !== null && !tonight.includes(event.date)) {
    const says = SAYS.ticketsOtherDay(event.name, formatEventDate(event.date), total);
    return { state: "look", says, advice: ADVICE.ticketsOtherDay };
  }
  return { state: "good", says: SAYS.ticketsOf(event.name, total, present) };
}

/** What this device could do if the network were gone. */
export interface OfflineFacts {
  list: "none chosen" | "missing" | "over" | "unsaved" | "replaced" | "saved";
  /** Whether the page opens without the server. */
  opens: boolean;
  /** On an iPhone or iPad, in the browser and not from the home screen: there the browser wipes what is saved. */
  isWiped: boolean;
  /** Whether the door goes on when the sign-in ends. */
  hasGrant: boolean;
}

export function judgeOffline({ list, opens, isWiped, hasGrant }: OfflineFacts): Finding {
  switch (list) {
    case "none chosen":
      return { state: "note", says: SAYS.offlineNoEvent };
    case "missing":
      return { state: "look", says: SAYS.offlineNoList, advice: ADVICE.offlineNoList };
    case "over":
      return { state: "note", says: SAYS.offlineOver };
    case "unsaved":
      return { state: "look", says: SAYS.offlineUnsaved, advice: ADVICE.offlineUnsaved };
    case "replaced":
      return { state: "look", says: SAYS.offlineReplaced, advice: ADVICE.offlineReplaced };
    case "saved":
      if (!opens) return { state: "note", says: SAYS.offlineWhileOpen, advice: ADVICE.offlineWhileOpen };
      if (isWiped) return { state: "note", says: SAYS.offlineReady, advice: ADVICE.homeScreen };
      return hasGrant
        ? { state: "good", says: SAYS.offlineReady }
        : { state: "note", says: SAYS.offlineReady, advice: ADVICE.offlineNoGrant };
  }
}
