import type { CameraFailure } from "@/features/door/camera/door-camera";
import type { CameraWait } from "@/features/door/camera/run-camera";
import { cameraMessage, cameraWait } from "@/features/door/copy";
import type { Sound } from "@/features/door/scan/door-bell";
import { ADVICE, FINDING_MESSAGE } from "@/features/door/ui/readiness/report-copy";
import { formatEventDate } from "@/lib/event-date";

// Limits of the device check (contract 9).
/** A check without a result after this long reports that. */
export const CHECK_LIMIT_MS = 5000;
const CLOCK_LIMIT_MS = 2 * 60_000;
/** A battery below this share that is not charging may not last the evening. */
const BATTERY_LOW = 0.3;
/** A slower response holds up the line. */
const SLOW_ANSWER_MS = 500;
/** A sign-in with less time left may end while guests still arrive. */
const SIGN_IN_LEFT_MS = 4 * 60 * 60_000;
/** Number of requests; the first one also opens the connection and does not count. */
export const SERVER_CALLS = 4;

export type State = "good" | "look" | "broken" | "note";

/** The result of one check: a sentence, and what to do about it if anything can be done. */
export interface Finding {
  state: State;
  message: string;
  advice?: string;
}

type Messages = typeof FINDING_MESSAGE;
type MessageArgs<Key extends keyof Messages> = Messages[Key] extends (...args: infer Args) => string
  ? Args
  : [];

/** The finding with the message and the advice of this name. */
function found<Key extends keyof Messages>(state: State, key: Key, ...args: MessageArgs<Key>): Finding {
  const message = FINDING_MESSAGE[key] as string | ((...given: readonly unknown[]) => string);
  const advice = (ADVICE as Partial<Record<string, string>>)[key];
  return {
    state,
    message: typeof message === "string" ? message : message(...args),
    ...(advice === undefined ? {} : { advice }),
  };
}

export const isWorthALook = ({ state }: Finding): boolean => state === "look" || state === "broken";

export const assessPage = (isSecure: boolean): Finding =>
  isSecure ? found("good", "secure") : found("broken", "insecure");

export type CameraProbe =
  | { kind: "runs" }
  | { kind: "waits"; why: CameraWait }
  | { kind: "failed"; failure: CameraFailure }
  | { kind: "blind"; label: string }
  | { kind: "opened"; label: string; width: number; height: number; isChosen: boolean };

const CAMERA_ADVICE: Record<CameraFailure["kind"], string> = {
  insecure: ADVICE.insecure,
  unsupported: ADVICE.cameraAbsent,
  missing: ADVICE.cameraAbsent,
  not_loaded: ADVICE.readerBroken,
  denied: ADVICE.cameraDenied,
  dismissed: ADVICE.cameraDenied,
  busy: ADVICE.cameraBusy,
  other: ADVICE.cameraBusy,
};

export function assessCamera(camera: CameraProbe): Finding {
  switch (camera.kind) {
    case "runs":
      return found("good", "cameraRuns");
    case "waits":
      return camera.why === "opening"
        ? found("look", "cameraWaits")
        : { state: "broken", ...cameraWait(camera.why) };
    case "failed": {
      const { failure } = camera;
      return { state: "broken", message: cameraMessage(failure), advice: CAMERA_ADVICE[failure.kind] };
    }
    case "blind":
      return found("broken", "cameraBlind", camera.label);
    case "opened": {
      const { label, width, height, isChosen } = camera;
      return isChosen
        ? found("good", "cameraOpened", label, width, height)
        : found("look", "cameraReplaced", label);
    }
  }
}

export function assessReader(reader: "reads" | "loads" | "broken"): Finding {
  if (reader === "reads") return found("good", "readerReads");
  return reader === "loads" ? found("look", "readerLoads") : found("broken", "readerBroken");
}

export function assessSound(sound: Sound): Finding {
  // Only a person can confirm the beep.
  if (sound === "running") return found("good", "beepPlayed");
  if (sound === "suspended") return found("look", "beepBlocked");
  return sound === "interrupted" ? found("look", "beepInterrupted") : found("look", "soundless");
}

export function assessScreen(screen: "stays on" | "refused" | "unsupported"): Finding {
  if (screen === "stays on") return found("good", "screenStaysOn");
  return screen === "refused" ? found("look", "screenRefused") : found("look", "screenDims");
}

