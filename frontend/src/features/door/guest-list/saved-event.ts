import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/** The event whose list is on the device's disk, for all tabs: there is one list, and any of them may replace it. */
const KEY = "doorlist.door-list.event";
const NONE = 0;
const { tell, subscribe } = createListeners();

/** Null after the lists were wiped. */
export function noteSavedEvent(eventId: number | null): void {
  writeStored("local", KEY, eventId ?? NONE);
  tell();
}

globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => {
  if (key === KEY || key === null) tell();
});

const savedEvent = () => readStored("local", KEY);

/** Whether the list on the disk is of this event; null where no tab has noted it, as in an earlier release. */
export function useIsEventSaved(eventId: number | null): boolean | null {
  const saved = useSyncExternalStore(subscribe, savedEvent);
  return saved === null ? null : saved === eventId;
}
