import { now } from "@/lib/clock";
import { readStored, writeStored } from "@/lib/storage";

/** A beat of the live stream. `until`: whatever changed before then has been told. */
export interface Beat {
  serverTime: number;
  until: number | null;
}

/** A beat that was held up makes the server's clock look behind: of the last minute the least delayed one counts. */
const BEATS_COMPARED = 12;
/** After a reload without a server. */
const OFFSET = "doorlist.clock-offset";

let offsets: number[] = [];
const listeners = new Set<(beat: Beat) => void>();

/** Takes in a beat. */
export function noteBeat(beat: Beat): void {
  const before = clockOffset();
  offsets = [...offsets, beat.serverTime - now()].slice(-BEATS_COMPARED);
  const after = Math.max(...offsets);
  if (after !== before) writeStored("local", OFFSET, after);
  for (const listener of listeners) listener(beat);
}

export function onBeat(listener: (beat: Beat) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server's clock minus this device's in ms, as far as this device has ever heard. */
export function clockOffset(): number | null {
  if (offsets.length > 0) return Math.max(...offsets);
  const stored = readStored("local", OFFSET);
  return typeof stored === "number" ? stored : null;
}

/** The time by the server's clock, ms since 1970. */
export const serverNow = (): number => now() + (clockOffset() ?? 0);
