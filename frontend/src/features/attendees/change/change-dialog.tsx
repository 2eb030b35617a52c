import { useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { isNetworkError } from "@/api/api-error";
import { showFormFailure } from "@/components/form/failure";
import { FormFailure } from "@/components/form/failure-note";
import type { TypeField } from "@/components/form/type-field";
import { UNDO_COPY, useUndoChange } from "@/components/form/use-undo-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, WholeNumberInput } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { ChangeEffect, paymentHint } from "@/features/attendees/change/change-effect";
import { CHANGE_COPY, whatChanged } from "@/features/attendees/change/copy";
import { changesOf, selectionLeft, useChangeMany } from "@/features/attendees/change/use-change-many";
import { useChangePreview } from "@/features/attendees/change/use-change-preview";
import { FIELD_LABEL } from "@/features/attendees/copy";
import { selectedNames } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { NOBODY, selectedCount } from "@/features/attendees/list/selection";
import { SelectionFacts } from "@/features/attendees/list/selection-facts";
import { useSelectedAttendees } from "@/features/attendees/list/use-selected-attendees";
import type { HeldSelection } from "@/features/attendees/list/use-selection";
import { NotGivenField } from "@/features/attendees/not-given-field";
import { PaymentChoices } from "@/features/attendees/register/payment-choices";
import { ROW_COPY } from "@/features/attendees/row-copy";
import {
  CHANGED_PER_REQUEST_MAX,
  isPartial,
  NOT_GIVEN,
  PAYMENT_CHOICES,
  TABLE_MAX,
  TABLE_MIN,
  UNDO_TOAST_MS,
} from "@/features/attendees/rules";

interface ChangeDialogProps {
  choice: HeldSelection;
  filters: AttendeeFilters;
  /** The choice of a ticket type of the event. */
  typeField: TypeField;
  onClose: () => void;
}

const FIELDS = ["tableNumber", "paymentStatus", "ticketTypeId"] as const;

/** Without partial payments, whose amounts differ from guest to guest. */
const WHOLE_PAYMENTS = PAYMENT_CHOICES.filter((choice) => !isPartial(choice));

/** Sets a table, a payment, a ticket type or several of them for all selected attendees (contract 2). */
export function ChangeDialog({ choice, filters, typeField, onClose }: ChangeDialogProps) {
  const { selection, selected: count, names, hidden } = choice;
  const isTooMany = count > CHANGED_PER_REQUEST_MAX;
  const attendees = useSelectedAttendees(choice, filters);
  const change = useChangeMany(selection, filters);
  const undo = useUndoChange();
  const form = useForm({ defaultValues: { tableNumber: "", paymentStatus: "", ticketTypeId: "" } });
  const formId = useId();
  const [tableNumber, paymentStatus, ticketTypeId] = useWatch({ control: form.control, name: FIELDS });
  const { errors } = form.formState;
  const [typeName, setTypeName] = useState("");
  const preview = useChangePreview(
    isPartial(paymentStatus) ? [] : attendees,
    changesOf({ tableNumber, paymentStatus, ticketTypeId }),
  );

  const submit = form.handleSubmit((values) => {
    const changes = changesOf(values);
    if (Object.keys(changes).length === 0) {
      form.setError("root", { message: CHANGE_COPY.nothing });
      form.setFocus("tableNumber");
      return;
    }
    if (isPartial(values.paymentStatus)) {
      form.setError("paymentStatus", { message: CHANGE_COPY.partial }, { shouldFocus: true });
      return;
    }
    change.mutate(changes, {
      onSuccess: ({ id, updated, unchanged, amountChangeCents, attendees: before }) => {
        onClose();
        if (unchanged === updated) return toast(CHANGE_COPY.noneChanged(updated));
        choice.select(NOBODY);
        toast({
          ...CHANGE_COPY.done(
            updated - unchanged,
            unchanged,
            whatChanged(values, typeName, amountChangeCents),
          ),
          duration: UNDO_TOAST_MS,
          action: {
            text: UNDO_COPY.undo,
            run: () => undo.mutate({ id, onUndone: () => choice.reselect(before) }),
          },
        });
      },
      onError: (error) => {
        const left = selectionLeft(selection, error);
        const leftCount = selectedCount(left);
        if (leftCount < count) {
          choice.select(left);
          if (leftCount > 0) {
            form.setError("root", { message: CHANGE_COPY.dropped(count - leftCount, leftCount) });
            return;
          }
          onClose();
          toast(CHANGE_COPY.noneLeft);
          return;
        }
        showFormFailure(error, {
          form,
          fields: FIELDS,
          inForm: true,
          ...(isNetworkError(error) ? CHANGE_COPY.unconfirmed : CHANGE_COPY.failure),
        });
      },
    });
  });

  return (
    <Dialog
      open
      onOpenChange={() => change.isPending || onClose()}
      title={CHANGE_COPY.title(count)}
      description={
        isTooMany ? (
          CHANGE_COPY.tooMany
        ) : (
          <span className="text-text">{selectedNames(names, count - names.length, hidden)}</span>
        )
      }
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={change.isPending}>
            {CHANGE_COPY.cancel}
          </Button>
          {isTooMany ? null : (
            <Button type="submit" form={formId} pending={change.isPending} pendingText={CHANGE_COPY.changing}>
              {CHANGE_COPY.confirm(count)}
            </Button>
          )}
        </>
      }
    >
      {isTooMany ? null : (
        <form id={formId} onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-5">
          <FormFailure errors={errors} />
          {preview ? null : <SelectionFacts attendees={attendees} />}
          <NotGivenField
            label={FIELD_LABEL.tableNumber}
            none={ROW_COPY.noTable}
            error={errors.tableNumber?.message}
            isNone={tableNumber === NOT_GIVEN}
            onToggle={(isNone) => {
              form.clearErrors("tableNumber");
              form.setValue("tableNumber", isNone ? NOT_GIVEN : "");
            }}
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
            eventId: filters.eventId,
            value: ticketTypeId,
            error: errors.ticketTypeId?.message,
            onChoose: (id, name = "") => {
              form.setValue("ticketTypeId", id);
              setTypeName(name);
            },
          })}
          {preview ? <ChangeEffect preview={preview} /> : null}
        </form>
      )}
    </Dialog>
  );
}
