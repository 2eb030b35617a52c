import { useQuery } from "@tanstack/react-query";
import type { MailDialogProps } from "@/components/form/mail-slot";
import { Question } from "@/components/ui/question";
import { SEND_COPY } from "@/features/mail/copy";
import { SendDialog } from "@/features/mail/send-dialog";

/** 'Email tickets' for a selection: its guests are read first, then counted. */
export function SelectionDialog({ count, selected, onClose, onSent }: MailDialogProps) {
  const ids = useQuery({ ...selected, gcTime: 0, staleTime: 0 });
  const title = SEND_COPY.title(count);
  if (ids.data) {
    return (
      <SendDialog
        title={title}
        request={{ ids: ids.data, expected: count }}
        onClose={onClose}
        onSent={onSent}
      />
    );
  }
  return (
    <Question
      title={title}
      variant="primary"
      cancel={SEND_COPY.cancel}
      submit={SEND_COPY.confirm(0)}
      disabled
      onCancel={onClose}
      onSubmit={onClose}
    >
      <p role="status">{ids.isError ? SEND_COPY.countFailed : SEND_COPY.counting}</p>
    </Question>
  );
}
