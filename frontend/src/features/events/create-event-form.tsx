import { useQuery } from "@tanstack/react-query";
import type { Event } from "@/api/types";
import { DraftNote } from "@/components/form/draft-note";
import { useCreation } from "@/components/form/use-creation";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { eventListQuery, useCreateEvent } from "@/features/events/api";
import { EVENT_FIELDS_COPY } from "@/features/events/copy";
import { CREATE_EVENT_COPY } from "@/features/events/create-copy";
import { EventFields } from "@/features/events/event-fields";
import {
  BLANK_EVENT,
  copyOf,
  EVENT_FIELDS,
  type EventValues,
  eventSchema,
  isNamesake,
  payloadOf,
} from "@/features/events/event-values";
import { today } from "@/lib/clock";
import { formatEventDate, parseIsoDate, plusDays, toIsoDate } from "@/lib/event-date";
import { businessDay, isInNight, isOver } from "@/lib/event-day";
import { isTime } from "@/lib/typed-time";

interface CreateEventFormProps {
  model?: Event;
  onCreated: () => void;
  onOpen: (eventId: number) => void;
}

/** A hint at a start that has passed today. In the small hours the night that is meant may be the coming one. */
function passedTimeHint(date: string, time: string): string | null {
  const now = today();
  if (date !== toIsoDate(now) || !isTime(time) || time >= now.toTimeString().slice(0, time.length))
    return null;
  if (!isInNight(time)) return CREATE_EVENT_COPY.timePassed;
  return CREATE_EVENT_COPY.nightPassed(formatEventDate(toIsoDate(plusDays(now, 1))));
}

export function CreateEventForm({ model, onCreated, onOpen }: CreateEventFormProps) {
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
      onCreated: ({ id }) =>
        toast({
          ...CREATE_EVENT_COPY.done,
          action: { text: CREATE_EVENT_COPY.open, run: () => onOpen(id) },
        }),
      goOn: onCreated,
    }),
  );

  const [name, date, time] = form.watch(["name", "date", "time"]);
  const hasDate = parseIsoDate(date) !== null;
  const events = useQuery({ ...eventListQuery(), enabled: hasDate && name.trim() !== "" });
  const isTaken = events.data?.some(isNamesake({ name, date })) ?? false;

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {isRestored ? <DraftNote onDiscard={discard} /> : null}
      {model ? (
        <p className="wrap-anywhere text-text-muted">
          {CREATE_EVENT_COPY.copied(model.name, formatEventDate(model.date))}
        </p>
      ) : (
        <p className="text-text-muted">{CREATE_EVENT_COPY.enough}</p>
      )}
      <EventFields
        form={form}
        timeLabel={EVENT_FIELDS_COPY.timeOptional}
        nameHint={isTaken ? CREATE_EVENT_COPY.alreadyThere : null}
        dateHint={hasDate && isOver({ date }, businessDay()) ? EVENT_FIELDS_COPY.inThePast : null}
        timeHint={passedTimeHint(date, time)}
      />
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
