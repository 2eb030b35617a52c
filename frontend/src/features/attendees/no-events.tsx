import { CalendarPlus } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import { REGISTER_COPY } from "@/features/attendees/copy";

/** Shown without events: a link to create one. */
export function NoEvents() {
  return (
    <EmptyState
      icon={<CalendarPlus />}
      title={REGISTER_COPY.noEvents}
      description={REGISTER_COPY.noEventsHint}
      action={<ButtonLink to="/create-event">{REGISTER_COPY.createEvent}</ButtonLink>}
    />
  );
}
