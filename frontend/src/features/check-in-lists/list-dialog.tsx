import { type FormEvent, useId, useState } from "react";
import type { CheckInList, TicketType } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { FailureNote } from "@/components/form/failure-note";
import { useDialogResult } from "@/components/form/use-dialog-result";
import { useDiscardQuestion } from "@/components/form/use-discard-question";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Question } from "@/components/ui/question";
import { Switch } from "@/components/ui/switch";
import { useDeleteList, useSaveList } from "@/features/check-in-lists/api";
import { LIST_DIALOG_COPY as COPY } from "@/features/check-in-lists/copy";
import { RuleField, TypesField } from "@/features/check-in-lists/list-fields";
import {
  errorsOf,
  LIST_NAME_MAX,
  type ListErrors,
  type ListValues,
  payloadOf,
  refusalOf,
  valuesOf,
} from "@/features/check-in-lists/list-values";

interface ListDialogProps {
  eventId: number;
  /** Null for a new one. */
  list: CheckInList | null;
  types: readonly TicketType[];
  onClose: () => void;
}

/** Adds, changes or deletes a check-in list, and shows its failures (contract 2.check-in-list). */
export function ListDialog({ eventId, list, types, onClose }: ListDialogProps) {
  const formId = useId();
  const [opened] = useState(() => valuesOf(list, types));
  const [values, setValues] = useState(opened);
  const [errors, setErrors] = useState<ListErrors>({});
  const [asksDeletion, setAsksDeletion] = useState(false);
  const save = useSaveList(eventId, list?.id ?? null, payloadOf(opened));
  const remove = useDeleteList(list?.id ?? 0);
  const saved = useDialogResult({ failure: COPY.saveFailure }, onClose);
  const removed = useDialogResult({ failure: COPY.removeFailure }, onClose);

  const isTouched = () => JSON.stringify(values) !== JSON.stringify(opened);
  const { leave, question } = useDiscardQuestion(isTouched, onClose);

  function change(changed: Partial<ListValues>) {
    setValues((now) => ({ ...now, ...changed }));
  }

  function submit(submitEvent: FormEvent) {
    submitEvent.preventDefault();
    const found = errorsOf(values);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    void save.mutateAsync(payloadOf(values)).then(saved.onSuccess, (error) => {
      setErrors(refusalOf(error));
      saved.onError(error);
    });
  }

  if (list && asksDeletion) {
    return (
      <Question
        title={COPY.removeTitle(list.name)}
        description={COPY.removeText}
        submit={COPY.remove}
        pending={remove.isPending}
        pendingText={COPY.removing}
        onCancel={onClose}
        onSubmit={() => void remove.mutateAsync().then(removed.onSuccess, removed.onError)}
      >
        <FailureNote
          failure={remove.isError ? { title: failureText(remove.error, COPY.removeFailure.fallback) } : null}
        />
      </Question>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={() => save.isPending || leave()}
      title={list ? COPY.editTitle : COPY.newTitle}
      actions={
        <>
          {list ? (
            <Button
              variant="danger"
              className="sm:mr-auto"
              disabled={save.isPending}
              onClick={() => setAsksDeletion(true)}
            >
              {COPY.remove}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            {COPY.cancel}
          </Button>
          <Button type="submit" form={formId} pending={save.isPending} pendingText={COPY.saving}>
            {COPY.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-5">
        <FailureNote failure={errors.form ? { title: errors.form } : null} />
        <Field label={COPY.name} error={errors.name}>
          <Input
            value={values.name}
            maxLength={LIST_NAME_MAX}
            onChange={({ target }) => change({ name: target.value })}
            autoCapitalize="words"
          />
        </Field>
        <RuleField value={values.rule} error={errors.rule} onChoose={(rule) => change({ rule })} />
        <TypesField
          types={types}
          chosen={values.ticketTypeIds}
          error={errors.ticketTypeIds}
          onChoose={(ticketTypeIds) => change({ ticketTypeIds })}
        />
        <Field label={COPY.capacity} hint={COPY.capacityHint} error={errors.capacity}>
          <Input
            value={values.capacity}
            inputMode="numeric"
            onChange={({ target }) => change({ capacity: target.value })}
          />
        </Field>
        <Switch
          label={COPY.needsEntrance}
          hint={COPY.needsEntranceHint}
          checked={values.needsEntrance}
          onChange={(needsEntrance) => change({ needsEntrance })}
        />
      </form>
      {question}
    </Dialog>
  );
}
