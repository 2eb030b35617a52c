import { useQuery } from "@tanstack/react-query";
import { Download, Mail, MessageSquareText, Share2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button, buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { PersonHeading } from "@/components/ui/person-heading";
import { QrSymbol } from "@/components/ui/qr-symbol";
import { TextLink } from "@/components/ui/text-link";
import { ticketPageQuery } from "@/features/tickets/api";
import { MESSAGE_COPY, QR_REVIEW_COPY, qrAltText, TICKET_COPY } from "@/features/tickets/copy";
import { CopyLink } from "@/features/tickets/copy-link";
import { useQrPicture, useTicketPicture } from "@/features/tickets/picture/use-ticket-picture";
import { COPIED_MS } from "@/features/tickets/rules";
import { useShareTickets } from "@/features/tickets/share-tickets";
import { TicketExitLinks } from "@/features/tickets/ticket-exit-links";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { ticketLink } from "@/features/tickets/ticket-link";
import { mailUrl, smsUrl, ticketMessage } from "@/features/tickets/ticket-message";
import { formatEventMoment } from "@/lib/event-date";

function Facts({ face, detailsUrl }: { face: TicketFace; detailsUrl: string }) {
  const facts = [
    [MESSAGE_COPY.table, face.tableNumber > 0 ? face.tableNumber : TICKET_COPY.noTable],
    [MESSAGE_COPY.invoice, face.invoiceNumber],
  ] as const;
  return (
    <div className="flex min-w-0 flex-col gap-3 text-center sm:text-left">
      <TextLink to={detailsUrl}>
        <PersonHeading fullName={face.fullName} />
      </TextLink>
      <div>
        <p className="wrap-anywhere font-medium" dir="auto">
          {face.eventName}
        </p>
        <p className="text-text-muted">{formatEventMoment(face.eventDate, face.eventTime)}</p>
      </div>
      <dl className="flex flex-wrap justify-center gap-x-8 gap-y-2 sm:justify-start">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-text-muted">{label}</dt>
            <dd className="wrap-anywhere font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface QrReviewProps {
  /** Must be stable while the same ticket is shown. */
  face: TicketFace;
  detailsUrl: string;
  /** False while the event's time and place are not known. */
  isComplete: boolean;
  phone: string;
  email: string | null;
  /** Sending by the server. */
  sending: ReactNode;
}

/** One QR code, with the ways to send it to the guest (contract 2). */
export function QrReview({ face, detailsUrl, isComplete, phone, email, sending }: QrReviewProps) {
  // Until the response the message asks for the image, which always works.
  const page = useQuery(ticketPageQuery());
  const link = ticketLink(page.data ?? null, face.qrCodeData);
  const qr = useQrPicture(face);
  const ticket = useTicketPicture(face, "large");
  const about = { title: face.eventName, text: ticketMessage(face, link) };
  const ticketFile = isComplete && ticket.kind === "ready" ? ticket.file : null;
  const qrFile = qr.kind === "ready" ? qr.file : null;
  const { share, download: downloadTicket } = useShareTickets(ticketFile, about);
  const { download } = useShareTickets(qrFile, about);
  const sms = smsUrl(face, link, phone);
  const noPhoneId = useId();
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col gap-6">
        <div className="flex flex-col items-center gap-6 sm:flex-row">
          <div className="rounded-md border">
            <QrSymbol text={face.qrCodeData} label={qrAltText(face)} />
          </div>
          <Facts face={face} detailsUrl={detailsUrl} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:grid-cols-2">
          <div className="col-span-full flex flex-wrap gap-3 *:flex-auto">
            <Button onClick={share} disabled={!ticketFile}>
              <Share2 aria-hidden="true" />
              {QR_REVIEW_COPY.share}
            </Button>
            <CopyLink qrCodes={[face.qrCodeData]} />
            <Button variant="secondary" onClick={downloadTicket} disabled={!ticketFile}>
              <Download aria-hidden="true" />
              {QR_REVIEW_COPY.downloadTicket}
            </Button>
          </div>
          <a href={mailUrl(face, link, email)} className={buttonLook({ variant: "secondary" })}>
            <Mail aria-hidden="true" />
            {QR_REVIEW_COPY.email}
          </a>
          {sms ? (
            <a href={sms} className={buttonLook({ variant: "secondary" })}>
              <MessageSquareText aria-hidden="true" />
              {QR_REVIEW_COPY.sms}
            </a>
          ) : (
            <Button variant="secondary" disabled aria-describedby={noPhoneId}>
              <MessageSquareText aria-hidden="true" />
              {QR_REVIEW_COPY.sms}
            </Button>
          )}
          <CopyButton
            text={face.qrCodeData}
            label={QR_REVIEW_COPY.copy}
            size="tight"
            shownFor={COPIED_MS}
            failure={QR_REVIEW_COPY.copyFailure}
          />
          <Button variant="secondary" size="tight" onClick={download} disabled={!qrFile}>
            <Download aria-hidden="true" />
            {QR_REVIEW_COPY.download}
          </Button>
          {sms ? null : (
            <p id={noPhoneId} className="col-span-full text-sm text-text-muted">
              {QR_REVIEW_COPY.noPhone}
            </p>
          )}
          {!link && !page.isPending && (
            <p className="col-span-full text-sm text-text-muted">
              {QR_REVIEW_COPY.attach("canShare" in navigator)}
            </p>
          )}
        </div>
        {sending}
      </Card>
      <TicketExitLinks />
    </div>
  );
}
