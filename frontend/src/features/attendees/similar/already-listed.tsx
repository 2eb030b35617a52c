import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, ButtonLink } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { formatPhone, formatTable } from "@/features/attendees/row-copy";
import { SAME_GUEST_PAUSE_MS } from "@/features/attendees/rules";
import { sameGuestsQuery } from "@/features/attendees/similar/api";
import { ALREADY_LISTED_COPY } from "@/features/attendees/similar/copy";
import { sameGuests, type Typed, typedOf } from "@/features/attendees/similar/same-guest";
import type { Origin } from "@/hooks/origin";
import { useDebouncedValue } from "@/hooks/use-debounced-value";

interface AlreadyListedProps {
  eventId: number;
  entries: Typed;
  /** The form is being sent. */
  pending: boolean;
}

/** In the form of a new guest: who of the event has this name, phone number or email address. It stops nobody from adding. */
export function AlreadyListed({ eventId, entries, pending }: AlreadyListedProps) {
  const typed = typedOf(entries);
  const asked = {
    fullName: useDebouncedValue(typed.fullName, SAME_GUEST_PAUSE_MS),
    phone: useDebouncedValue(typed.phone, SAME_GUEST_PAUSE_MS),
    email: useDebouncedValue(typed.email, SAME_GUEST_PAUSE_MS),
  };
  const { data } = useQuery({ ...sameGuestsQuery(eventId, asked), placeholderData: keepPreviousData });
  const found = sameGuests(data?.filter((row) => row.eventId === eventId) ?? [], typed);
  const [first] = found;
  return (
    <div role="status" className="empty:hidden">
      {first ? (
        <Callout tone="warning" title={ALREADY_LISTED_COPY.title(first.attendee.fullName)}>
          <p>
            {[
              ALREADY_LISTED_COPY.same(first.same),
              formatTable(first.attendee.tableNumber),
              formatPhone(first.attendee.phone),
              ...(found.length > 1 ? [ALREADY_LISTED_COPY.more(found.length - 1)] : []),
            ].join(" · ")}
          </p>
          <div className="flex gap-3">
            <ButtonLink
              variant="bare"
              to={`/attendee-details/${first.attendee.id}`}
              state={{ fromForm: true } satisfies Origin}
            >
              {ALREADY_LISTED_COPY.open}
            </ButtonLink>
            <Button type="submit" variant="bare" disabled={pending}>
              {ALREADY_LISTED_COPY.addAnyway}
            </Button>
          </div>
        </Callout>
      ) : null}
    </div>
  );
}
