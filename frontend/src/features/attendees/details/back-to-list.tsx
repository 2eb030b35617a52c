import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router";
import { Button } from "@/components/ui/button";
import { ATTENDEE_COPY } from "@/features/attendees/copy";
import { type AttendeeFilters, addressOf, NO_FILTERS } from "@/features/attendees/list/filters";

/** Back to the list as it was left, filters, place and all; from anywhere else, to the top of what `filters` show. */
export function BackToList({ filters = NO_FILTERS }: { filters?: AttendeeFilters }) {
  const navigate = useNavigate();
  const cameFromList = Boolean((useLocation().state as { fromList?: boolean } | null)?.fromList);
  return (
    <Button asChild variant="ghost" className="-ml-4 self-start">
      <Link
        to={{ pathname: "/manage-attendees", search: addressOf(filters).toString() }}
        onClick={(clickEvent) => {
          if (!cameFromList || clickEvent.metaKey || clickEvent.ctrlKey || clickEvent.shiftKey) return;
          clickEvent.preventDefault();
          navigate(-1);
        }}
      >
        <ArrowLeft aria-hidden="true" />
        {ATTENDEE_COPY.back}
      </Link>
    </Button>
  );
}
