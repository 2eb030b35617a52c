import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { RESULT_COPY, TICKET_FILES_COPY } from "@/features/tickets/copy";
import type { Progress } from "@/features/tickets/files/ticket-pdf";
import { TICKET_SIZES } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { today } from "@/lib/clock";
import { saveFile } from "@/lib/save-file";

type TicketFileKind = "pdf" | "zip";

class Stopped extends Error {}

/** Makes a file of many tickets in the browser, and saves it. Leaving the page, or `stop`, ends the work. */
export function useTicketFiles(faces: readonly TicketFace[], name: string) {
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
