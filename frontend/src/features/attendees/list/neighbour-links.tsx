import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { NEIGHBOUR_COPY } from "@/features/attendees/list/copy";
import { useNeighbours } from "@/features/attendees/list/use-neighbours";
import { type Origin, useOrigin } from "@/hooks/origin";

interface NeighbourLinksProps {
  id: number;
  /** URL of an attendee's page. */
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
