import { readStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/** Of which data an event's list is: the restore of a file begins a new epoch, that of any backup is `restored` anew. */
export interface Lineage {
  epoch: string;
  restored: string;
}

const LINEAGES = "doorlist.lineages";
/** The events of a device's doors, the newest last. */
const MOST = 50;

type Known = readonly (readonly [eventId: number, lineage: Lineage])[];

let memory: Map<number, Lineage> | null = null;
const changes = createListeners();
/** Hears of every change, also in another tab. */
export const { subscribe: onLineageChange } = changes;

function known(): Map<number, Lineage> {
  if (memory === null) {
    const stored = readStored("local", LINEAGES);
    memory = new Map(Array.isArray(stored) ? (stored.filter(Array.isArray) as [number, Lineage][]) : []);
  }
  return memory;
}

/** The newest that this device has heard of the data of an event. */
export const lineageOf = (eventId: number | null): Lineage | null => known().get(eventId ?? 0) ?? null;

/** What the server says of the data of an event. */
export function noteLineage(eventId: number, { epoch, restored }: Lineage): void {
  const before = lineageOf(eventId);
  if (before && before.epoch === epoch && before.restored === restored) return;
  known().delete(eventId);
  const next: Known = [...known(), [eventId, { epoch, restored }] as const].slice(-MOST);
  memory = new Map(next);
  writeStored("local", LINEAGES, next);
  changes.tell();
}

/** Another tab heard it. */
globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => {
  if (key !== LINEAGES && key !== null) return;
  memory = null;
  changes.tell();
});
