import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { attendeeListQuery } from "@/features/attendees/api";
import { neighboursQuery } from "@/features/attendees/list/api";
import { filtersOf } from "@/features/attendees/list/filters";

interface Neighbours {
  /** Position in the list from 1, and the number of its attendees. */
  position: number | null;
  matches: number | null;
  previousId: number | null;
  nextId: number | null;
}

const UNKNOWN: Neighbours = { position: null, matches: null, previousId: null, nextId: null };

/**
 * The attendees before and after this one in the list with these filters; null if it is not found there. Until the
 * server responds, the loaded rows of the list are used; beyond them everything is null.
 */
export function useNeighbours(id: number, listSearch: string): Neighbours | null {
  const filters = filtersOf(new URLSearchParams(listSearch));
  // Observed, so that the way back finds the list as it was.
  const list = useInfiniteQuery({ ...attendeeListQuery(filters), enabled: false });
  const { data, isPending } = useQuery({
    ...neighboursQuery(id, filters),
    placeholderData: () => {
      const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
      const index = rows.findIndex((row) => row.id === id);
      const matches = list.data?.pages[0]?.total ?? rows.length;
      if (index < 0 || (index === rows.length - 1 && rows.length < matches)) return undefined;
      return {
        position: index + 1,
        matches,
        previousId: rows[index - 1]?.id ?? null,
        nextId: rows[index + 1]?.id ?? null,
      };
    },
  });
  if (isPending) return UNKNOWN;
  return data?.position == null ? null : { ...UNKNOWN, ...data };
}
