import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useNavigationType } from "react-router";
import { restOf } from "@/components/ui/list-rest";
import {
  attendeeListQuery,
  attendeeTotalQuery,
  eventFiguresQuery,
  removeListQueries,
} from "@/features/attendees/api";
import { type AttendeeFilters, isFiltered } from "@/features/attendees/list/filters";

/** The matching attendees, as far as they are loaded, and the counts (contract 2). */
export function useAttendeeList(filters: AttendeeFilters) {
  const queryClient = useQueryClient();
  const isReturn = useNavigationType() === "POP";
  // A return from a row restores the list; any other visit reloads it.
  useState(() => (isReturn ? null : removeListQueries(queryClient)));
  const list = useInfiniteQuery({ ...attendeeListQuery(filters), placeholderData: keepPreviousData });
  const total = useQuery(attendeeTotalQuery());
  const { eventId } = filters;
  const figures = useQuery({ ...eventFiguresQuery(eventId ?? 0), enabled: eventId !== null });

  const rest = restOf(list);
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  const matches = pages?.[0]?.total ?? rows?.length ?? 0;
  const all = isFiltered(filters) || list.isPlaceholderData ? total.data : matches;
  // If every loaded row was deleted, load the next page.
  const load = rows?.length === 0 && rest.kind === "more" ? rest.load : null;
  useEffect(() => load?.());
  return {
    list,
    rows,
    matches,
    all: all === undefined ? undefined : Math.max(all, matches),
    /** The total could not be loaded; the list itself is complete. */
    allUnknown: total.isError,
    figures: eventId === null ? undefined : figures.data,
    rest,
  };
}

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
