import { SearchX, Users } from "lucide-react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { EmptyState } from "@/components/ui/states";
import { AddLink } from "@/features/attendees/list/add-link";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";

/** The two empty states of the list (contract 2). */

const DidYouMean = lazyComponent(
  async () => (await import("@/features/attendees/similar/did-you-mean")).DidYouMean,
);

export function EmptyList({ eventId }: { eventId: number | null }) {
  return (
    <EmptyState
      icon={<Users aria-hidden="true" />}
      title={MANAGE_COPY.none}
      description={MANAGE_COPY.noneHint}
      action={<AddLink eventId={eventId} />}
    />
  );
}

/** No match for the filters; for a search, with similar names. */
export function NoMatches({ filters, onClear }: { filters: AttendeeFilters; onClear: () => void }) {
  return (
    <>
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={MANAGE_COPY.noMatch}
        description={MANAGE_COPY.noMatchHint}
        action={
          <Button variant="secondary" onClick={onClear}>
            {MANAGE_COPY.clearFilters}
          </Button>
        }
      />
      {filters.search === "" ? null : <DidYouMean name={filters.search} eventId={filters.eventId} />}
    </>
  );
}
