import { DoorOpen, Printer, ScanLine, Users } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { EVENING_COPY } from "@/features/attendees/evening/copy";
import { doorListAddress } from "@/features/attendees/print/door-list-address";
import type { When } from "@/lib/event-day";
import { DOOR_EVENT_KEY, writeStored } from "@/lib/storage";

interface WaysOnProps {
  eventId: number;
  when: When;
}

/** The door is what an event is opened for, until it is over. */
const SCAN_LOOK = {
  tonight: { variant: "bare", className: "bg-on-brand text-brand-deep hover:bg-on-brand-muted" },
  ahead: { variant: "primary" },
  over: { variant: "secondary" },
} as const;

/** Any other way on: on tonight's night scene the buttons have its colours. */
export const wayVariant = (when: When) => (when === "tonight" || when === "today" ? "bare" : "secondary");

/** From an event to its door, its guests and its paper, the event chosen in each. */
export function WaysOn({ eventId, when }: WaysOnProps) {
  const other = wayVariant(when);
  return (
    <>
      <Button asChild size="lg" {...SCAN_LOOK[when === "today" ? "tonight" : when]}>
        <Link to="/scan-attendees" onClick={() => writeStored("local", DOOR_EVENT_KEY, eventId)}>
          <ScanLine aria-hidden="true" />
          {EVENING_COPY.scan}
        </Link>
      </Button>
      {/* Three words side by side leave a phone no room for their signs. */}
      <div className="grid grid-cols-3 gap-3 max-sm:[&_svg]:hidden">
        <Button asChild variant={other} size="tight">
          <Link to={`/manage-attendees?eventId=${eventId}`}>
            <Users aria-hidden="true" />
            {EVENING_COPY.guests}
          </Link>
        </Button>
        <Button asChild variant={other} size="tight">
          <Link to={`/doors?eventId=${eventId}`}>
            <DoorOpen aria-hidden="true" />
            {EVENING_COPY.doors}
          </Link>
        </Button>
        <Button asChild variant={other} size="tight">
          <Link to={doorListAddress(eventId)}>
            <Printer aria-hidden="true" />
            {EVENING_COPY.doorList}
          </Link>
        </Button>
      </div>
    </>
  );
}
