import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import { PaymentBadge } from "@/components/ui/payment-badge";
import { formatTable } from "@/features/attendees/row-copy";
import { similarAttendeesQuery } from "@/features/attendees/similar/api";
import { DID_YOU_MEAN } from "@/features/attendees/similar/copy";

interface DidYouMeanProps {
  name: string;
  eventId: number | null;
}

/** Similar names for a search without matches (contract 2.similar). */
export function DidYouMean({ name, eventId }: DidYouMeanProps) {
  const headingId = useId();
  const { data } = useQuery(similarAttendeesQuery(name, eventId));
  if (!data?.length) return null;
  return (
    <section aria-labelledby={headingId} className="border-t">
      <h2 id={headingId} className="px-4 pt-4 pb-2 font-medium text-sm text-text-muted">
        {DID_YOU_MEAN}
      </h2>
      <ul className="divide-y">
        {data.map((attendee) => (
          <li key={attendee.id}>
            <Link
              to={`/attendee-details/${attendee.id}`}
              state={{ fromList: true }}
              className="flex min-h-18 items-center gap-3 px-4 py-2 hover:bg-surface-muted focus-visible:-outline-offset-2"
            >
              <span className="flex min-w-0 flex-1 flex-col gap-1">
                <span className="truncate font-medium" dir="auto">
                  {attendee.fullName}
                </span>
                <span className="truncate text-sm text-text-muted">
                  <span className="text-text tabular-nums">{formatTable(attendee.tableNumber)}</span>
                  {` · ${attendee.event.name}`}
                </span>
              </span>
              <PaymentBadge attendee={attendee} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
