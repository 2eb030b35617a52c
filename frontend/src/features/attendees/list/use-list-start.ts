import { useEffect, useRef } from "react";
import type { AttendeeFilters } from "@/features/attendees/list/filters";

/**
 * Scrolls to the start of the list if its filters or order change while it is scrolled. Returns the ref of its element.
 */
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
