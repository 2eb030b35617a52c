import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { Event } from "@/api/types";
import { ConflictDialog } from "@/components/form/conflict-dialog";
import { showFailure, showFormFailure } from "@/components/form/failure";
import { useEdit } from "@/components/form/use-edit";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { eventQuery, useUpdateEvent } from "@/features/events/api";
import { EDIT_EVENT_COPY, EVENT_CONFLICT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { EventFields } from "@/features/events/event-fields";
import {
  checkEvent,
  conflictRows,
  EVENT_FIELDS,
  type EventValues,
  isComplete,
  payloadOf,
  valuesOf,
} from "@/features/events/event-values";
import { useIsMounted } from "@/hooks/use-is-mounted";

interface EditEventFormProps {
  event: Event;
  onSaved: () => void;
}

export function EditEventForm({ event, onSaved }: EditEventFormProps) {
  const queryClient = useQueryClient();
  const update = useUpdateEvent(event.id);
  const isMounted = useIsMounted();
  const { form, base, conflict, ...edit } = useEdit<Event, EventValues>({
    draftName: `edit-event-${event.id}`,
    row: event,
    valuesOf,
    resolverOf: () => checkEvent,
  });

  function save(values: EventValues, readAs: Event) {
    void update.mutateAsync({ ...payloadOf(values), version: readAs.version }).then(
      () => {
        edit.letDraftGo();
        toast(EDIT_EVENT_COPY.done);
        if (isMounted()) onSaved();
      },
      (error: unknown) => {
        if (!isMounted()) showFailure(error, EDIT_EVENT_COPY.failure);
        else if (!edit.asksAbout(error, values, readAs))
          showFormFailure(error, { form, fields: EVENT_FIELDS, ...EDIT_EVENT_COPY.failure });
      },
    );
  }

  function submit(submitEvent: FormEvent) {
    submitEvent.preventDefault();
    if (!isComplete(form.getValues())) {
      toast({ ...EDIT_EVENT_COPY.missing, variant: "destructive" });
      return;
    }
    void form.handleSubmit((values) => save(values, base))();
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <EventFields form={form} timeLabel={EVENT_FIELDS_COPY.time} />
      <Button
        type="submit"
        pending={update.isPending}
        pendingText={EDIT_EVENT_COPY.submitting}
        className="mt-1 sm:self-start"
      >
        {EDIT_EVENT_COPY.submit}
      </Button>
      {conflict ? (
        <ConflictDialog
          what={EVENT_CONFLICT_COPY.what}
          current={conflict.current}
          rows={conflictRows(conflict.mine, conflict.current)}
          onClose={edit.putOff}
          onUseTheirs={() => {
            edit.takeTheirs(conflict);
            queryClient.setQueryData(eventQuery(event.id).queryKey, conflict.current);
          }}
          onUseMine={() => {
            edit.takeMine(conflict);
            save(conflict.mine, conflict.current);
          }}
        />
      ) : null}
    </form>
  );
}
