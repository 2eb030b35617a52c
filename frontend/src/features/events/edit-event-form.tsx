import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { currentOfConflict } from "@/api/api-error";
import type { Event } from "@/api/types";
import { ConflictDialog } from "@/components/form/conflict-dialog";
import { showFailure, showFormFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { eventQuery, useUpdateEvent } from "@/features/events/api";
import { EDIT_EVENT_COPY, EVENT_CONFLICT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { EventFields } from "@/features/events/event-fields";
import {
  conflictRows,
  EVENT_FIELDS,
  type EventValues,
  eventSchema,
  isComplete,
  payloadOf,
  valuesOf,
} from "@/features/events/event-values";
import { useKeepDraft, useKeptDraft } from "@/lib/drafts";
import { useStillHere } from "@/lib/still-here";

interface Conflict {
  mine: EventValues;
  current: Event;
}

interface EditEventFormProps {
  /** As it was read: its version says whether somebody else was quicker. */
  event: Event;
  onSaved: () => void;
}

export function EditEventForm({ event, onSaved }: EditEventFormProps) {
  const queryClient = useQueryClient();
  const update = useUpdateEvent(event.id);
  const isHere = useStillHere();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draftName = `edit-event-${event.id}`;
  const draft = useKeptDraft<{ values: EventValues; version: number }>(draftName);
  const baseVersion = draft?.version ?? event.version;
  const form = useForm<EventValues>({
    resolver: zodResolver(eventSchema),
    defaultValues: draft?.values ?? valuesOf(event),
  });
  useKeepDraft(draftName, () => ({ values: form.getValues(), version: baseVersion }));

  function save(values: EventValues, version: number) {
    void update.mutateAsync({ ...payloadOf(values), version }).then(
      () => {
        toast(EDIT_EVENT_COPY.done);
        if (isHere()) onSaved();
      },
      (error: unknown) => {
        const current = currentOfConflict<Event>(error);
        if (!isHere()) showFailure(error, EDIT_EVENT_COPY.failure);
        else if (current) setConflict({ mine: values, current });
        else showFormFailure(error, { form, fields: EVENT_FIELDS, ...EDIT_EVENT_COPY.failure });
      },
    );
  }

  function submit(submitEvent: FormEvent) {
    submitEvent.preventDefault();
    if (!isComplete(form.getValues())) {
      toast({ ...EDIT_EVENT_COPY.missing, variant: "destructive" });
      return;
    }
    void form.handleSubmit((values) => save(values, baseVersion))();
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
          onClose={() => setConflict(null)}
          onUseTheirs={() => {
            setConflict(null);
            form.reset(valuesOf(conflict.current));
            queryClient.setQueryData(eventQuery(event.id).queryKey, conflict.current);
          }}
          onUseMine={() => {
            setConflict(null);
            save(conflict.mine, conflict.current.version);
          }}
        />
      ) : null}
    </form>
  );
}
