import { useState } from "react";
import type { DueGuests } from "@/api/types";
import { failureContent } from "@/components/form/failure";
import { FailureNote } from "@/components/form/failure-note";
import { ERASE_WORD, isConfirmed, TypedConfirmation } from "@/components/form/typed-confirmation";
import { useDialogResult } from "@/components/form/use-dialog-result";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDueGuests, useSetRetention } from "@/features/privacy/retention/api";
import { RETENTION_DIALOG_COPY } from "@/features/privacy/retention/copy";
import { formatEventDate } from "@/lib/event-date";

const OFFERED_DAYS = 90;
const DAYS_MAX = 3650;
const LISTED_EVENTS = 5;

interface RetentionDialogProps {
  keepDays: number | null;
  onClose: () => void;
}

/**
 * Shows which guests are due before a period is set; if there are any, the user must type the word (contract 2.keep).
 */
export function RetentionDialog({ keepDays, onClose }: RetentionDialogProps) {
  const [text, setText] = useState(String(keepDays ?? OFFERED_DAYS));
  const [typed, setTyped] = useState("");
  const look = useDueGuests();
  const { onSuccess, onError } = useDialogResult(RETENTION_DIALOG_COPY, onClose);
  const save = useSetRetention({
    onSuccess,
    onError: (error) => {
      onError(error);
      // The preview may be outdated.
      look.reset();
      setTyped("");
    },
  });
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  const isValid = days >= 1 && days <= DAYS_MAX;
  const due = look.data;
  const [failed, words] = save.error
    ? [save.error, RETENTION_DIALOG_COPY.failure]
    : [look.error, RETENTION_DIALOG_COPY.lookFailure];

  function showDue() {
    save.reset();
    look.mutate(days);
  }

  return (
    <Dialog
      open
      onOpenChange={() => save.isPending || onClose()}
      title={RETENTION_DIALOG_COPY.title}
      description={RETENTION_DIALOG_COPY.text}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            {RETENTION_DIALOG_COPY.cancel}
          </Button>
          {keepDays === null ? null : (
            <Button
              variant="secondary"
              onClick={() => save.mutate({ keepDays: null, guests: 0 })}
              disabled={save.isPending}
            >
              {RETENTION_DIALOG_COPY.off}
            </Button>
          )}
          {due ? (
            <Button
              variant={due.guests > 0 ? "danger" : "primary"}
              onClick={() => save.mutate({ keepDays: days, guests: due.guests })}
              disabled={due.guests > 0 && !isConfirmed(typed, ERASE_WORD)}
              pending={save.isPending}
              pendingText={RETENTION_DIALOG_COPY.saving}
            >
              {RETENTION_DIALOG_COPY.submit(days)}
            </Button>
          ) : (
            <Button
              onClick={showDue}
              disabled={!isValid}
              pending={look.isPending}
              pendingText={RETENTION_DIALOG_COPY.looking}
            >
              {RETENTION_DIALOG_COPY.look}
            </Button>
          )}
        </>
      }
    >
      <FailureNote failure={failed && failureContent(failed, words)} />
      <Field label={RETENTION_DIALOG_COPY.label} error={isValid ? undefined : RETENTION_DIALOG_COPY.badDays}>
        <Input
          value={text}
          inputMode="numeric"
          autoComplete="off"
          disabled={save.isPending || look.isPending}
          onChange={({ target }) => {
            setText(target.value);
            setTyped("");
            look.reset();
          }}
        />
      </Field>
      {due ? <Due due={due} /> : null}
      {due && due.guests > 0 ? (
        <TypedConfirmation word={ERASE_WORD} value={typed} onChange={setTyped} disabled={save.isPending} />
      ) : null}
    </Dialog>
  );
}

function Due({ due: { guests, eraseOn, events } }: { due: DueGuests }) {
  if (guests === 0) return <p>{RETENTION_DIALOG_COPY.nobody}</p>;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{RETENTION_DIALOG_COPY.due(guests, formatEventDate(eraseOn))}</h3>
      <ul className="flex flex-col divide-y rounded-md border text-sm">
        {events.slice(0, LISTED_EVENTS).map(({ id, name, date, guests: count }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 px-3 py-2">
            <span className="wrap-anywhere min-w-0">
              {name}, {formatEventDate(date)}
            </span>
            <span className="shrink-0 text-text-muted tabular-nums">
              {RETENTION_DIALOG_COPY.guests(count)}
            </span>
          </li>
        ))}
        {events.length > LISTED_EVENTS ? (
          <li className="px-3 py-2 text-text-muted">{RETENTION_DIALOG_COPY.more}</li>
        ) : null}
      </ul>
    </section>
  );
}
