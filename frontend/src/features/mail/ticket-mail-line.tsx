import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, Clock, MailX, Send, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import type { Attendee } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { EmailText } from "@/components/ui/email-text";
import { TextLink } from "@/components/ui/text-link";
import { sendingQuery, useResolve } from "@/features/mail/api";
import { mailLabel, SEND_COPY, STATE_COPY } from "@/features/mail/copy";
import { SendDialog } from "@/features/mail/send-dialog";
import { classes } from "@/lib/classes";

const ICONS = {
  sent: <CircleCheck className="text-success" />,
  failed: <TriangleAlert className="text-danger-text" />,
  unknown: <CircleHelp className="text-warning" />,
  queued: <Clock />,
  sending: <Clock />,
};

interface TicketMailLineProps {
  attendee: Attendee;
  /** True if 'Email ticket' is the screen's primary action. */
  isPrimary?: boolean;
}

/** State of a guest's ticket by email, and 'Email ticket'; nothing where the server cannot send. */
export function TicketMailLine({ attendee, isPrimary = false }: TicketMailLineProps) {
  const { data } = useQuery(sendingQuery());
  const [isSending, setIsSending] = useState(false);
  const { ticketMail: mail, email } = attendee;
  if (!data?.mail.isSetUp) return null;
  const wasSent = mail?.state === "sent";
  const canSend = mail === null || wasSent || mail.state === "failed";
  return (
    <div className={classes("flex flex-col gap-3", !isPrimary && "border-t pt-3")}>
      <div className="wrap-anywhere flex gap-2 text-sm [&_svg]:size-5 [&_svg]:shrink-0">
        {mail ? ICONS[mail.state as keyof typeof ICONS] : <MailX />}
        <div>
          <p role="status">{`${STATE_COPY.title}: ${mailLabel(mail)}`}</p>
          {canSend && email ? (
            <p className="text-text-muted">
              <EmailText text={STATE_COPY.to(email)} />
            </p>
          ) : null}
        </div>
      </div>
      {mail?.state === "unknown" ? <Decision attendeeId={attendee.id} /> : null}
      {canSend ? (
        email ? (
          <Button variant={isPrimary ? "primary" : "secondary"} onClick={() => setIsSending(true)}>
            <Send />
            {wasSent ? STATE_COPY.again : SEND_COPY.one}
          </Button>
        ) : (
          <NoEmail detailsUrl={`/attendee-details/${attendee.id}`} />
        )
      ) : null}
      {isSending ? (
        <SendDialog
          title={SEND_COPY.titleOne(attendee.fullName)}
          request={{ ids: [attendee.id], expected: 1, again: wasSent }}
          {...(email ? { email } : {})}
          onClose={() => setIsSending(false)}
        />
      ) : null}
    </div>
  );
}

/** The next step for a guest without an address: their details, unless this is that screen. */
function NoEmail({ detailsUrl }: { detailsUrl: string }) {
  const { pathname } = useLocation();
  return (
    <p className="text-sm text-text-muted">
      {pathname === detailsUrl ? (
        STATE_COPY.noEmail
      ) : (
        <TextLink to={detailsUrl}>{STATE_COPY.noEmail}</TextLink>
      )}
    </p>
  );
}

/** Only a person can say whether a message of unknown outcome arrived. */
function Decision({ attendeeId }: { attendeeId: number }) {
  const resolve = useResolve(attendeeId);
  const answer = (arrived: boolean) => ({
    variant: "secondary" as const,
    className: "grow",
    disabled: resolve.isPending,
    onClick: () =>
      void resolve.mutateAsync(arrived).catch((error) => showFailure(error, STATE_COPY.resolveFailure)),
  });
  return (
    <>
      <p className="text-sm text-text-muted">{STATE_COPY.unknownText}</p>
      <div className="flex flex-wrap gap-3">
        <Button {...answer(true)}>{STATE_COPY.arrived}</Button>
        <Button {...answer(false)}>{STATE_COPY.notArrived}</Button>
      </div>
    </>
  );
}
