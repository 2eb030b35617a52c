import { useTicketPicture } from "@/features/tickets/picture/use-ticket-picture";
import { ShareButtons } from "@/features/tickets/share-buttons";
import { useShareTickets } from "@/features/tickets/share-tickets";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { TicketFrame } from "@/features/tickets/ticket-frame";

/** The small ticket of one attendee, to share or download (contract 2). `face` must be stable. */
export function TicketExport({ face }: { face: TicketFace }) {
  const picture = useTicketPicture(face, "small");
  const file = picture.kind === "ready" ? picture.file : null;
  const { share, download } = useShareTickets(file, { title: face.eventName });
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-3">
      <TicketFrame face={face} picture={picture} format="small" />
      <ShareButtons file={file} onShare={share} onDownload={download} qrCodes={[face.qrCodeData]} />
    </div>
  );
}
