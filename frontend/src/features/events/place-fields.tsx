import { type ReactNode, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { DisclosureButton } from "@/components/form/optional-field";
import { Field } from "@/components/ui/field";
import { Input, LinesInput } from "@/components/ui/input";
import { EVENT_FIELDS_COPY as COPY } from "@/features/events/copy";
import { EventTimeField } from "@/features/events/event-time-field";
import { type EventValues, endOnNextDay } from "@/features/events/event-values";

function endHint(values: EventValues): string {
  if (values.endTime !== "" && values.endTime === values.time) return COPY.endsAtStart;
  const end = endOnNextDay(values);
  return end === null ? COPY.endTimeHint : COPY.endsNextDay(end);
}

interface PlaceFieldsProps {
  form: UseFormReturn<EventValues>;
  venueHint: ReactNode;
}

/** End, venue, address and ticket text. Hidden until wanted: many events need none. */
export function PlaceFields({ form, venueHint }: PlaceFieldsProps) {
  const { errors, defaultValues } = form.formState;
  const values = form.watch();
  const [isOpen, setIsOpen] = useState(false);
  const { venue, address, endTime, ticketText } = defaultValues ?? {};
  if (!isOpen && !venue && !address && !endTime && !ticketText)
    return <DisclosureButton onClick={() => setIsOpen(true)}>{COPY.addPlace}</DisclosureButton>;
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={COPY.endTime} hint={endHint(values)} error={errors.endTime?.message}>
          <EventTimeField form={form} name="endTime" autoFocus={isOpen} />
        </Field>
        <Field label={COPY.venue} hint={venueHint} error={errors.venue?.message}>
          <Input autoComplete="off" {...form.register("venue")} />
        </Field>
      </div>
      <Field label={COPY.address} hint={COPY.addressHint} error={errors.address?.message}>
        <LinesInput autoComplete="off" {...form.register("address")} />
      </Field>
      <Field label={COPY.ticketText} hint={COPY.ticketTextHint} error={errors.ticketText?.message}>
        <LinesInput {...form.register("ticketText")} />
      </Field>
    </>
  );
}
