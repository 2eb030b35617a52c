import { useQuery } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "@/api/api-error";
import type { Event } from "@/api/types";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState, QueryView } from "@/components/ui/states";
import { eventQuery } from "@/features/events/api";
import { EDIT_EVENT_COPY } from "@/features/events/copy";

interface EventByIdProps {
  /** Null if the URL has no valid id. */
  id: number | null;
  /** Link shown if there is no such event. */
  otherwise: { to: string; label: string };
  children: (event: Event) => ReactNode;
}

/** Loads one event for a screen, with loading, error and not-found states. */
export function EventById({ id, ...rest }: EventByIdProps) {
  return id === null ? <EventNotFound {...rest.otherwise} /> : <ReadEvent key={id} id={id} {...rest} />;
}

function ReadEvent({ id, otherwise, children }: EventByIdProps & { id: number }) {
  const event = useQuery(eventQuery(id));
  if (event.isSuccess) return children(event.data);
  if (event.error instanceof ApiError && event.error.status === 404) return <EventNotFound {...otherwise} />;
  return (
    <Card>
      <QueryView query={event} loading={EDIT_EVENT_COPY.loading} failed={EDIT_EVENT_COPY.fetchFailed} />
    </Card>
  );
}

function EventNotFound({ to, label }: EventByIdProps["otherwise"]) {
  return (
    <Card>
      <EmptyState
        icon={<CalendarX />}
        title={EDIT_EVENT_COPY.notFound}
        description={EDIT_EVENT_COPY.notFoundText}
        action={
          <ButtonLink variant="secondary" to={to}>
            {label}
          </ButtonLink>
        }
      />
    </Card>
  );
}
