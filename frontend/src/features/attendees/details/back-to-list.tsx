import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router";
import { ATTENDEE_COPY } from "@/features/attendees/copy";
import { type AttendeeFilters, addressOf, NO_FILTERS } from "@/features/attendees/list/filters";

/** Link to the list, or the activity, at its previous position; otherwise to the list with `filters`. */
export function BackToList({ filters = NO_FILTERS }: { filters?: AttendeeFilters }) {
  const navigate = useNavigate();
  const from = useLocation().state as {
    fromList?: boolean;
    fromActivity?: boolean;
    fromEvent?: boolean;
  } | null;
  const isReturn = Boolean(from?.fromList || from?.fromActivity);
  // Opened from an event: the list is not where the user was, and the frame has the way back.
  if (from?.fromEvent) return null;
  return (
    // Less prominent than the link to the dashboard just above it.
    <Link
      to={
        from?.fromActivity
          ? "/activity"
          : { pathname: "/manage-attendees", search: addressOf(filters).toString() }
      }
      onClick={(clickEvent) => {
        if (!isReturn || clickEvent.metaKey || clickEvent.ctrlKey || clickEvent.shiftKey) return;
        clickEvent.preventDefault();
        navigate(-1);
      }}
      className="-my-2 inline-flex min-h-11 items-center gap-2 self-start rounded-md text-sm text-text-muted underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {from?.fromActivity ? ATTENDEE_COPY.backToActivity : ATTENDEE_COPY.back}
    </Link>
  );
}
