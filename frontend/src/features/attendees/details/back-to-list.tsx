import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { ATTENDEE_COPY } from "@/features/attendees/copy";
import { type AttendeeFilters, addressOf, NO_FILTERS } from "@/features/attendees/list/filters";
import { useOrigin, useReturn } from "@/hooks/origin";

/** Link to the list, activity, form or ticket at its previous position; otherwise to the list with `filters`. */
export function BackToList({ filters = NO_FILTERS }: { filters?: AttendeeFilters }) {
  const { fromList, fromActivity, fromEvent, fromForm, fromTicket } = useOrigin();
  const goBack = useReturn();
  // Opened from an event: the list is not where the user was, and the frame has the way back.
  if (fromEvent) return null;
  const list = { pathname: "/manage-attendees", search: addressOf(filters).toString() };
  const [to, label] = fromActivity
    ? ["/activity", ATTENDEE_COPY.backToActivity]
    : fromForm
      ? ["/add-attendee", ATTENDEE_COPY.backToForm]
      : fromTicket
        ? [fromTicket, ATTENDEE_COPY.backToTicket]
        : [list, ATTENDEE_COPY.back];
  return (
    // Less prominent than the link to the dashboard just above it.
    <Link
      to={to}
      onClick={fromList || fromActivity || fromForm || fromTicket ? goBack : undefined}
      className="-my-2 inline-flex min-h-11 items-center gap-2 self-start rounded-md text-sm text-text-muted underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft className="size-4" />
      {label}
    </Link>
  );
}
