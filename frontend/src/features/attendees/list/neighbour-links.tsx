import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { attendeeListQuery } from "@/features/attendees/api";
import { neighboursQuery } from "@/features/attendees/list/api";
import { NEIGHBOUR_COPY } from "@/features/attendees/list/copy";
import { filtersOf } from "@/features/attendees/list/filters";
import { type Origin, useOrigin } from "@/hooks/origin";

interface NeighbourLinksProps {
  id: number;
  urlOf: (id: number) => string;
}

/** Links to the previous and the next attendee of the list that the page was opened from; nothing without a list. */
export function NeighbourLinks(props: NeighbourLinksProps) {
  const { listSearch } = useOrigin();
  return listSearch === undefined ? null : <LinksInList {...props} listSearch={listSearch} />;
}

function LinksInList({ id, urlOf, listSearch }: NeighbourLinksProps & { listSearch: string }) {
  const origin = useOrigin();
  const found = useNeighbours(id, listSearch);
  if (!found) return null;
  const link = (neighbourId: number | null, content: ReactNode) =>
    neighbourId === null ? (
      <Button variant="secondary" size="tight" disabled>
        {content}
      </Button>
    ) : (
      // Replaces the entry in the history: one step back still is the page before the first of them.
      <ButtonLink
        variant="secondary"
        size="tight"
        to={urlOf(neighbourId)}
        replace
        state={{ ...origin, fromDetails: undefined } satisfies Origin}
      >
        {content}
      </ButtonLink>
    );
  return (
    <nav aria-label={NEIGHBOUR_COPY.label} className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
      <span className="*:pr-3">
        {link(
          found.previousId,
          <>
            <ChevronLeft />
            {NEIGHBOUR_COPY.previous}
          </>,
        )}
      </span>
      <span className="text-sm text-text-muted tabular-nums">
        {found.position === null || found.matches === null
          ? null
          : NEIGHBOUR_COPY.position(found.position, found.matches)}
      </span>
      <span className="justify-self-end *:pl-3">
        {link(
          found.nextId,
          <>
            {NEIGHBOUR_COPY.next}
            <ChevronRight />
          </>,
        )}
      </span>
    </nav>
  );
}

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
function useNeighbours(id: number, listSearch: string): Neighbours | null {
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
