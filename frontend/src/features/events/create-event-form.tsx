import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { showFailure, showFormFailure } from "@/components/form/failure";
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
import { useStillHere } from "@/lib/still-here";

const DRAFT = "create-event";

export function CreateEventForm({ onCreated }: { onCreated: () => void }) {
  const create = useCreateEvent();
  const isHere = useStillHere();
  const draft = useKeptDraft<EventValues>(DRAFT);
  const form = useForm<EventValues>({
    resolver: zodResolver(eventSchema),
    defaultValues: draft ?? BLANK_EVENT,
  });
  const letDraftGo = useKeepDraft(DRAFT, () => {
    const values = form.getValues();
    return isTouched(values, BLANK_EVENT) ? values : null;
  });

  const submit = form.handleSubmit((values) => {
    void create.mutateAsync(payloadOf(values)).then(
      () => {
        letDraftGo();
        toast(CREATE_EVENT_COPY.done);
        if (isHere()) onCreated();
      },
      (error: unknown) => {
        if (isHere()) showFormFailure(error, { form, fields: EVENT_FIELDS, ...CREATE_EVENT_COPY.failure });
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
