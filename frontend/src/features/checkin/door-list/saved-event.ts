import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage";

/** The event whose list is on the device's disk, for all tabs: there is one list, and any of them may replace it. */
const KEY = "doorlist.door-list.event";
const NONE = 0;
const listeners = new Set<() => void>();

/** Null after the lists were wiped. */
export function noteSavedEvent(eventId: number | null): void {
  writeStored("local", KEY, eventId ?? NONE);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", hear);
  };
}

const savedEvent = () => readStored("local", KEY);

/** Whether the list on the disk is of this event; null where no tab has noted it, as in an earlier release. */
export function useIsEventSaved(eventId: number | null): boolean | null {
  const saved = useSyncExternalStore(subscribe, savedEvent);
  return saved === null ? null : saved === eventId;
}
