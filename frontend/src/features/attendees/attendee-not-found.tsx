import { UserX } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { ATTENDEE_COPY } from "@/features/attendees/copy";

/** contract 2: where an address names nobody, with the way back. */
export function AttendeeNotFound() {
  return (
    <Card>
      <EmptyState
        icon={<UserX aria-hidden="true" />}
        title={ATTENDEE_COPY.notFound}
        description={ATTENDEE_COPY.notFoundText}
        action={
          <Button asChild variant="secondary">
            <Link to="/manage-attendees">{ATTENDEE_COPY.back}</Link>
          </Button>
        }
      />
    </Card>
  );
}
