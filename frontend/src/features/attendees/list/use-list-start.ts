import { useEffect, useRef } from "react";
import type { AttendeeFilters } from "@/features/attendees/list/filters";

/** A list that other filters or another order come to while it is scrolled begins at its start. Gives its element's ref. */
export function useListStart(filters: AttendeeFilters) {
  const list = useRef<HTMLElement>(null);
  const shown = useRef(filters);
  useEffect(() => {
    if (shown.current === filters) return;
    shown.current = filters;
    if ((list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView();
  }, [filters]);
  return list;
}
