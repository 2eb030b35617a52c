import { FileDown, Images } from "lucide-react";
import { Button } from "@/components/ui/button";
import { TICKET_FILES_COPY } from "@/features/tickets/copy";
import { useTicketFiles } from "@/features/tickets/files/use-ticket-files";
import { ZIPPED_TICKETS_MAX } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { formatCount } from "@/lib/count";

interface TicketFileButtonsProps {
  faces: readonly TicketFace[];
  /** Without its ending. */
  fileName: string;
}

/** Saves the tickets as a PDF of the sheets, or as a ZIP of images (contract 2.print.940). */
export function TicketFileButtons({ faces, fileName }: TicketFileButtonsProps) {
  const { save, stop, making, done } = useTicketFiles(faces, fileName);
  const isTooMany = faces.length > ZIPPED_TICKETS_MAX;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3 print:hidden">
      {making ? (
        <>
          <p role="status" className="tabular-nums">
            {TICKET_FILES_COPY.progress[making](done, faces.length)}
          </p>
          <Button variant="secondary" onClick={stop}>
            {TICKET_FILES_COPY.stop}
          </Button>
        </>
      ) : (
        <>
          <Button variant="secondary" size="tight" className="sm:px-4" onClick={() => save("pdf")}>
            <FileDown />
            {TICKET_FILES_COPY.pdf}
          </Button>
          <Button
            variant="secondary"
            size="tight"
            className="sm:px-4"
            onClick={() => save("zip")}
            disabled={isTooMany}
          >
            <Images />
            {TICKET_FILES_COPY.zip}
          </Button>
          <p className="wrap-anywhere text-sm text-text-muted tabular-nums">
            {TICKET_FILES_COPY.what(faces.length, fileName, isTooMany)}
          </p>
          {isTooMany ? (
            <p className="text-sm text-text-muted">
              {TICKET_FILES_COPY.tooMany(formatCount(ZIPPED_TICKETS_MAX))}
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}
