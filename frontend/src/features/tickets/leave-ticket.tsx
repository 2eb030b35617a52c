import { ArrowLeft, Check } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { RESULT_COPY } from "@/features/tickets/copy";
import { classes } from "@/lib/classes";

/** contract 2: links from a ticket to the list and the dashboard. Each is as wide as its text, so none wraps. */
export function LeaveTicket({ className }: { className?: string }) {
  return (
    <div className={classes("flex gap-3 *:flex-auto", className)}>
      <Button asChild variant="secondary" size="tight">
        <Link to="/manage-attendees">
          <ArrowLeft aria-hidden="true" />
          {RESULT_COPY.backToAttendees}
        </Link>
      </Button>
      <Button asChild variant="secondary" size="tight">
        <Link to="/">
          <Check aria-hidden="true" />
          {RESULT_COPY.done}
        </Link>
      </Button>
    </div>
  );
}
