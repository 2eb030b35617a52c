import { useMutation } from "@tanstack/react-query";
import { FileDown, Images } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { showFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { RESULT_COPY, TICKET_FILES_COPY } from "@/features/tickets/copy";
import type { Progress } from "@/features/tickets/files/ticket-pdf";
import { TICKET_SIZES, ZIPPED_TICKETS_MAX } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { today } from "@/lib/clock";
import { formatCount } from "@/lib/count";
import { saveFile } from "@/lib/save-file";

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

type TicketFileKind = "pdf" | "zip";

class Stopped extends Error {}

/** Makes a file of many tickets in the browser, and saves it. Leaving the page, or `stop`, ends the work. */
function useTicketFiles(faces: readonly TicketFace[], name: string) {
  const [done, setDone] = useState(0);
  const wanted = useRef<AbortController>(null);
  useEffect(() => () => wanted.current?.abort(), []);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (kind: TicketFileKind) => {
      const controller = new AbortController();
      wanted.current = controller;
      const onProgress = (count: number) => {
        if (controller.signal.aborted) throw new Stopped();
        setDone(count);
      };
      const zipOf = async (onProgress: Progress) => {
        const [{ ticketZip }, { drawTicket }] = await Promise.all([
          import("@/features/tickets/files/ticket-zip"),
          import("@/features/tickets/picture/draw-ticket"),
        ]);
        const imageOf = (face: TicketFace) => drawTicket(face, TICKET_SIZES.large);
        return ticketZip(faces, { day: today(), imageOf, onProgress });
      };
      setDone(0);
      // Loaded on demand: most visits only print.
      const content =
        kind === "pdf"
          ? await (await import("@/features/tickets/files/ticket-pdf")).ticketPdf(faces, name, onProgress)
          : await zipOf(onProgress);
      onProgress(faces.length);
      saveFile(new File([content], `${name}.${kind}`, { type: content.type }));
    },
    onSuccess: () => toast(RESULT_COPY.downloaded),
    onError: (error, kind) => {
      if (!(error instanceof Stopped)) showFailure(error, TICKET_FILES_COPY.failure, () => mutate(kind));
    },
  });
  return {
    save: (kind: TicketFileKind) => mutate(kind),
    stop: () => wanted.current?.abort(),
    /** The kind that is being made; null if none is. */
    making: isPending ? (variables ?? null) : null,
    done,
  };
}
