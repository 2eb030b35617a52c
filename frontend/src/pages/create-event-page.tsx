import { useNavigate, useSearchParams } from "react-router";
import type { Event } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { CREATE_EVENT_COPY } from "@/features/events/create-copy";
import { CreateEventForm } from "@/features/events/create-event-form";
import { EventById } from "@/features/events/event-by-id";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { parseRouteId } from "@/lib/url";

/** /create-event; with `copyOf` the form starts as a copy of that event (contract 2). */
export function CreateEventPage() {
  const [params] = useSearchParams();
  const copied = params.get("copyOf");
  return (
    <StaffFrame title={CREATE_EVENT_COPY.title} width="narrow">
      {copied === null ? (
        <NewEvent />
      ) : (
        <EventById
          id={parseRouteId(copied)}
          otherwise={{ to: "/create-event", label: CREATE_EVENT_COPY.startEmpty }}
        >
          {(model) => <NewEvent model={model} />}
        </EventById>
      )}
    </StaffFrame>
  );
}

function NewEvent({ model }: { model?: Event }) {
  const navigate = useNavigate();
  return (
    <Card className="flex flex-col gap-6">
      <CardTitle>{CREATE_EVENT_COPY.heading}</CardTitle>
      <CreateEventForm
        {...(model ? { model } : {})}
        onCreated={() => navigate("/")}
        onOpen={(id) => navigate(`/edit-event/${id}`)}
      />
    </Card>
  );
}
