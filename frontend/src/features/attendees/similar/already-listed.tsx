import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { TextLink } from "@/components/ui/text-link";
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
}

/** In the form of a new guest: who of the event has this name, phone number or email address. It stops nobody from adding. */
export function AlreadyListed({ eventId, entries }: AlreadyListedProps) {
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
        <div className="wrap-anywhere relative text-sm">
          <p className="flex items-start gap-2 font-medium">
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" />
            <span className="min-w-0 flex-1">{ALREADY_LISTED_COPY.title(first.attendee.fullName)}</span>
            {/* A tap anywhere on the note opens the guest. */}
            <TextLink
              to={`/attendee-details/${first.attendee.id}`}
              state={{ fromForm: true } satisfies Origin}
              className="-my-1 py-1 after:absolute after:-inset-y-1 after:inset-x-0"
            >
              {ALREADY_LISTED_COPY.open}
            </TextLink>
          </p>
          <p className="pl-6 text-text-muted tabular-nums">
            {[
              ALREADY_LISTED_COPY.same(first.same),
              formatTable(first.attendee.tableNumber),
              // The same number is in the form already.
              ...(first.same.includes("phone") ? [] : [formatPhone(first.attendee.phone)]),
              ...(found.length > 1 ? [ALREADY_LISTED_COPY.more(found.length - 1)] : []),
            ].join(" · ")}
          </p>
        </div>
      ) : null}
    </div>
  );
}
