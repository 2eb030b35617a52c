import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { MoneyField } from "@/components/form/money-field";
import { OptionalField } from "@/components/form/optional-field";
import { DateField } from "@/components/ui/date-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { EVENT_FIELDS_COPY } from "@/features/events/copy";
import { EventTimeField, useTypedField } from "@/features/events/event-time-field";
import { EVENT_FIELDS, type EventValues } from "@/features/events/event-values";
import { PlaceFields } from "@/features/events/place-fields";
import { parseCapacity, UNREADABLE } from "@/lib/capacity-text";

interface EventFieldsProps {
  form: UseFormReturn<EventValues>;
  /** The create form marks the time as optional; the edit form requires it (contract 2 and 5). */
  timeLabel: string;
  /** A saved event may have check-in lists with a capacity. */
  isSaved?: boolean;
  /** The number of guests who are there now. */
  inside?: number | undefined;
  registered?: number | undefined;
  nameHint?: ReactNode;
  dateHint?: ReactNode;
  timeHint?: ReactNode;
  venueHint?: ReactNode;
  /** Follows the price's own hint. */
  priceNote?: ReactNode;
}

export function EventFields({
  form,
  timeLabel,
  isSaved = false,
  inside = 0,
  registered = 0,
  nameHint,
  dateHint,
  timeHint,
  venueHint,
  priceNote,
}: EventFieldsProps) {
  const { errors, defaultValues } = form.formState;
  const countsExits = form.watch("countsExits");
  const stopsAtCapacity = form.watch("stopsAtCapacity");
  const capacity = parseCapacity(form.watch("capacity")) ?? UNREADABLE;
  const isBelow = (guests: number) => capacity !== UNREADABLE && capacity < guests;
  // A field that is shown later would come last when the library looks for the first wrong one.
  for (const field of EVENT_FIELDS) form.register(field);
  const name = form.register("name");
  const date = useTypedField(form, "date");

  return (
    <>
      <Field label={EVENT_FIELDS_COPY.name} hint={nameHint} error={errors.name?.message}>
        <Input autoComplete="off" {...name} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={EVENT_FIELDS_COPY.date} hint={dateHint} error={errors.date?.message}>
          <DateField
            {...date}
            calendarLabel={EVENT_FIELDS_COPY.openCalendar}
            placeholder={EVENT_FIELDS_COPY.datePlaceholder}
          />
        </Field>
        <Field label={timeLabel} hint={timeHint} error={errors.time?.message}>
          <EventTimeField form={form} name="time" />
        </Field>
      </div>
      <PlaceFields form={form} venueHint={venueHint} />
      <MoneyField
        disclosure={EVENT_FIELDS_COPY.addPrice}
        hasAmount={Boolean(defaultValues?.ticketPrice)}
        label={EVENT_FIELDS_COPY.price}
        hint={
          <>
            {EVENT_FIELDS_COPY.priceHint} {priceNote}
          </>
        }
        error={errors.ticketPrice?.message}
        {...form.register("ticketPrice")}
      />
      <OptionalField
        disclosure={EVENT_FIELDS_COPY.addCapacity}
        isFilled={Boolean(defaultValues?.capacity)}
        label={EVENT_FIELDS_COPY.capacity}
        hint={
          isBelow(inside)
            ? EVENT_FIELDS_COPY.capacityExceeded(inside)
            : isBelow(registered) && !countsExits
              ? EVENT_FIELDS_COPY.capacityOverbooked(registered, registered - capacity)
              : EVENT_FIELDS_COPY.capacityHint(countsExits, stopsAtCapacity)
        }
        error={errors.capacity?.message}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="tabular-nums sm:max-w-48"
          {...form.register("capacity")}
        />
      </OptionalField>
      {isSaved || stopsAtCapacity || form.watch("capacity").trim() !== "" ? (
        <Switch
          label={EVENT_FIELDS_COPY.stopsAtCapacity}
          hint={EVENT_FIELDS_COPY.stopsAtCapacityHint}
          checked={stopsAtCapacity}
          onChange={(on) => form.setValue("stopsAtCapacity", on)}
        />
      ) : null}
      <Switch
        label={EVENT_FIELDS_COPY.countsExits}
        hint={EVENT_FIELDS_COPY.countsExitsHint}
        checked={countsExits}
        onChange={(on) => form.setValue("countsExits", on)}
      />
      {countsExits ? (
        <Switch
          label={EVENT_FIELDS_COPY.reentry}
          hint={EVENT_FIELDS_COPY.reentryHint}
          checked={form.watch("reentry")}
          onChange={(on) => form.setValue("reentry", on)}
        />
      ) : null}
    </>
  );
}
