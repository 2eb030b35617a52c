import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { currentOfConflict } from "@/api/api-error";
import type { Attendee } from "@/api/types";
import { ConflictDialog } from "@/components/form/conflict-dialog";
import { showFailure, showFormFailure } from "@/components/form/failure";
import { MoneyField } from "@/components/form/money-field";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-store";
import { editDraftName, useUpdateAttendee } from "@/features/attendees/api";
import { EDIT_COPY } from "@/features/attendees/details/copy";
import {
  changesOf,
  conflictRows,
  EDIT_FIELDS,
  type EditValues,
  editSchema,
  isComplete,
  paymentChoices,
  valuesOf,
} from "@/features/attendees/details/edit-values";
import { TABLE_MIN } from "@/features/attendees/rules";
import { useKeepDraft, useKeptDraft } from "@/lib/drafts";
import { useStillHere } from "@/lib/still-here";

/** What an edit builds on: the attendee as it was read, and which version that was. */
interface Draft {
  values: EditValues;
  base: Attendee;
}

/** Whether an edit of this attendee was under way when the sign-in ended. */
export const useHasKeptEdit = (id: number): boolean => useKeptDraft<Draft>(editDraftName(id)) !== null;

interface EditAttendeeFormProps {
  attendee: Attendee;
  onDone: () => void;
}

/** contract 2: the edit mode. 'Save' and 'Cancel' lead back to the view. */
export function EditAttendeeForm({ attendee, onDone }: EditAttendeeFormProps) {
  const update = useUpdateAttendee(attendee.id);
  const isHere = useStillHere();
  const draft = useKeptDraft<Draft>(editDraftName(attendee.id));
  const [base, setBase] = useState(draft?.base ?? attendee);
  const [conflict, setConflict] = useState<{ mine: EditValues; current: Attendee } | null>(null);
  const form = useForm<EditValues>({
    resolver: zodResolver(editSchema(base.tableNumber)),
    defaultValues: draft?.values ?? valuesOf(attendee),
  });
  useKeepDraft(editDraftName(attendee.id), (): Draft => ({ values: form.getValues(), base }));
  const { setFocus } = form;
  useEffect(() => setFocus("fullName"), [setFocus]);

  function save(values: EditValues, version: number) {
    void update.mutateAsync({ ...changesOf(values, valuesOf(base)), version }).then(
      () => {
        toast(EDIT_COPY.done);
        if (isHere()) onDone();
      },
      (error: unknown) => {
        const current = currentOfConflict<Attendee>(error);
        if (!isHere()) showFailure(error, EDIT_COPY.failure);
        else if (current) setConflict({ mine: values, current });
        else showFormFailure(error, { form, fields: EDIT_FIELDS, ...EDIT_COPY.failure });
      },
    );
  }

  function submit(submitEvent: FormEvent) {
    submitEvent.preventDefault();
    const values = form.getValues();
    if (!isComplete(values)) {
      toast({ ...EDIT_COPY.missing, variant: "destructive" });
      setFocus(values.fullName.trim() ? "phone" : "fullName");
      return;
    }
    void form.handleSubmit((checked) => save(checked, base.version))();
  }

  const { errors, defaultValues } = form.formState;
  return (
    <Card className="flex flex-col gap-6">
      <CardTitle>{EDIT_COPY.heading}</CardTitle>
      <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-5">
        <Field label={EDIT_COPY.fullName} error={errors.fullName?.message}>
          <Input {...form.register("fullName")} autoCapitalize="words" />
        </Field>
        <Field label={EDIT_COPY.phone} error={errors.phone?.message}>
          <Input {...form.register("phone")} type="tel" inputMode="tel" />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label={EDIT_COPY.tableNumber}
            hint={base.tableNumber < TABLE_MIN ? EDIT_COPY.noTableHint : undefined}
            error={errors.tableNumber?.message}
          >
            <Input
              {...form.register("tableNumber")}
              type="number"
              inputMode="numeric"
              min={TABLE_MIN}
              step={1}
              className="tabular-nums"
            />
          </Field>
          <Field label={EDIT_COPY.paymentStatus} error={errors.paymentStatus?.message}>
            <Select {...form.register("paymentStatus")}>
              {paymentChoices(base.paymentStatus).map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <MoneyField
          disclosure={EDIT_COPY.addAmount}
          startsOpen={Boolean(defaultValues?.amountPaid)}
          label={EDIT_COPY.amountPaid}
          hint={EDIT_COPY.amountHint}
          error={errors.amountPaid?.message}
          {...form.register("amountPaid")}
        />
        <div className="mt-1 flex gap-3">
          <Button type="submit" pending={update.isPending} pendingText={EDIT_COPY.saving}>
            {EDIT_COPY.save}
          </Button>
          <Button variant="secondary" onClick={onDone} disabled={update.isPending}>
            {EDIT_COPY.cancel}
          </Button>
        </div>
      </form>
      {conflict ? (
        <ConflictDialog
          what={EDIT_COPY.what}
          current={conflict.current}
          rows={conflictRows(conflict.mine, conflict.current)}
          onClose={() => setConflict(null)}
          onUseTheirs={() => {
            setConflict(null);
            setBase(conflict.current);
            form.reset(valuesOf(conflict.current));
          }}
          onUseMine={() => {
            setConflict(null);
            save(conflict.mine, conflict.current.version);
          }}
        />
      ) : null}
    </Card>
  );
}
