import { clockSetBy, now, resetSteadyClock, steadyNow } from "@/lib/clock";
import { readStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/** A heartbeat of the live stream. Every change made before `until` has been delivered. */
export interface Heartbeat {
  serverTime: number;
  until: number | null;
}

/** A delayed heartbeat makes the server's clock look slow, so the least delayed one of the last minute counts. */
const BEATS_COMPARED = 12;
/** Used after a reload without a server. */
const OFFSET = "doorlist.clock-offset";

let offsets: number[] = [];
/** The offset that an earlier page measured. This page's steady clock began as the device's. */
let inherited = readOffset();
/** The offset for a page that loads now. */
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

/** The server's clock minus this page's steady clock in ms; null if this device never measured it. */
export function clockOffset(): number | null {
  const offset = offsets.length > 0 ? Math.max(...offsets) : inherited;
  if (offset === null) return null;
  const next = offset - clockSetBy();
  if (next !== stored) writeStored("local", OFFSET, next);
  stored = next;
  return offset;
}

/** Offset by a response's date, to the second: a page without the stream has no heartbeats. */
let datedOffset: number | null = null;

export function recordResponseDate(headers: Headers): void {
  const at = Date.parse(headers.get("Date") ?? "");
  if (at > 0) datedOffset = at - steadyNow();
}

/** Discards all measurements, as on a new page. Tests share one page. */
export function resetServerClock(): void {
  resetSteadyClock();
  offsets = [];
  datedOffset = null;
  inherited = readOffset();
  stored = inherited;
}

/** Time of a response by the server's clock; a device's own may be wrong by hours. */
export const sentAt = ({ headers }: Response): number => Date.parse(headers.get("Date") ?? "") || now();

/** The server's time, or null if this page has not measured it itself. */
export function lastServerTime(): number | null {
  const offset = offsets.length > 0 ? clockOffset() : datedOffset;
  return offset === null ? null : steadyNow() + offset;
}

/** An end time by the device's clock when it was recorded and, if known, by the server's. */
export interface End {
  endsAt: number;
  serverEndsAt?: number | undefined;
}

/**
 * Milliseconds until the end; 0 or less when it is over. Correcting the device's clock must end nothing early. So the
 * server's clock decides, or the later of the two ends until it is known (contract 4.clock.520).
 */
export function timeLeft({ endsAt, serverEndsAt }: End, at: number): number {
  if (serverEndsAt === undefined) return endsAt - at;
  const server = lastServerTime();
  if (server !== null) return serverEndsAt - server;
  return Math.max(endsAt, serverEndsAt) - at;
}

export const serverNow = (): number => steadyNow() + (clockOffset() ?? 0);
