import { useState } from "react";
import type { Attendee } from "@/api/types";
import { failureContent } from "@/components/form/failure";
import { FailureNote } from "@/components/form/failure-note";
import { ERASE_WORD, isConfirmed, TypedConfirmation } from "@/components/form/typed-confirmation";
import { useDialogResult } from "@/components/form/use-dialog-result";
import { Callout } from "@/components/ui/callout";
import { Question } from "@/components/ui/question";
import { useEraseAttendee } from "@/features/attendees/erase/api";
import { ERASE_COPY } from "@/features/attendees/erase/copy";

interface EraseDialogProps {
  attendee: Attendee;
  onClose: () => void;
}

/** Lists what is erased and what stays, and asks for the typed word (contract 2.erase). */
export function EraseDialog({ attendee, onClose }: EraseDialogProps) {
  const [typed, setTyped] = useState("");
  const erase = useEraseAttendee(attendee.id, useDialogResult(ERASE_COPY, onClose));
  return (
    <Question
      title={ERASE_COPY.title}
      description={ERASE_COPY.text(attendee.fullName)}
      submit={ERASE_COPY.submit}
      disabled={!isConfirmed(typed, ERASE_WORD)}
      pending={erase.isPending}
      pendingText={ERASE_COPY.erasing}
      onCancel={onClose}
      onSubmit={() => erase.mutate()}
    >
      <FailureNote failure={erase.error && failureContent(erase.error, ERASE_COPY.failure)} />
      <Points title={ERASE_COPY.goes} points={ERASE_COPY.gone} />
      <Points title={ERASE_COPY.stays} points={ERASE_COPY.kept} />
      <Callout tone="info">{ERASE_COPY.backups}</Callout>
      <TypedConfirmation word={ERASE_WORD} value={typed} onChange={setTyped} disabled={erase.isPending} />
    </Question>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{title}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-text-muted">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
