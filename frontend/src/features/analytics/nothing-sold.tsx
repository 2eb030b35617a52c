import { CalendarPlus, CalendarX, UserPlus } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { NOTHING_SOLD_COPY } from "@/features/analytics/copy";
import { addGuestUrl } from "@/lib/url";

interface NothingSoldProps {
  eventId: number | null;
  hasEvents: boolean;
  onShowAll: () => void;
}

export function NothingSold({ eventId, hasEvents, onShowAll }: NothingSoldProps) {
  if (eventId !== null && !hasEvents) {
    const { title, description, action } = NOTHING_SOLD_COPY.goneEvent;
    const button = (
      <Button variant="secondary" onClick={onShowAll}>
        {action}
      </Button>
    );
    return (
      <Card>
        <EmptyState icon={<CalendarX />} {...{ title, description }} action={button} />
      </Card>
    );
  }
  const { title, description, action } = hasEvents ? NOTHING_SOLD_COPY.noTickets : NOTHING_SOLD_COPY.noEvents;
  const Icon = hasEvents ? UserPlus : CalendarPlus;
  return (
    <Card>
      <EmptyState
        icon={<Icon />}
        {...{ title, description }}
        action={<ButtonLink to={hasEvents ? addGuestUrl(eventId) : "/create-event"}>{action}</ButtonLink>}
      />
    </Card>
  );
}
