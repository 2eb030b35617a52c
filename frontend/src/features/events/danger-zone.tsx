import { useState } from "react";
import type { Event } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast-store";
import { editDraftName, useDeleteEvent } from "@/features/events/api";
import { DELETE_EVENT_COPY } from "@/features/events/delete-copy";
import { dropDraft } from "@/hooks/drafts";
import { useIsMounted } from "@/hooks/use-is-mounted";

const DeleteEventDialog = lazyComponent(
  async () => (await import("@/features/events/delete-event-dialog")).DeleteEventDialog,
);

interface DangerZoneProps {
  event: Event;
  onDeleted: () => void;
}

/** Asks before an event is deleted together with its attendees (contract 2 and 4). */
export function DangerZone({ event, onDeleted }: DangerZoneProps) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteEvent(event.id);
  const isMounted = useIsMounted();

  function deleteEvent() {
    setAsking(false);
    void remove.mutateAsync().then(
      () => {
        dropDraft(editDraftName(event.id));
        toast({ ...DELETE_EVENT_COPY.done, reason: event.name });
        if (isMounted()) onDeleted();
      },
      (error: unknown) => showFailure(error, DELETE_EVENT_COPY.failure),
    );
  }

  return (
    <Card className="flex flex-col gap-4 border-danger sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:justify-between">
      <CardHeading className="text-danger-text" hint={DELETE_EVENT_COPY.zoneText}>
        {DELETE_EVENT_COPY.zone}
      </CardHeading>
      <Button
        variant="danger"
        onClick={() => setAsking(true)}
        pending={remove.isPending}
        pendingText={DELETE_EVENT_COPY.deleting}
        className="shrink-0"
      >
        {DELETE_EVENT_COPY.button}
      </Button>
      {asking ? (
        <DeleteEventDialog event={event} onClose={() => setAsking(false)} onConfirm={deleteEvent} />
      ) : null}
    </Card>
  );
}
