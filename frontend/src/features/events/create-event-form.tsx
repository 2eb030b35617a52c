import { zodResolver } from "@hookform/resolvers/zod";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { isDefinite, isKeyReused, showFailure, showFormFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { useCreateEvent } from "@/features/events/api";
import { CREATE_EVENT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { EventFields } from "@/features/events/event-fields";
import {
  BLANK_EVENT,
  EVENT_FIELDS,
  type EventValues,
  eventSchema,
  payloadOf,
} from "@/features/events/event-values";
import { isTouched, useKeepDraft, useKeptDraft } from "@/lib/drafts";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { useStillHere } from "@/lib/still-here";

const DRAFT = "create-event";

/** The key travels with what was typed: a form that comes back must not create the event a second time. */
interface Draft {
  values: EventValues;
  idempotencyKey: string;
}

export function CreateEventForm({ onCreated }: { onCreated: () => void }) {
  const create = useCreateEvent();
  const isHere = useStillHere();
  const draft = useKeptDraft<Draft>(DRAFT);
  const key = useRef(draft?.idempotencyKey ?? newIdempotencyKey());
  const form = useForm<EventValues>({
    resolver: zodResolver(eventSchema),
    defaultValues: draft?.values ?? BLANK_EVENT,
  });
  const letDraftGo = useKeepDraft(DRAFT, (): Draft | null => {
    const values = form.getValues();
    return isTouched(values, BLANK_EVENT) ? { values, idempotencyKey: key.current } : null;
  });

  const submit = form.handleSubmit((values) => {
    void create.mutateAsync({ ...payloadOf(values), idempotencyKey: key.current }).then(
      () => {
        letDraftGo();
        key.current = newIdempotencyKey();
        toast(CREATE_EVENT_COPY.done);
        if (isHere()) onCreated();
      },
      (error: unknown) => {
        if (isDefinite(error)) key.current = newIdempotencyKey();
        if (isKeyReused(error)) toast({ ...CREATE_EVENT_COPY.createdBefore, variant: "destructive" });
        else if (isHere())
          showFormFailure(error, { form, fields: EVENT_FIELDS, ...CREATE_EVENT_COPY.failure });
        else showFailure(error, CREATE_EVENT_COPY.failure);
      },
    );
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <EventFields form={form} timeLabel={EVENT_FIELDS_COPY.timeOptional} />
      <Button
        type="submit"
        pending={create.isPending}
        pendingText={CREATE_EVENT_COPY.submitting}
        className="mt-1 sm:self-start"
      >
        {CREATE_EVENT_COPY.submit}
      </Button>
    </form>
  );
}
