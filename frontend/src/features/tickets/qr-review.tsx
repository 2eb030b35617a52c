import { useQuery } from "@tanstack/react-query";
import { Download, Mail, MessageSquareText, Printer, Share2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useLocation } from "react-router";
import { Button, ButtonLink, buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { QrSymbol } from "@/components/ui/qr-symbol";
import { ticketPageQuery } from "@/features/tickets/api";
import { QR_REVIEW_COPY, qrAltText, RESULT_COPY } from "@/features/tickets/copy";
import { CopyLink } from "@/features/tickets/copy-link";
import { useQrPicture, useTicketPicture } from "@/features/tickets/picture/use-ticket-picture";
import { COPIED_MS } from "@/features/tickets/rules";
import { canShareFiles, useShareTickets } from "@/features/tickets/share-tickets";
import { TicketExitLinks } from "@/features/tickets/ticket-exit-links";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { ticketLink } from "@/features/tickets/ticket-link";
import { mailUrl, smsUrl, ticketMessage } from "@/features/tickets/ticket-message";
import type { Origin } from "@/hooks/origin";

interface QrReviewProps {
  /** Must be stable while the same ticket is shown. */
  face: TicketFace;
  heading: ReactNode;
  facts: ReactNode;
  /** False while the event's time and place are not known. */
  isComplete: boolean;
  /** As it was typed; null without one. */
  phone: string | null;
  email: string | null;
  printAddress: string;
  /** True if the server can send emails. */
  sendsEmails: boolean;
  /** Sending by the server; its button is the primary one where the browser cannot share files. */
  sending: (isPrimary: boolean) => ReactNode;
}

/** One QR code, with the ways to send it to the guest (contract 2). */
export function QrReview({ face, heading, facts, isComplete, phone, email, ...rest }: QrReviewProps) {
  const { printAddress, sendsEmails, sending } = rest;
  const { pathname } = useLocation();
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
  const canShare = canShareFiles();
  // Does not depend on the guest, so that no button moves from one guest to the next.
  const first = canShare ? "share" : sendsEmails ? "email" : "download";
  const primary = first === "email" && !email ? "download" : first;
  const shareButton = (
    <Button variant={canShare ? "primary" : "secondary"} size="tight" onClick={share} disabled={!ticketFile}>
      <Share2 />
      {QR_REVIEW_COPY.share}
    </Button>
  );
  const downloadButton = (
    <Button
      variant={primary === "download" ? "primary" : "secondary"}
      size="tight"
      onClick={downloadTicket}
      disabled={!ticketFile}
    >
      <Download />
      {QR_REVIEW_COPY.downloadTicket}
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col gap-6">
        <div className="flex flex-col items-center gap-6 sm:flex-row">
          <div className="rounded-md border">
            <QrSymbol text={face.qrCodeData} label={qrAltText(face)} />
          </div>
          {heading}
        </div>
        {facts}
        {first === "share" ? shareButton : null}
        {first === "email" ? sending(true) : null}
        {first === "download" ? downloadButton : null}
        <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
          <ActionGroup title={QR_REVIEW_COPY.send}>
            {first === "share" ? null : shareButton}
            <CopyLink qrCodes={[face.qrCodeData]} />
            <a
              href={mailUrl(face, link, email)}
              className={buttonLook({ variant: "secondary", size: "tight" })}
            >
              <Mail />
              {QR_REVIEW_COPY.email}
            </a>
            <SmsButton url={phone && smsUrl(face, link, phone)} phone={phone} />
          </ActionGroup>
          <ActionGroup title={QR_REVIEW_COPY.save}>
            {first === "download" ? null : downloadButton}
            <ButtonLink
              variant="secondary"
              size="tight"
              to={printAddress}
              state={{ fromTicket: pathname } satisfies Origin}
            >
              <Printer />
              {RESULT_COPY.print}
            </ButtonLink>
            <Button variant="secondary" size="tight" onClick={download} disabled={!qrFile}>
              <Download />
              {QR_REVIEW_COPY.download}
            </Button>
            <CopyButton
              text={face.qrCodeData}
              label={QR_REVIEW_COPY.copy}
              size="tight"
              shownFor={COPIED_MS}
              failure={QR_REVIEW_COPY.copyFailure}
            />
          </ActionGroup>
        </div>
        {link || page.isPending ? null : (
          <p className="text-sm text-text-muted">{QR_REVIEW_COPY.attach(canShare)}</p>
        )}
        {first === "email" ? null : sending(false)}
      </Card>
      <TicketExitLinks doneReturns />
    </div>
  );
}

function ActionGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h3 id={titleId} className="font-medium text-sm text-text-muted">
        {title}
      </h3>
      <div className="flex flex-wrap gap-2 *:flex-auto">{children}</div>
    </section>
  );
}

/** Opens a text message to the guest; disabled, with the reason, where `url` is null. */
function SmsButton({ url, phone }: { url: string | null; phone: string | null }) {
  const reasonId = useId();
  const content = (
    <>
      <MessageSquareText />
      {QR_REVIEW_COPY.sms}
    </>
  );
  return url ? (
    <a href={url} className={buttonLook({ variant: "secondary", size: "tight" })}>
      {content}
    </a>
  ) : (
    <>
      <Button variant="secondary" size="tight" disabled aria-describedby={reasonId}>
        {content}
      </Button>
      <p id={reasonId} className="basis-full text-sm text-text-muted">
        {phone ? QR_REVIEW_COPY.otherPhone(phone) : QR_REVIEW_COPY.noPhone}
      </p>
    </>
  );
}
