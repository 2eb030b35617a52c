import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MailDialogProps } from "@/components/form/mail-slot";
import type { SelectionRefusal } from "@/components/form/selection-refusal";
import { Question } from "@/components/ui/question";
import { toast } from "@/components/ui/toast-store";
import { SEND_COPY } from "@/features/mail/copy";
import { SendDialog } from "@/features/mail/send-dialog";
import { useStable } from "@/hooks/use-latest";

/** 'Email tickets' for a selection: its guests are read first, then counted. Deleted guests leave it. */
export function SelectionDialog({ count, selected, onMissing, onClose, onSent }: MailDialogProps) {
  const ids = useQuery({ ...selected, gcTime: 0, staleTime: 0 });
  const [first] = useState(count);
  const againState = useState(false);
  const drop = useStable((refusal: SelectionRefusal) => {
    if (onMissing(refusal) > 0) return;
    onClose();
    toast(SEND_COPY.noneLeft);
  });
  const matching = ids.data?.length ?? count;
  // Guests may stop matching while their ids are read.
  useEffect(() => {
    if (matching < count) drop({ matching });
  }, [matching, count, drop]);
  const title = SEND_COPY.title(count);
  // The server reports more guests than were selected.
  if (ids.data && matching >= count) {
    return (
      <SendDialog
        title={title}
        request={{ ids: ids.data, expected: count }}
        againState={againState}
        note={count < first ? SEND_COPY.dropped(first - count) : null}
        onMissing={drop}
        onClose={onClose}
        onSent={onSent}
      />
    );
  }
  return (
    <Question
      title={title}
      variant="primary"
      submit={SEND_COPY.confirm(0)}
      disabled
      onCancel={onClose}
      onSubmit={onClose}
    >
      <p role="status">{ids.isError ? SEND_COPY.countFailed : SEND_COPY.counting}</p>
    </Question>
  );
}
