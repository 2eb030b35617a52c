import { SearchX, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { EmptyState } from "@/components/ui/states";
import { AddLink } from "@/features/attendees/list/add-link";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";

/** The empty states of the list (contract 2). */

const DidYouMean = lazyComponent(
  async () => (await import("@/features/attendees/similar/did-you-mean")).DidYouMean,
);

function EmptyList({ eventId }: { eventId: number | null }) {
  return (
    <EmptyState
      icon={<Users />}
      title={MANAGE_COPY.none}
      description={MANAGE_COPY.noneHint}
      action={<AddLink eventId={eventId} />}
    />
  );
}

interface NoneListedProps extends Pick<EmptyEventProps, "actions"> {
  filters: AttendeeFilters;
  /** Without attendees at all, or of an event that is the only filter. */
  isEmpty: boolean;
  isEmptyEvent: boolean;
  onClear: () => void;
}

export function NoneListed({ isEmpty, isEmptyEvent, filters, actions, onClear }: NoneListedProps) {
  if (isEmpty) return <EmptyList eventId={filters.eventId} />;
  if (isEmptyEvent) return <EmptyEvent eventId={filters.eventId} actions={actions} />;
  return <NoMatches filters={filters} onClear={onClear} />;
}

interface EmptyEventProps {
  eventId: number | null;
  actions: ReactNode;
}

function EmptyEvent({ eventId, actions }: EmptyEventProps) {
  return (
    <EmptyState
      icon={<Users />}
      title={MANAGE_COPY.noneOfEvent}
      description={MANAGE_COPY.noneOfEventHint}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <AddLink eventId={eventId} />
          {actions}
        </div>
      }
    />
  );
}

/** No match for the filters; for a search, with similar names. */
function NoMatches({ filters, onClear }: { filters: AttendeeFilters; onClear: () => void }) {
  return (
    <>
      <EmptyState
        icon={<SearchX />}
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
