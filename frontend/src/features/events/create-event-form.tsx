import type { Event } from "@/api/types";
import { DraftNote } from "@/components/form/draft-note";
import { useCreation } from "@/components/form/use-creation";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { useCreateEvent } from "@/features/events/api";
import { CREATE_EVENT_COPY, DUPLICATE_EVENT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { EventFields } from "@/features/events/event-fields";
import {
  BLANK_EVENT,
  copyOf,
  EVENT_FIELDS,
  type EventValues,
  eventSchema,
  payloadOf,
} from "@/features/events/event-values";
import { formatEventDate } from "@/lib/event-date";

interface CreateEventFormProps {
  /** The event to copy. */
  model?: Event;
  onCreated: () => void;
}

export function CreateEventForm({ model, onCreated }: CreateEventFormProps) {
  const create = useCreateEvent();
  const { form, send, isRestored, discard } = useCreation<EventValues>({
    draftName: model ? `create-event-${model.id}` : "create-event",
    isPage: true,
    blank: model ? copyOf(model) : BLANK_EVENT,
    schema: eventSchema,
    failure: { fields: EVENT_FIELDS, ...CREATE_EVENT_COPY.failure },
    createdBefore: CREATE_EVENT_COPY.createdBefore,
  });
  const submit = form.handleSubmit((values) =>
    send({
      create: (idempotencyKey) =>
        create.mutateAsync({
          ...payloadOf(values),
          idempotencyKey,
          ...(model ? { duplicateOf: model.id } : {}),
        }),
      onCreated: () => toast(CREATE_EVENT_COPY.done),
      goOn: onCreated,
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {isRestored ? <DraftNote onDiscard={discard} /> : null}
      {model ? (
        <p className="wrap-anywhere text-text-muted">
          {DUPLICATE_EVENT_COPY.copied(model.name, formatEventDate(model.date))}
        </p>
      ) : null}
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
