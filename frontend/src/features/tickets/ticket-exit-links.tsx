import { ArrowLeft, Check } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { RESULT_COPY } from "@/features/tickets/copy";
import { useOrigin, useReturn } from "@/hooks/origin";
import { classes } from "@/lib/classes";

/** contract 2: links from a ticket to the list and the dashboard. Each is as wide as its text, so none wraps. */
export function TicketExitLinks({ className }: { className?: string }) {
  const { fromList, listSearch = "" } = useOrigin();
  const goBack = useReturn();
  return (
    <div className={classes("flex gap-3 *:flex-auto", className)}>
      <ButtonLink
        variant="secondary"
        size="tight"
        to={{ pathname: "/manage-attendees", search: listSearch }}
        onClick={fromList ? goBack : undefined}
      >
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
