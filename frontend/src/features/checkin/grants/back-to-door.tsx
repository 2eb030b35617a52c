import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { DOOR_GRANT_COPY, goesOnAs } from "@/features/checkin/copy";
import { useLiveGrant } from "@/features/checkin/grants/live-grant";

/** On the sign-in page: the way back to a door that goes on without a session (contract 2.doors.4). */
export function BackToDoor() {
  const grant = useLiveGrant();
  if (!grant) return null;
  return (
    <div className="flex flex-col gap-3 border-t pt-6">
      <p className="text-sm text-text-muted">{goesOnAs(grant.helper ?? grant.fullName, grant.eventName)}</p>
      <Button asChild variant="secondary">
        <Link to="/scan-attendees">{DOOR_GRANT_COPY.back}</Link>
      </Button>
    </div>
  );
}
