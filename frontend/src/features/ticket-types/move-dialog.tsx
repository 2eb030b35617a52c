import { useState } from "react";
import type { TicketType } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { NO_TYPE } from "@/components/form/type-field";
import { useDialogResult } from "@/components/form/use-dialog-result";
import { Field } from "@/components/ui/field";
import { Question } from "@/components/ui/question";
import { Select } from "@/components/ui/select";
import { useDeleteType } from "@/features/ticket-types/api";
import { TYPE_FIELD_COPY } from "@/features/ticket-types/copy";
import { TYPE_DIALOG_COPY as COPY } from "@/features/ticket-types/dialog-copy";

interface MoveDialogProps {
  type: TicketType;
  guests: number;
  others: readonly TicketType[];
  onClose: () => void;
}

/** Deletes a type in use, with the type that its guests get instead (contract 7.ticket-type). */
export function MoveDialog({ type, guests, others, onClose }: MoveDialogProps) {
  const remove = useDeleteType(type.id);
  const removed = useDialogResult({ failure: COPY.removeFailure }, onClose);
  const [moveTo, setMoveTo] = useState<string>(NO_TYPE);
  return (
    <Question
      title={COPY.moveTitle(type.name)}
      description={COPY.moveText(guests)}
      submit={COPY.remove}
      pending={remove.isPending}
      pendingText={COPY.removing}
      onCancel={onClose}
      onSubmit={() => void remove.mutateAsync(moveTo).then(removed.onSuccess, removed.onError)}
    >
      <Field
        label={COPY.moveTo}
        error={remove.isError ? failureText(remove.error, COPY.removeFailure.fallback) : undefined}
      >
        <Select value={moveTo} onChange={({ target }) => setMoveTo(target.value)}>
          <option value={NO_TYPE}>{TYPE_FIELD_COPY.none}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </Question>
  );
}
