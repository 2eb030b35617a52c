import { useId } from "react";
import { useForm, useWatch } from "react-hook-form";
import { showFormFailure } from "@/components/form/failure";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, WholeNumberInput } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { CHANGE_COPY } from "@/features/attendees/change/copy";
import { useChangeMany } from "@/features/attendees/change/use-change-many";
import { FIELD_LABEL } from "@/features/attendees/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { type Selection, selectedCount } from "@/features/attendees/list/selection";
import { PaymentChoices } from "@/features/attendees/register/payment-choices";
import {
  CHANGED_AT_ONCE,
  isPartial,
  PAYMENT_CHOICES,
  TABLE_MAX,
  TABLE_MIN,
} from "@/features/attendees/rules";

interface ChangeDialogProps {
  selection: Selection;
  filters: AttendeeFilters;
  onClose: () => void;
  onChanged: () => void;
}

const FIELDS = ["tableNumber", "paymentStatus"] as const;

/** Part payments differ from guest to guest. */
const WHOLE_PAYMENTS = PAYMENT_CHOICES.filter((choice) => !isPartial(choice));

/** contract 2: a table, a payment, or both, for everybody selected. What goes wrong is said in here. */
export function ChangeDialog({ selection, filters, onClose, onChanged }: ChangeDialogProps) {
  const count = selectedCount(selection);
  const isTooMany = count > CHANGED_AT_ONCE;
  const change = useChangeMany(selection, filters);
  const form = useForm({ defaultValues: { tableNumber: "", paymentStatus: "" } });
  const formId = useId();
  const paymentStatus = useWatch({ control: form.control, name: "paymentStatus" });
  const { errors } = form.formState;

  const submit = form.handleSubmit((values) => {
    const table = values.tableNumber.trim();
    const payment = values.paymentStatus.trim();
    if (!table && !payment) {
      form.setError("tableNumber", { message: CHANGE_COPY.nothing }, { shouldFocus: true });
      return;
    }
    change.mutate(
      {
        ...(table ? { tableNumber: Number(table) } : {}),
        ...(payment ? { paymentStatus: payment } : {}),
      },
      {
        onSuccess: ({ updated }) => {
          onChanged();
          toast(CHANGE_COPY.done(updated));
        },
        onError: (error) =>
          showFormFailure(error, { form, fields: FIELDS, inForm: true, ...CHANGE_COPY.failure }),
      },
    );
  });

  return (
    <Dialog
      open
      onOpenChange={() => change.isPending || onClose()}
      title={CHANGE_COPY.title(count)}
      description={isTooMany ? CHANGE_COPY.tooMany : CHANGE_COPY.text}
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
          <Field label={FIELD_LABEL.tableNumber} error={errors.tableNumber?.message}>
            <WholeNumberInput
              {...form.register("tableNumber")}
              min={TABLE_MIN}
              max={TABLE_MAX}
              placeholder={CHANGE_COPY.unchanged}
            />
          </Field>
          <Field label={FIELD_LABEL.paymentStatus} error={errors.paymentStatus?.message}>
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
        </form>
      )}
    </Dialog>
  );
}