/** `level` from 0 to 1; null if the browser does not report the battery. */
export function assessBattery(battery: { level: number; charging: boolean } | null): Finding {
  if (battery === null) return found("note", "batteryUntold");
  const percent = Math.round(battery.level * 100);
  if (battery.charging) return found("good", "batteryCharging", percent);
  return battery.level < BATTERY_LOW
    ? found("look", "batteryLow", percent)
    : found("good", "battery", percent);
}

/** `offset` is the server's clock minus the device's; null if the response had no time. */
export type ServerProbe =
  | { kind: "answered"; milliseconds: number; offset: number | null }
  | { kind: "silent" }
  | { kind: "refused"; status: number };

/** `time`: the time of day on the device. */
export function assessClock(server: ServerProbe, time: string): Finding {
  const offset = server.kind === "answered" ? server.offset : null;
  if (offset === null) return found("note", "clockUntold");
  return Math.abs(offset) > CLOCK_LIMIT_MS
    ? found("look", "clockApart", offset)
    : found("good", "clockSame", time);
}

export function assessServer(server: ServerProbe): Finding {
  if (server.kind === "silent") return found("broken", "serverSilent");
  if (server.kind === "refused")
    return server.status === 401 ? found("broken", "signedOut") : found("broken", "serverTrouble");
  const milliseconds = Math.max(1, Math.round(server.milliseconds));
  return milliseconds > SLOW_ANSWER_MS
    ? found("look", "serverSlow", milliseconds)
    : found("good", "serverFast", milliseconds);
}

/** Null before the first heartbeat: another tab may have the stream. */
export function assessLive(isOpen: boolean | null): Finding {
  if (isOpen === null) return found("note", "liveUntold");
  return isOpen ? found("good", "liveOpen") : found("look", "liveCut");
}

/**
 * `endsAt` is the time of day at which the sign-in ends, `doorUntil` the end of the device's grant (null without one).
 * `isHelpers`: the grant comes from a pass.
 */
export function assessSignIn(
  leftMs: number,
  endsAt: string,
  doorUntil: string | null,
  isHelpers = false,
): Finding {
  if (leftMs >= SIGN_IN_LEFT_MS) return found("good", "signInLasts", endsAt);
  if (doorUntil === null) return found("look", "signInEnds", endsAt);
  if (leftMs > 0) return found("good", "doorOutlasts", endsAt, doorUntil);
  return isHelpers ? found("good", "passLasts", doorUntil) : found("good", "doorLasts", doorUntil);
}

/** The event chosen for the door; its date is null until the list of events has loaded. */
export interface CheckedEvent {
  id: number;
  name: string;
  date: string | null;
}

export interface TicketProbe {
  /** Null for all events. */
  event: CheckedEvent | null;
  total: number;
  present: number;
  /** The dates that tonight's event may have: today, or yesterday if it goes on past midnight. */
  tonight: readonly string[];
}

/** Null if the tickets could not be counted. */
export function assessTickets(probe: TicketProbe | null): Finding {
  if (probe === null) return found("look", "ticketsUntold");
  const { event, total, present, tonight } = probe;
  if (event === null)
    return total === 0 ? found("look", "nobodyRegistered") : found("note", "noEventChosen", total, present);
  const { name, date } = event;
  if (total === 0) return found("look", "ticketsNone", name);
  return date === null || tonight.includes(date)
    ? found("good", "ticketsOf", name, total, present)
    : found("look", "ticketsOtherDay", name, formatEventDate(date), total);
}

/** The device's abilities without the network. */
export interface OfflineProbe {
  list: "none chosen" | "missing" | "over" | "unsaved" | "replaced" | "saved";
  /** The page opens without the server. */
  opens: boolean;
  /** An iPhone or iPad in the browser, not from the home screen: it deletes saved data. */
  isWiped: boolean;
  /** The door goes on when the sign-in ends. */
  hasGrant: boolean;
}

export function assessOffline({ list, opens, isWiped, hasGrant }: OfflineProbe): Finding {
  switch (list) {
    case "none chosen":
      return found("note", "offlineNoEvent");
    case "missing":
      return found("look", "offlineNoList");
    case "over":
      return found("note", "offlineOver");
    case "unsaved":
      return found("look", "offlineUnsaved");
    case "replaced":
      return found("look", "offlineReplaced");
    case "saved":
      if (!opens) return found("note", "offlineWhileOpen");
      if (isWiped) return { ...found("note", "offlineReady"), advice: ADVICE.homeScreen };
      return hasGrant
        ? found("good", "offlineReady")
        : { ...found("note", "offlineReady"), advice: ADVICE.offlineNoGrant };
  }
}
