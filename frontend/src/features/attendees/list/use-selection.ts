import { useState } from "react";
import { type AttendeeFilters, addressOf } from "@/features/attendees/list/filters";
import { NOBODY, type Selection } from "@/features/attendees/list/selection";

/** Who is selected among what these filters show. Other filters begin with nobody: nobody unseen is deleted. */
export function useSelection(filters: AttendeeFilters) {
  const shown = addressOf(filters).toString();
  const [held, setHeld] = useState<{ shown: string; selection: Selection }>({ shown, selection: NOBODY });
  const selection = held.shown === shown ? held.selection : NOBODY;
  return { selection, select: (next: Selection) => setHeld({ shown, selection: next }) };
}
