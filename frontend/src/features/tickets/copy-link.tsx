import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "@/components/ui/copy-button";
import { ticketPageQuery } from "@/features/tickets/api";
import { QR_REVIEW_COPY } from "@/features/tickets/copy";
import { COPIED_MS } from "@/features/tickets/rules";
import { ticketLink } from "@/features/tickets/ticket-link";

/** Copies the link to each ticket's page, one to a line; nothing if one has no page (contract 2.ticket.940). */
export function CopyLink({ qrCodes }: { qrCodes: readonly string[] }) {
  const page = useQuery(ticketPageQuery());
  const links = qrCodes.map((qrCodeData) => ticketLink(page.data ?? null, qrCodeData));
  if (links.length === 0 || links.includes(null)) return null;
  return (
    <CopyButton
      text={links.join("\n")}
      label={links.length === 1 ? QR_REVIEW_COPY.copyLink : QR_REVIEW_COPY.copyLinks(links.length)}
      size="tight"
      shownFor={COPIED_MS}
      failure={QR_REVIEW_COPY.copyLinkFailure}
    />
  );
}
