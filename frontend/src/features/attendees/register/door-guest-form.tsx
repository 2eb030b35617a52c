import { type ReactNode, useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Attendee, Event } from "@/api/types";
import { MoneyField } from "@/components/form/money-field";
import type { TypeField } from "@/components/form/type-field";
import { useCreation } from "@/components/form/use-creation";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, WholeNumberInput } from "@/components/ui/input";
import { AmountNote } from "@/features/attendees/amount-note";
import { useRegisterAttendee } from "@/features/attendees/api";
import { FIELD_LABEL, REGISTER_COPY } from "@/features/attendees/copy";
import { NotGivenField, useNotGiven } from "@/features/attendees/not-given-field";
import { DOOR_GUEST_COPY } from "@/features/attendees/register/copy";
import { EventField, likelyEvent } from "@/features/attendees/register/event-field";
import { PaymentChoices } from "@/features/attendees/register/payment-choices";
import {
  attendeeOf,
  blankAttendee,
  REGISTER_FIELDS,
  type RegisterValues,
  registerSchema,
} from "@/features/attendees/register/register-values";
import { ROW_COPY } from "@/features/attendees/row-copy";
import { isPartial, TABLE_MIN } from "@/features/attendees/rules";
import { businessDay } from "@/lib/event-day";

interface DoorGuestFormProps {
  /** The door's event; null if the user chooses one. */
  eventId: number | null;
  events: readonly Event[];
  /** The text typed into the search. */
  fullName: string;
  userId: number;
  typeField: TypeField;
  /** Passes the price of a ticket of this type to `children`. */
  ticketPrice: (of: {
    event: Event;
    typeId: string;
    children: (priceCents: number | null) => ReactNode;
  }) => ReactNode;
  onAdded: (attendee: Attendee) => void;
}

/** Form for an unlisted guest at the door, with only the fields that a ticket needs (contract 2.scan.47). */
export function DoorGuestForm({
  eventId,
  events,
  fullName,
  userId,
  typeField,
  ticketPrice,
  onAdded,
}: DoorGuestFormProps) {
  const register = useRegisterAttendee();
  const [blank] = useState(() => {
    const event = eventId === null ? likelyEvent([...events], null, businessDay()) : String(eventId);
    return { ...blankAttendee(event), fullName };
  });
  const { form, send } = useCreation<RegisterValues>({
    // A draft for another guest must not fill this form.
    draftName: `door-guest ${fullName}`,
    blank,
    schema: registerSchema,
    failure: { fields: REGISTER_FIELDS, inForm: true, ...REGISTER_COPY.failure },
    createdBefore: REGISTER_COPY.addedBefore,
  });
  const { setFocus } = form;
  useEffect(() => setFocus(fullName ? "phone" : "fullName"), [setFocus, fullName]);

  const submit = form.handleSubmit((values) =>
    send({
      create: (idempotencyKey) =>
        register.mutateAsync(attendeeOf(values, { soldBy: userId, idempotencyKey })),
      // Called even if the form was closed before the response: the button says 'and let in'.
      onCreated: ([attendee]) => attendee && onAdded(attendee),
      goOn: () => {},
    }),
  );

  const { errors } = form.formState;
  const [chosenEventId, paymentStatus, amountPaid, ticketTypeId] = useWatch({
    control: form.control,
    name: ["eventId", "paymentStatus", "amountPaid", "ticketTypeId"],
  });
  const optional = useNotGiven(form);
  const event = events.find(({ id }) => id === Number(chosenEventId));
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      {eventId === null ? (
        <EventField
          control={form.control}
          events={events}
          onChoose={() => form.setValue("ticketTypeId", "")}
        />
      ) : null}
      <Field label={FIELD_LABEL.fullName} error={errors.fullName?.message}>
        <Input {...form.register("fullName")} autoCapitalize="words" enterKeyHint="next" />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-4">
        <NotGivenField label={FIELD_LABEL.phone} none={ROW_COPY.noPhone} {...optional("phone")}>
          <Input {...form.register("phone")} type="tel" inputMode="tel" enterKeyHint="next" />
        </NotGivenField>
        <NotGivenField label={FIELD_LABEL.tableNumber} none={ROW_COPY.noTable} {...optional("tableNumber")}>
          <WholeNumberInput {...form.register("tableNumber")} min={TABLE_MIN} />
        </NotGivenField>
      </div>
      {typeField({
        eventId: chosenEventId ? Number(chosenEventId) : null,
        value: ticketTypeId,
        error: errors.ticketTypeId?.message,
        onChoose: (id) => form.setValue("ticketTypeId", id),
      })}
      <Field label={FIELD_LABEL.paymentStatus} error={errors.paymentStatus?.message}>
        <Input {...form.register("paymentStatus")} autoCapitalize="none" enterKeyHint="done" />
        <PaymentChoices
          value={paymentStatus}
          onChoose={(status) =>
            form.setValue("paymentStatus", status, { shouldValidate: form.formState.isSubmitted })
          }
        />
      </Field>
      {isPartial(paymentStatus) || amountPaid !== "" ? (
        <MoneyField
          disclosure={REGISTER_COPY.addAmount}
          hasAmount
          label={FIELD_LABEL.amountPaid}
          hint={
            <>
              {FIELD_LABEL.partialHint}
              {event
                ? ticketPrice({
                    event,
                    typeId: ticketTypeId,
                    children: (priceCents) => <AmountNote {...{ priceCents, paymentStatus, amountPaid }} />,
                  })
                : null}
            </>
          }
          error={errors.amountPaid?.message}
          {...form.register("amountPaid")}
        />
      ) : null}
      {errors.root ? (
        <p role="alert" className="font-medium text-danger-text text-sm">
          {errors.root.message}
        </p>
      ) : null}
      <Button type="submit" size="lg" pending={register.isPending} pendingText={REGISTER_COPY.submitting}>
        {DOOR_GUEST_COPY.submit}
      </Button>
    </form>
  );
}
