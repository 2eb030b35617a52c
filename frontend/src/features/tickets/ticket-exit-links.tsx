import { ArrowLeft, Check } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { RESULT_COPY } from "@/features/tickets/copy";
import { useOrigin, useReturn } from "@/hooks/origin";
import { classes } from "@/lib/classes";

interface TicketExitLinksProps {
  /** True if 'Done' leads to the details or the list that the page was opened from. */
  doneReturns?: boolean;
  className?: string;
}

/** contract 2: links from a ticket to the list and the dashboard. Each is as wide as its text, so none wraps. */
export function TicketExitLinks({ doneReturns = false, className }: TicketExitLinksProps) {
  const { fromList, fromDetails, listSearch = "" } = useOrigin();
  const goToList = useReturn();
  const goToDetails = useReturn(1);
  const list = {
    to: { pathname: "/manage-attendees", search: listSearch },
    onClick: fromList ? goToList : undefined,
  };
  const origin = fromDetails ? { to: fromDetails, onClick: goToDetails } : fromList ? list : null;
  return (
    <div className={classes("flex gap-3 *:flex-auto", className)}>
      <ButtonLink variant="secondary" size="tight" {...list}>
        <ArrowLeft />
        {RESULT_COPY.backToAttendees}
      </ButtonLink>
      <ButtonLink variant="secondary" size="tight" {...((doneReturns && origin) || { to: "/" })}>
        <Check />
        {RESULT_COPY.done}
      </ButtonLink>
    </div>
  );
}
