import { onStorageChange, readStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/** Identifies a copy of the data: restoring a file starts a new epoch, restoring any backup changes `restored`. */
export interface Generation {
  epoch: string;
  restored: string;
}

const STORAGE_KEY = "doorlist.lineages";
/** Newest last. */
const EVENTS_MAX = 50;

type Known = readonly (readonly [eventId: number, lineage: Generation])[];

let memory: Map<number, Generation> | null = null;
const changes = createListeners();
/** Called on every change, in any tab. */
export const { subscribe: onGenerationChange } = changes;

function known(): Map<number, Generation> {
  if (memory === null) {
    const stored = readStored("local", STORAGE_KEY);
    memory = new Map(Array.isArray(stored) ? (stored.filter(Array.isArray) as [number, Generation][]) : []);
  }
  return memory;
}

export const generationOf = (eventId: number | null): Generation | null => known().get(eventId ?? 0) ?? null;

export function recordGeneration(eventId: number, { epoch, restored }: Generation): void {
  const before = generationOf(eventId);
  if (before && before.epoch === epoch && before.restored === restored) return;
  known().delete(eventId);
  const next: Known = [...known(), [eventId, { epoch, restored }] as const].slice(-EVENTS_MAX);
  memory = new Map(next);
  writeStored("local", STORAGE_KEY, next);
  changes.tell();
}

onStorageChange(STORAGE_KEY, () => {
  memory = null;
  changes.tell();
});
