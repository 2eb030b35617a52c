import { useQuery, useQueryClient } from "@tanstack/react-query";
import { attendeeListQuery } from "@/features/attendees/api";
import { neighboursQuery } from "@/features/attendees/list/api";
import { filtersOf } from "@/features/attendees/list/filters";

interface Neighbours {
  /** Position in the list from 1, and the number of its attendees. */
  position: number;
  matches: number;
  previousId: number | null;
  nextId: number | null;
}

/**
 * The attendees before and after this one in the list with these filters; null if it is not found there. Until the
 * server responds, the loaded rows of the list are used.
 */
export function useNeighbours(id: number, listSearch: string): Neighbours | null {
  const queryClient = useQueryClient();
  const filters = filtersOf(new URLSearchParams(listSearch));
  const { data } = useQuery({
    ...neighboursQuery(id, filters),
    placeholderData: () => {
      const pages = queryClient.getQueryData(attendeeListQuery(filters).queryKey)?.pages;
      const rows = pages?.flatMap((page) => page.rows) ?? [];
      const index = rows.findIndex((row) => row.id === id);
      const matches = pages?.[0]?.total ?? rows.length;
      if (index < 0 || (index === rows.length - 1 && rows.length < matches)) return undefined;
      return {
        position: index + 1,
        matches,
        previousId: rows[index - 1]?.id ?? null,
        nextId: rows[index + 1]?.id ?? null,
      };
    },
  });
  if (data?.position == null || data.matches == null) return null;
  const { position, matches, previousId = null, nextId = null } = data;
  return { position, matches, previousId, nextId };
}
