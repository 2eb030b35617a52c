import { DoorOpen, Printer, ScanLine, Users } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EVENING_COPY } from "@/features/attendees/event-summary/copy";
import { doorListUrl } from "@/features/attendees/rules";
import type { EventPhase } from "@/lib/event-day";
import { saveDoorEvent } from "@/lib/storage";
import { guestsUrl } from "@/lib/url";

interface EventActionsProps {
  eventId: number;
  when: EventPhase;
}

/** Scanning is an event's main action until the event is over. */
const SCAN_LOOK = {
  tonight: { variant: "bare", className: "bg-on-brand text-brand-deep hover:bg-on-brand-muted" },
  ahead: { variant: "primary" },
  over: { variant: "secondary" },
} as const;

/** On the night scene of tonight's event the buttons use its colours. */
export const actionVariant = (when: EventPhase) =>
  when === "tonight" || when === "today" ? "bare" : "secondary";

export function EventActions({ eventId, when }: EventActionsProps) {
  const other = actionVariant(when);
  return (
    <>
      <ButtonLink
        size="lg"
        {...SCAN_LOOK[when === "today" ? "tonight" : when]}
        to="/scan-attendees"
        onClick={() => saveDoorEvent(eventId)}
      >
        <ScanLine />
        {EVENING_COPY.scan}
      </ButtonLink>
      {/* Three words side by side leave a phone no room for their signs. */}
      <div className="grid grid-cols-3 gap-3 max-sm:[&_svg]:hidden">
        <ButtonLink variant={other} size="tight" to={guestsUrl(eventId)}>
          <Users />
          {EVENING_COPY.guests}
        </ButtonLink>
        <ButtonLink variant={other} size="tight" to={`/doors?eventId=${eventId}`}>
          <DoorOpen />
          {EVENING_COPY.doors}
        </ButtonLink>
        <ButtonLink variant={other} size="tight" to={doorListUrl(eventId)} state={{ fromEvent: true }}>
          <Printer />
          {EVENING_COPY.doorList}
        </ButtonLink>
      </div>
    </>
  );
}
