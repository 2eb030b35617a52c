import { Printer } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { doorListAddress } from "@/features/attendees/print/door-list-address";
import { DOOR_LIST_CARD_COPY } from "@/features/attendees/print/door-list-card-copy";

/** contract 2: from an event to its people on paper. */
export function DoorListCard({ eventId }: { eventId: number }) {
  return (
    <Card className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="flex flex-col gap-1">
        <CardTitle>{DOOR_LIST_CARD_COPY.title}</CardTitle>
        <p className="text-sm text-text-muted">{DOOR_LIST_CARD_COPY.text}</p>
      </div>
      <Button asChild variant="secondary" className="shrink-0">
        <Link to={doorListAddress(eventId)}>
          <Printer aria-hidden="true" />
          {DOOR_LIST_CARD_COPY.button}
        </Link>
      </Button>
    </Card>
  );
}
