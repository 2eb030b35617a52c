import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useEffect } from "react";
import { useLocation } from "react-router";
import type { Event } from "@/api/types";
import { DraftNote } from "@/components/form/draft-note";
import { EditConflict, useEdit } from "@/components/form/use-edit";
import { useErasureConsent } from "@/components/form/use-erasure-consent";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast-store";
import { editDraftName, eventQuery, useUpdateEvent } from "@/features/events/api";
import type { EventGuests } from "@/features/events/change-note";
import { EDIT_EVENT_COPY, EVENT_CONFLICT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { EventFields } from "@/features/events/event-fields";
import {
  conflictRows,
  EVENT_FIELDS,
  type EventValues,
  isComplete,
  payloadOf,
  savedEventSchema,
  valuesOf,
} from "@/features/events/event-values";

const ChangeNote = lazyComponent(async () => (await import("@/features/events/change-note")).ChangeNote);

interface EditEventFormProps {
  event: Event;
  guests?: EventGuests;
  onSaved: () => void;
}

export function EditEventForm({ event, guests = {}, onSaved }: EditEventFormProps) {
  const queryClient = useQueryClient();
  const update = useUpdateEvent(event.id);
  const { withConsent, question } = useErasureConsent();
  const { form, base, isRestored, discard, save, conflict } = useEdit<Event, EventValues>({
    draftName: editDraftName(event.id),
    isPage: true,
    row: event,
    valuesOf,
    schemaOf: () => savedEventSchema,
    send: (values, { version }) =>
      withConsent((expectedErasures) =>
        update.mutateAsync({ ...payloadOf(values), version, expectedErasures }),
      ),
    onSaved: ({ capacity, countsExits }) =>
      toast(EDIT_EVENT_COPY.done(countsExits ? null : capacity, guests.registered ?? 0)),
    goOn: onSaved,
    failure: { fields: EVENT_FIELDS, ...EDIT_EVENT_COPY.failure },
    conflict: {
      what: EVENT_CONFLICT_COPY.what,
      rowsOf: conflictRows,
      onTheirs: (current) => queryClient.setQueryData(eventQuery(event.id).queryKey, current),
    },
  });

  // A capacity on Home, the door board or above this form leads to its field.
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each visit of the link
  useEffect(() => {
    if (hash === "#capacity") form.setFocus("capacity");
  }, [hash, key, form]);

  const values = form.watch();
  const noteOf = (field: ComponentProps<typeof ChangeNote>["field"]) => (
    <ChangeNote {...guests} field={field} saved={base} values={values} />
  );
  const submit = form.handleSubmit(save, () => {
    if (!isComplete(form.getValues())) toast({ ...EDIT_EVENT_COPY.missing, variant: "destructive" });
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {isRestored ? <DraftNote onDiscard={discard} /> : null}
      <EventFields
        form={form}
        timeLabel={EVENT_FIELDS_COPY.time}
        isSaved
        inside={guests.inside}
        registered={guests.registered}
        dateHint={noteOf("date")}
        timeHint={noteOf("time")}
        venueHint={noteOf("venue")}
        priceNote={noteOf("ticketPrice")}
      />
      <Button
        type="submit"
        pending={update.isPending}
        pendingText={EDIT_EVENT_COPY.submitting}
        className="mt-1 sm:self-start"
      >
        {EDIT_EVENT_COPY.submit}
      </Button>
      {conflict ? <EditConflict {...conflict} /> : null}
      {question}
    </form>
  );
}
