import { UserX } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { ERASED_COPY } from "@/features/attendees/erase/copy";

/** contract 2.erase: where the ticket of an erased guest would be. */
export function NoTicket({ id }: { id: number }) {
  return (
    <Card>
      <EmptyState
        icon={<UserX aria-hidden="true" />}
        title={ERASED_COPY.noTicket}
        description={ERASED_COPY.noTicketText}
        action={
          <Button asChild variant="secondary">
            <Link to={`/attendee-details/${id}`}>{ERASED_COPY.toDetails}</Link>
          </Button>
        }
      />
    </Card>
  );
}
