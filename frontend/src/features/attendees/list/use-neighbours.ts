import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { restOf } from "@/components/ui/list-rest";
import { attendeeListQuery } from "@/features/attendees/api";
import { filtersOf } from "@/features/attendees/list/filters";
import { NEIGHBOURS_MAX } from "@/features/attendees/rules";

interface Neighbours {
  /** Position in the list from 1, and the number of its attendees. */
  position: number;
  matches: number;
  previousId: number | null;
  nextId: number | null;
}

/** The attendees before and after this one in the list with these filters; null if it is not found there. */
export function useNeighbours(id: number, listSearch: string): Neighbours | null {
  const list = useInfiniteQuery(attendeeListQuery(filtersOf(new URLSearchParams(listSearch))));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const index = rows.findIndex((row) => row.id === id);
  const rest = restOf(list);
  const isWanted = index < 0 ? rows.length < NEIGHBOURS_MAX : index === rows.length - 1;
  const load = isWanted && rest.kind === "more" ? rest.load : null;
  useEffect(() => load?.());
  if (index < 0) return null;
  return {
    position: index + 1,
    matches: list.data?.pages[0]?.total ?? rows.length,
    previousId: rows[index - 1]?.id ?? null,
    nextId: rows[index + 1]?.id ?? null,
  };
}
