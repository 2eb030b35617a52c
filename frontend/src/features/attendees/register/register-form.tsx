import { type ReactNode, useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Attendee, Event } from "@/api/types";
import { DraftNote } from "@/components/form/draft-note";
import type { TypeField } from "@/components/form/type-field";
import { useCreation } from "@/components/form/use-creation";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, WholeNumberInput } from "@/components/ui/input";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast-store";
import type { TypedPayment } from "@/features/attendees/amount-note";
import { useRegisterAttendee } from "@/features/attendees/api";
import { FIELD_LABEL, REGISTER_COPY } from "@/features/attendees/copy";
import { NotGivenField, useNotGiven } from "@/features/attendees/not-given-field";
import { AsBefore } from "@/features/attendees/register/as-before";
import { amountHint, QUANTITY_COPY } from "@/features/attendees/register/copy";
import { EventField, likelyEvent, saveLastUsedEvent } from "@/features/attendees/register/event-field";
import { OptionalFields } from "@/features/attendees/register/optional-fields";
import { PaymentChoices } from "@/features/attendees/register/payment-choices";
import {
  attendeeOf,
  blankAttendee,
  quantityOf,
  REGISTER_FIELDS,
  type RegisterValues,
  registerSchema,
} from "@/features/attendees/register/register-values";
import { ROW_COPY } from "@/features/attendees/row-copy";
import { isPartial, isUnusualPayment, QUANTITY_MAX, TABLE_MIN } from "@/features/attendees/rules";
import { businessDay } from "@/lib/event-day";

const AlreadyListed = lazyComponent(
  async () => (await import("@/features/attendees/similar/already-listed")).AlreadyListed,
);
const EventNotes = lazyComponent(
  async () => (await import("@/features/attendees/register/event-notes")).EventNotes,
);

export interface RegisterFormProps {
  events: Event[];
  draftName: string;
  /** The event that the address asks for. */
  askedEventId: number | null;
  /** The guest who was registered before this one on the same visit. */
  previous: Attendee | null;
  userId: number;
  typeField: TypeField;
  amountNote: (payment: TypedPayment) => ReactNode;
  /** The new attendees: several if the form says how many. */
  onRegistered: (attendees: Attendee[]) => void;
}

/** One attendee and their ticket, or several tickets of one buyer (contract 2, 5). */
export function RegisterForm({
  events,
  draftName,
  askedEventId,
  previous,
  userId,
  typeField,
  amountNote,
  onRegistered,
}: RegisterFormProps) {
  const register = useRegisterAttendee();
  const [blank] = useState(() => blankAttendee(likelyEvent(events, askedEventId, businessDay())));
  const { form, send, isRestored, discard } = useCreation<RegisterValues>({
    draftName,
    isPage: true,
    blank,
    schema: registerSchema,
    failure: { fields: REGISTER_FIELDS, ...REGISTER_COPY.failure },
    createdBefore: REGISTER_COPY.addedBefore,
  });

  const { setFocus } = form;
  useEffect(() => setFocus("fullName"), [setFocus]);

  const submit = form.handleSubmit((values) =>
    send({
      create: (idempotencyKey) =>
        register.mutateAsync(attendeeOf(values, { soldBy: userId, idempotencyKey })),
      onCreated: (attendees) => {
        saveLastUsedEvent(Number(values.eventId));
        toast(attendees.length > 1 ? QUANTITY_COPY.done(attendees.length) : REGISTER_COPY.done);
      },
      goOn: onRegistered,
    }),
  );

  const { errors } = form.formState;
  const { eventId, fullName, phone, email, paymentStatus, amountPaid, quantity, ticketTypeId } = useWatch({
    control: form.control,
    compute: (values) => values,
  });
  const tickets = quantityOf(quantity) ?? 1;
  const event = events.find(({ id }) => id === Number(eventId));
  const asksForAmount = isPartial(paymentStatus);
  const optional = useNotGiven(form);
  const isAmountAsked = asksForAmount || amountPaid !== "";
  const payment = { ticketTypeId, paymentStatus, amountPaid, tickets: isAmountAsked ? 1 : tickets };
  const note = event ? amountNote({ event, ...payment }) : null;
  return (
    <form
      onSubmit={submit}
      noValidate
      autoComplete="off"
      className="flex flex-col gap-5 [&>:not(:last-child)_:is(input,select,textarea,button)]:scroll-mb-80"
    >
      {isRestored ? <DraftNote onDiscard={discard} /> : null}
      <div className="flex flex-col gap-2">
        <EventField
          control={form.control}
          events={events}
          onChoose={() => form.setValue("ticketTypeId", "")}
        />
        {event ? <EventNotes event={event} tickets={tickets} /> : null}
      </div>
      <Field label={FIELD_LABEL.fullName} error={errors.fullName?.message}>
        <Input {...form.register("fullName")} autoCapitalize="words" enterKeyHint="next" />
      </Field>
      <NotGivenField label={FIELD_LABEL.phone} none={ROW_COPY.noPhone} {...optional("phone")}>
        <Input {...form.register("phone")} type="tel" inputMode="tel" enterKeyHint="next" />
      </NotGivenField>
      {previous ? <AsBefore form={form} previous={previous} /> : null}
      <div className="grid grid-cols-2 items-start gap-5">
        <NotGivenField label={FIELD_LABEL.tableNumber} none={ROW_COPY.noTable} {...optional("tableNumber")}>
          <WholeNumberInput {...form.register("tableNumber")} min={TABLE_MIN} />
        </NotGivenField>
        <Field
          label={QUANTITY_COPY.label}
          hint={tickets > 1 ? QUANTITY_COPY.names(tickets, fullName.trim()) : null}
          error={errors.quantity?.message}
        >
          <WholeNumberInput {...form.register("quantity")} min={1} max={QUANTITY_MAX} />
        </Field>
      </div>
      {typeField({
        eventId: Number(eventId) || null,
        value: ticketTypeId,
        error: errors.ticketTypeId?.message,
        onChoose: (id) => form.setValue("ticketTypeId", id),
      })}
      <Field
        label={FIELD_LABEL.paymentStatus}
        hint={
          <>
            {isUnusualPayment(paymentStatus) ? (
              REGISTER_COPY.countsAsUnpaid
            ) : (
              <span className="sr-only">{REGISTER_COPY.paymentHint}</span>
            )}
            {isAmountAsked ? null : note}
          </>
        }
        error={errors.paymentStatus?.message}
      >
        <Input {...form.register("paymentStatus")} autoCapitalize="none" enterKeyHint="done" />
        <PaymentChoices
          value={paymentStatus}
          onChoose={(status) =>
            form.setValue("paymentStatus", status, { shouldValidate: form.formState.isSubmitted })
          }
        />
      </Field>
      <OptionalFields
        form={form}
        asksForAmount={asksForAmount}
        amountHint={
          <>
            {amountHint(tickets, asksForAmount)}
            {isAmountAsked ? note : null}
          </>
        }
      />
      {/* The bar grows upwards: the button stays where it is when a guest of the same name is found. */}
      <div className="-mx-5 -mb-5 tall:sticky bottom-0 z-10 flex flex-col gap-3 border-t bg-surface px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6">
        {eventId && (fullName || phone || email) ? (
          <AlreadyListed eventId={Number(eventId)} entries={{ fullName, phone, email }} />
        ) : null}
        <Button type="submit" pending={register.isPending} pendingText={REGISTER_COPY.submitting}>
          {REGISTER_COPY.submit}
        </Button>
      </div>
    </form>
  );
}
