import { type FormEvent, type ReactNode, useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { Attendee } from "@/api/types";
import { DraftNote } from "@/components/form/draft-note";
import { MoneyField } from "@/components/form/money-field";
import type { TypeField } from "@/components/form/type-field";
import { EditConflict, useEdit } from "@/components/form/use-edit";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input, LinesInput, WholeNumberInput } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-store";
import type { TypedPayment } from "@/features/attendees/amount-note";
import { editDraftName, useUpdateAttendee } from "@/features/attendees/api";
import { FIELD_LABEL } from "@/features/attendees/copy";
import { EDIT_COPY } from "@/features/attendees/details/copy";
import {
  amountAfter,
  amountUnder,
  changesOf,
  conflictRows,
  EDIT_FIELDS,
  type EditValues,
  editSchema,
  isComplete,
  paymentChoices,
  valuesOf,
} from "@/features/attendees/details/edit-values";
import { NotGivenField, useNotGiven } from "@/features/attendees/not-given-field";
import { ROW_COPY } from "@/features/attendees/row-copy";
import { isPartial, TABLE_MIN } from "@/features/attendees/rules";

interface EditAttendeeFormProps {
  attendee: Attendee;
  typeField: TypeField;
  /** The name of a ticket type by its id; "" is no type. */
  typeName: (ticketTypeId: string) => string;
  amountNote: (payment: Omit<TypedPayment, "event">) => ReactNode;
  onDone: () => void;
}

/** The edit mode (contract 2). 'Save' and 'Cancel' return to the view. */
export function EditAttendeeForm({
  attendee,
  typeField,
  typeName,
  amountNote,
  onDone,
}: EditAttendeeFormProps) {
  const update = useUpdateAttendee(attendee.id);
  const { form, base, isRestored, discard, save, conflict } = useEdit<Attendee, EditValues>({
    draftName: editDraftName(attendee.id),
    isPage: true,
    row: attendee,
    valuesOf,
    schemaOf: editSchema,
    send: (values, readAs) =>
      update.mutateAsync({ ...changesOf(values, valuesOf(readAs)), version: readAs.version }),
    onSaved: () => toast(EDIT_COPY.done),
    goOn: onDone,
    failure: { fields: EDIT_FIELDS, ...EDIT_COPY.failure },
    conflict: {
      what: EDIT_COPY.what,
      rowsOf: (mine, current) => conflictRows(mine, current, typeName),
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus("fullName"), [setFocus]);

  function submit(submitEvent: FormEvent) {
    submitEvent.preventDefault();
    if (!isComplete(form.getValues())) toast({ ...EDIT_COPY.missing, variant: "destructive" });
    void form.handleSubmit(save)();
  }

  function adjustAmount(chosen: Partial<EditValues>) {
    const amount = amountUnder({ ...form.getValues(), ...chosen }, attendee);
    form.setValue("amountPaid", amount, { shouldDirty: true });
  }

  function cancel() {
    discard();
    onDone();
  }

  const { errors, defaultValues } = form.formState;
  const [paymentStatus, amountPaid, ticketTypeId] = useWatch({
    control: form.control,
    name: ["paymentStatus", "amountPaid", "ticketTypeId"],
  });
  const payment = { paymentStatus, amountPaid };
  const optional = useNotGiven(form);
  const asksForAmount = isPartial(paymentStatus);
  return (
    <Card className="flex flex-col gap-6">
      <CardTitle>{EDIT_COPY.heading}</CardTitle>
      <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-5">
        {isRestored ? <DraftNote onDiscard={discard} /> : null}
        <Field label={FIELD_LABEL.fullName} error={errors.fullName?.message}>
          <Input {...form.register("fullName")} autoCapitalize="words" />
        </Field>
        <NotGivenField label={FIELD_LABEL.phone} none={ROW_COPY.noPhone} {...optional("phone")}>
          <Input {...form.register("phone")} type="tel" inputMode="tel" />
        </NotGivenField>
        <Field label={FIELD_LABEL.email} hint={FIELD_LABEL.emailHint} error={errors.email?.message}>
          <Input {...form.register("email")} type="email" inputMode="email" />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <NotGivenField label={FIELD_LABEL.tableNumber} none={ROW_COPY.noTable} {...optional("tableNumber")}>
            <WholeNumberInput {...form.register("tableNumber")} min={TABLE_MIN} />
          </NotGivenField>
          <Field label={FIELD_LABEL.paymentStatus} error={errors.paymentStatus?.message}>
            <Select
              {...form.register("paymentStatus", {
                onChange: ({ target }) => adjustAmount({ paymentStatus: target.value }),
              })}
            >
              {paymentChoices(base.paymentStatus).map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        {typeField({
          eventId: attendee.eventId,
          value: ticketTypeId,
          error: errors.ticketTypeId?.message,
          onChoose: (id) => {
            form.setValue("ticketTypeId", id, { shouldDirty: true });
            adjustAmount({ ticketTypeId: id });
          },
        })}
        <MoneyField
          disclosure={EDIT_COPY.addAmount}
          hasAmount={asksForAmount || amountPaid !== "" || Boolean(defaultValues?.amountPaid)}
          label={FIELD_LABEL.amountPaid}
          hint={
            <>
              {asksForAmount ? FIELD_LABEL.partialHint : EDIT_COPY.amountHint}
              {amountNote({ ticketTypeId, paymentStatus, amountPaid: amountAfter(payment, valuesOf(base)) })}
            </>
          }
          error={errors.amountPaid?.message}
          {...form.register("amountPaid")}
        />
        <Field label={FIELD_LABEL.notes} hint={FIELD_LABEL.notesHint} error={errors.notes?.message}>
          <LinesInput {...form.register("notes")} />
        </Field>
        <div className="mt-1 flex gap-3">
          <Button type="submit" pending={update.isPending} pendingText={EDIT_COPY.saving}>
            {EDIT_COPY.save}
          </Button>
          <Button variant="secondary" onClick={cancel} disabled={update.isPending}>
            {EDIT_COPY.cancel}
          </Button>
        </div>
      </form>
      {conflict ? <EditConflict {...conflict} /> : null}
    </Card>
  );
}
