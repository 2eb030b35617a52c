import { useState } from "react";
import { failureContent } from "@/components/form/failure";
import { FailureNote } from "@/components/form/failure-note";
import { useDialogResult } from "@/components/form/use-dialog-result";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { usePostponeEvent } from "@/features/privacy/retention/api";
import { POSTPONE_COPY } from "@/features/privacy/retention/copy";

export interface PostponedEvent {
  id: number;
  name: string;
  keepUntil: string | null;
}

/** Postpones the erasure of one event's guests (contract 2.keep). */
export function PostponeDialog({ event, onClose }: { event: PostponedEvent; onClose: () => void }) {
  const [day, setDay] = useState(event.keepUntil ?? "");
  const save = usePostponeEvent(event.id, useDialogResult(POSTPONE_COPY, onClose));
  return (
    <Dialog
      open
      onOpenChange={() => save.isPending || onClose()}
      title={POSTPONE_COPY.title}
      description={POSTPONE_COPY.text(event.name)}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            {POSTPONE_COPY.cancel}
          </Button>
          {event.keepUntil === null ? null : (
            <Button variant="secondary" onClick={() => save.mutate(null)} disabled={save.isPending}>
              {POSTPONE_COPY.remove}
            </Button>
          )}
          <Button
            onClick={() => save.mutate(day)}
            disabled={day === ""}
            pending={save.isPending}
            pendingText={POSTPONE_COPY.saving}
          >
            {POSTPONE_COPY.submit}
          </Button>
        </>
      }
    >
      <FailureNote failure={save.isError ? failureContent(save.error, POSTPONE_COPY.failure) : null} />
      <Field label={POSTPONE_COPY.label}>
        <DateField
          value={day}
          onChange={setDay}
          calendarLabel={POSTPONE_COPY.openCalendar}
          placeholder={POSTPONE_COPY.placeholder}
        />
      </Field>
    </Dialog>
  );
}
