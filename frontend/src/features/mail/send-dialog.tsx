import { useQuery } from "@tanstack/react-query";
import { Mail, MailCheck, MailX, UserX } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isNetworkError } from "@/api/api-error";
import type { SendRequest, SendResult } from "@/api/types";
import { failureText, showFailure } from "@/components/form/failure";
import { type SelectionRefusal, selectionRefusal } from "@/components/form/selection-refusal";
import { Checkbox } from "@/components/ui/checkbox";
import { EmailText } from "@/components/ui/email-text";
import { Question } from "@/components/ui/question";
import { toast } from "@/components/ui/toast-store";
import { countQuery, useSendTickets } from "@/features/mail/api";
import { SEND_COPY as COPY } from "@/features/mail/copy";

interface SendDialogProps {
  title: string;
  /** The guests, and their number as the person sees it. */
  request: SendRequest;
  /** The address, where it is a message to one guest. */
  email?: string;
  /** Whether the box 'Send again' is ticked, where that outlives this dialog. */
  againState?: readonly [boolean, (again: boolean) => void];
  /** Above the counts. */
  note?: string | null;
  /** Some of the guests are gone. Without it the dialog shows the server's sentence. */
  onMissing?: (refusal: SelectionRefusal) => void;
  onClose: () => void;
  onSent?: () => void;
}

/** First what would be sent, then the queue (contract 2.mail.5). */
export function SendDialog({
  title,
  request,
  email,
  againState,
  note,
  onMissing,
  onClose,
  onSent,
}: SendDialogProps) {
  const ownState = useState(request.again ?? false);
  const [again, setAgain] = againState ?? ownState;
  const asked = { ...request, again };
  const count = useQuery(countQuery(asked));
  const send = useSendTickets();
  /** True from the press until a failure, before the button shows it. */
  const isConfirmed = useRef(false);
  const result = count.data;
  const refusal = selectionRefusal(send.error ?? count.error);
  useEffect(() => {
    if (refusal) onMissing?.(refusal);
  }, [refusal, onMissing]);
  // The box stays once it was ticked, when nobody is left out as sent.
  const offersAgain = !request.again && (again || Boolean(result?.alreadySent));

  function submit() {
    if (isConfirmed.current) return;
    isConfirmed.current = true;
    // Even after a change of the selection, which replaces this dialog.
    void send.mutateAsync(asked).then(
      ({ queued }) => {
        toast(queued > 0 ? COPY.done(queued) : COPY.sentElsewhere);
        onSent?.();
        onClose();
      },
      (error: unknown) => {
        isConfirmed.current = false;
        if (onMissing && selectionRefusal(error)) return;
        if (isNetworkError(error)) toast({ ...COPY.unconfirmed, variant: "destructive" });
        else showFailure(error, COPY.failure);
      },
    );
  }

  return (
    <Question
      title={title}
      variant="primary"
      submit={COPY.confirm(result?.queued ?? 0)}
      disabled={!result?.queued || count.isPlaceholderData}
      pending={send.isPending}
      pendingText={COPY.sending}
      onCancel={onClose}
      onSubmit={submit}
    >
      {result ? (
        <div className="flex flex-col gap-1">
          {note ? (
            <p role="status" className="mb-2 font-medium">
              {note}
            </p>
          ) : null}
          <Counts result={result} email={email} again={again} />
          {offersAgain ? (
            <Checkbox
              label={COPY.again}
              checked={again}
              onChange={({ target }) => setAgain(target.checked)}
              className="-ml-3.5"
            />
          ) : null}
        </div>
      ) : (
        <p role="status">{count.isError ? failureText(count.error, COPY.countFailed) : COPY.counting}</p>
      )}
    </Question>
  );
}

/** The guests who will be sent a ticket, and those left out, with the reason. */
function Counts({ result, email, again }: { result: SendResult; email: string | undefined; again: boolean }) {
  const { queued, withoutEmail, alreadySent, erased } = result;
  const will = email ? COPY.goesTo(email) : COPY.willGet(result);
  return (
    <ul aria-live="polite" className="flex flex-col gap-2 tabular-nums">
      <Count icon={<Mail />} isMain>
        {queued ? will : COPY.nobody}
        {email ? null : <Addresses of={result} />}
      </Count>
      {withoutEmail ? <Count icon={<MailX />}>{COPY.withoutEmail(withoutEmail)}</Count> : null}
      {alreadySent ? (
        <Count icon={<MailCheck />}>
          {again ? COPY.waiting(alreadySent) : COPY.alreadySent(alreadySent)}
        </Count>
      ) : null}
      {erased ? <Count icon={<UserX />}>{COPY.erased(erased)}</Count> : null}
    </ul>
  );
}

/** None where there are many. */
function Addresses({ of: { addresses } }: { of: SendResult }) {
  return addresses.length === 0 ? null : (
    <ul className="mt-1 flex flex-col gap-1 font-normal">
      {addresses.map((each) => (
        <li key={each.address}>
          <EmailText text={COPY.addressed(each)} />
        </li>
      ))}
    </ul>
  );
}

function Count({ icon, isMain, children }: { icon: ReactNode; isMain?: boolean; children: ReactNode }) {
  return (
    <li
      className={`wrap-anywhere flex gap-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 ${isMain ? "font-medium [&_svg]:text-accent" : "text-text-muted"}`}
    >
      {icon}
      <div className="min-w-0">{children}</div>
    </li>
  );
}
