import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "@/components/ui/copy-button";
import { ticketPageQuery } from "@/features/tickets/api";
import { QR_REVIEW_COPY } from "@/features/tickets/copy";
import { COPIED_MS } from "@/features/tickets/rules";
import { ticketLink } from "@/features/tickets/ticket-link";

/** Copies the link to the guest's ticket page; nothing if that page has no address (contract 2.ticket.940). */
export function CopyLink({ qrCodeData }: { qrCodeData: string }) {
  const page = useQuery(ticketPageQuery());
  const link = ticketLink(page.data ?? null, qrCodeData);
  if (!link) return null;
  return (
    <CopyButton
      text={link}
      label={QR_REVIEW_COPY.copyLink}
      size="tight"
      shownFor={COPIED_MS}
      failure={QR_REVIEW_COPY.copyLinkFailure}
    />
  );
}
