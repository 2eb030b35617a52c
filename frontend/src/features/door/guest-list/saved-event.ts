import { useSyncExternalStore } from "react";
import { onStorageChange, readStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/** The event of the saved list, for all tabs: the device saves one list, which any tab may replace. */
const KEY = "doorlist.door-list.event";
const NONE = 0;
const { tell, subscribe } = createListeners();

/** Null after a wipe. */
export function recordSavedEvent(eventId: number | null): void {
  writeStored("local", KEY, eventId ?? NONE);
  tell();
}

onStorageChange(KEY, tell);

const savedEvent = () => readStored("local", KEY);

/** True if the saved list is of this event; null if no tab recorded it, as in an earlier release. */
export function useIsEventSaved(eventId: number | null): boolean | null {
  const saved = useSyncExternalStore(subscribe, savedEvent);
  return saved === null ? null : saved === eventId;
}
