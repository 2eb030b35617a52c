import { DoorOpen, Printer, ScanLine, Users } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
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
      <ButtonLink
        size="lg"
        {...SCAN_LOOK[when === "today" ? "tonight" : when]}
        to="/scan-attendees"
        onClick={() => writeStored("local", DOOR_EVENT_KEY, eventId)}
      >
        <ScanLine aria-hidden="true" />
        {EVENING_COPY.scan}
      </ButtonLink>
      {/* Three words side by side leave a phone no room for their signs. */}
      <div className="grid grid-cols-3 gap-3 max-sm:[&_svg]:hidden">
        <ButtonLink variant={other} size="tight" to={`/manage-attendees?eventId=${eventId}`}>
          <Users aria-hidden="true" />
          {EVENING_COPY.guests}
        </ButtonLink>
        <ButtonLink variant={other} size="tight" to={`/doors?eventId=${eventId}`}>
          <DoorOpen aria-hidden="true" />
          {EVENING_COPY.doors}
        </ButtonLink>
        <ButtonLink variant={other} size="tight" to={doorListAddress(eventId)}>
          <Printer aria-hidden="true" />
          {EVENING_COPY.doorList}
        </ButtonLink>
      </div>
    </>
  );
}
