import { clockSetBy, now, steadyNow } from "@/lib/clock";
import { readStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/** A beat of the live stream. `until`: whatever changed before then has been told. */
export interface Heartbeat {
  serverTime: number;
  until: number | null;
}

/** A beat that was held up makes the server's clock look behind: of the last minute the least delayed one counts. */
const BEATS_COMPARED = 12;
/** After a reload without a server. */
const OFFSET = "doorlist.clock-offset";

/** The server's clock minus this page's steady one. */
let offsets: number[] = [];
/** What an earlier page heard. The steady clock of this one began as the device's. */
const inherited = readOffset();
/** As a page that begins now would need it. */
let stored = inherited;
const beats = createListeners<[Heartbeat]>();
export const { subscribe: onHeartbeat } = beats;

function readOffset(): number | null {
  const found = readStored("local", OFFSET);
  return typeof found === "number" ? found : null;
}

export function recordHeartbeat(beat: Heartbeat): void {
  offsets = [...offsets, beat.serverTime - steadyNow()].slice(-BEATS_COMPARED);
  clockOffset();
  beats.tell(beat);
}

/** The server's clock minus this page's steady one in ms, as far as this device has ever heard. */
export function clockOffset(): number | null {
  const offset = offsets.length > 0 ? Math.max(...offsets) : inherited;
  if (offset === null) return null;
  const next = offset - clockSetBy();
  if (next !== stored) writeStored("local", OFFSET, next);
  stored = next;
  return offset;
}

/** The same by the date of an answer, to the second: a page without the stream has no beats. */
let datedOffset: number | null = null;

export function recordResponseDate(headers: Headers): void {
  const at = Date.parse(headers.get("Date") ?? "");
  if (at > 0) datedOffset = at - steadyNow();
}

/** When the server sent an answer, by its clock; a device's own may be wrong by hours. */
export const sentAt = ({ headers }: Response): number => Date.parse(headers.get("Date") ?? "") || now();

/** The time by the server's clock where this page itself has heard it; null otherwise. */
export function lastServerTime(): number | null {
  const offset = offsets.length > 0 ? clockOffset() : datedOffset;
  return offset === null ? null : steadyNow() + offset;
}

/** When something ends: by the clock of this device when that was noted, and by the server's where it was heard. */
export interface End {
  endsAt: number;
  serverEndsAt?: number | undefined;
}

/**
 * How long until then, in ms; 0 or less when it is over. A clock of the device that was put right ends nothing early: the
 * server's counts, and before this page has heard that, the later of what the two ends come to (contract 4.clock.520).
 */
export function timeLeft({ endsAt, serverEndsAt }: End, at: number): number {
  if (serverEndsAt === undefined) return endsAt - at;
  const server = lastServerTime();
  if (server !== null) return serverEndsAt - server;
  return Math.max(endsAt, serverEndsAt) - at;
}

/** The time by the server's clock, ms since 1970. */
export const serverNow = (): number => steadyNow() + (clockOffset() ?? 0);
