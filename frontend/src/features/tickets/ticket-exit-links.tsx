import { ArrowLeft, Check } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { RESULT_COPY } from "@/features/tickets/copy";
import { classes } from "@/lib/classes";

/** contract 2: links from a ticket to the list and the dashboard. Each is as wide as its text, so none wraps. */
export function TicketExitLinks({ className }: { className?: string }) {
  return (
    <div className={classes("flex gap-3 *:flex-auto", className)}>
      <ButtonLink variant="secondary" size="tight" to="/manage-attendees">
        <ArrowLeft aria-hidden="true" />
        {RESULT_COPY.backToAttendees}
      </ButtonLink>
      <ButtonLink variant="secondary" size="tight" to="/">
        <Check aria-hidden="true" />
        {RESULT_COPY.done}
      </ButtonLink>
    </div>
  );
}
