import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router";
import { ATTENDEE_COPY } from "@/features/attendees/copy";
import { type AttendeeFilters, addressOf, NO_FILTERS } from "@/features/attendees/list/filters";

/** Back to the list as it was left, filters, place and all; from anywhere else, to the top of what `filters` show. */
export function BackToList({ filters = NO_FILTERS }: { filters?: AttendeeFilters }) {
  const navigate = useNavigate();
  const cameFromList = Boolean((useLocation().state as { fromList?: boolean } | null)?.fromList);
  return (
    // Quieter than the way back to the dashboard, which stands just above it.
    <Link
      to={{ pathname: "/manage-attendees", search: addressOf(filters).toString() }}
      onClick={(clickEvent) => {
        if (!cameFromList || clickEvent.metaKey || clickEvent.ctrlKey || clickEvent.shiftKey) return;
        clickEvent.preventDefault();
        navigate(-1);
      }}
      className="-my-2 inline-flex min-h-11 items-center gap-2 self-start rounded-md text-sm text-text-muted underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {ATTENDEE_COPY.back}
    </Link>
  );
}
