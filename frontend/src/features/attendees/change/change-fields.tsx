import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Attendee } from "@/api/types";
import type { TypeField } from "@/components/form/type-field";
import { Field } from "@/components/ui/field";
import { Input, WholeNumberInput } from "@/components/ui/input";
import { ChangeEffect, paymentHint } from "@/features/attendees/change/change-effect";
import { CHANGE_COPY } from "@/features/attendees/change/copy";
import { type ChangeValues, changesOf } from "@/features/attendees/change/use-change-many";
import { useChangePreview } from "@/features/attendees/change/use-change-preview";
import { FIELD_LABEL } from "@/features/attendees/copy";
import { tableTotalQuery } from "@/features/attendees/list/api";
import { SelectionFacts } from "@/features/attendees/list/selection-facts";
import { NotGivenField } from "@/features/attendees/not-given-field";
import { PaymentChoices } from "@/features/attendees/register/payment-choices";
import { ROW_COPY } from "@/features/attendees/row-copy";
import {
  isPartial,
  NOT_GIVEN,
  PAYMENT_CHOICES,
  PREVIEW_DELAY_MS,
  TABLE_MAX,
  TABLE_MIN,
} from "@/features/attendees/rules";
import { useDebouncedValue } from "@/hooks/use-debounced-value";

interface ChangeFieldsProps {
  form: UseFormReturn<ChangeValues>;
  /** The selected attendees; none until they are read. */
  attendees: readonly Attendee[];
  /** The event of the list's filter. */
  eventId: number | null;
  typeField: TypeField;
  onTypeName: (name: string) => void;
}

/** Without partial payments, whose amounts differ from guest to guest. */
const WHOLE_PAYMENTS = PAYMENT_CHOICES.filter((choice) => !isPartial(choice));

/** The fields of a change of many, and its effect on the sums paid and owed (contract 2.manage). */
export function ChangeFields({ form, attendees, eventId, typeField, onTypeName }: ChangeFieldsProps) {
  const [tableNumber, paymentStatus, ticketTypeId, paidInFull] = useWatch({
    control: form.control,
    name: ["tableNumber", "paymentStatus", "ticketTypeId", "paidInFull"],
  });
  const { errors } = form.formState;
  const eventIds = new Set(attendees.map((attendee) => attendee.eventId));
  const commonEventId = eventId ?? (eventIds.size === 1 ? (attendees[0]?.eventId ?? null) : null);
  const preview = useChangePreview(
    isPartial(paymentStatus) ? [] : attendees,
    changesOf({ tableNumber, paymentStatus, ticketTypeId, paidInFull: false }),
  );
  const isBelowPrice = preview !== null && preview !== "reading" && preview.belowPrice > 0;
  // The choice ends with its box: it is of the sum that was shown.
  useEffect(() => {
    if (!isBelowPrice) form.setValue("paidInFull", false);
  }, [form, isBelowPrice]);
  const setTable = (table: string) => {
    form.clearErrors("tableNumber");
    form.setValue("tableNumber", table);
  };

  return (
    <>
      <SelectionFacts attendees={attendees} hasSums={preview === null} />
      <NotGivenField
        label={FIELD_LABEL.tableNumber}
        none={ROW_COPY.noTable}
        error={errors.tableNumber?.message}
        hint={useTableHint(commonEventId, tableNumber)}
        isNone={tableNumber === NOT_GIVEN}
        onToggle={(isNone) => setTable(isNone ? NOT_GIVEN : "")}
      >
        <WholeNumberInput
          {...form.register("tableNumber")}
          min={TABLE_MIN}
          max={TABLE_MAX}
          placeholder={CHANGE_COPY.unchanged}
        />
      </NotGivenField>
      <Field
        label={FIELD_LABEL.paymentStatus}
        error={errors.paymentStatus?.message}
        hint={paymentHint(paymentStatus)}
      >
        <Input
          {...form.register("paymentStatus")}
          autoCapitalize="none"
          placeholder={CHANGE_COPY.unchanged}
        />
        <PaymentChoices
          value={paymentStatus}
          choices={WHOLE_PAYMENTS}
          onChoose={(status) => form.setValue("paymentStatus", status === paymentStatus ? "" : status)}
        />
      </Field>
      {typeField({
        eventId: commonEventId,
        value: ticketTypeId,
        error: errors.ticketTypeId?.message,
        onChoose: (id, name = "") => {
          form.setValue("ticketTypeId", id);
          onTypeName(name);
        },
      })}
      {eventIds.size > 1 ? <p className="text-sm text-text-muted">{CHANGE_COPY.severalEvents}</p> : null}
      {preview ? (
        <ChangeEffect
          preview={preview}
          isPaidInFull={paidInFull}
          onPaidInFull={(isPaidInFull) => form.setValue("paidInFull", isPaidInFull)}
        />
      ) : null}
    </>
  );
}

/** How many guests of the event have the typed table. */
function useTableHint(eventId: number | null, typed: string): string | undefined {
  const settled = useDebouncedValue(typed.trim(), PREVIEW_DELAY_MS);
  const table = Number(settled);
  const isTable =
    settled === typed.trim() && Number.isInteger(table) && table >= TABLE_MIN && table <= TABLE_MAX;
  const { data } = useQuery({
    ...tableTotalQuery(eventId ?? 0, table),
    enabled: eventId !== null && isTable,
  });
  return isTable && data !== undefined ? CHANGE_COPY.atTable(data) : undefined;
}
