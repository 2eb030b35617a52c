import { toast } from "@/components/ui/toast-store";
import { PRINT_TICKETS_COPY, RESULT_COPY } from "@/features/tickets/copy";
import { SHARED_TICKETS_MAX } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { today } from "@/lib/clock";
import { saveFile } from "@/lib/save-file";

/** Saves an image, or several as one ZIP file: a browser asks before each of many downloads, or drops some. */
async function saveFiles(files: readonly File[], faces: readonly TicketFace[]): Promise<void> {
  const [first] = files;
  const [face] = faces;
  if (!first || !face || files.length === 1) {
    files.forEach(saveFile);
    return;
  }
  const { ticketZip } = await import("@/features/tickets/files/ticket-zip");
  const zip = await ticketZip(faces, { day: today(), imageOf: (_, index) => files[index] ?? first });
  const name = PRINT_TICKETS_COPY.fileName(face.eventName, face.eventDate);
  saveFile(new File([zip], `${name}.zip`, { type: zip.type }));
}

export type ShareResult = "shared" | "downloaded" | "cancelled";

/** True if the browser has a share sheet that takes images. */
export const canShareFiles = (): boolean =>
  navigator.canShare?.({ files: [new File([], "ticket.png", { type: "image/png" })] }) ?? false;

/** Opens the device's share sheet with the images. If there is none, or it accepts fewer, downloads them. */
export async function shareTickets(
  files: File[],
  about: { title: string },
  faces: readonly TicketFace[] = [],
): Promise<ShareResult> {
  const content = { files, ...about };
  if (files.length > SHARED_TICKETS_MAX || !navigator.canShare?.(content)) {
    await saveFiles(files, faces);
    return "downloaded";
  }
  try {
    await navigator.share(content);
    return "shared";
  } catch (error) {
    // The user closed the sheet, or tapped twice while it opened: no failure.
    if (["AbortError", "InvalidStateError"].includes((error as Error).name)) return "cancelled";
    throw error;
  }
}

/**
 * Shares and downloads images, with a toast for each (contract 8). `drawn` is null until they are drawn; several need
 * their `faces`.
 */
export function useShareTickets(
  drawn: File | readonly File[] | null,
  about: { title: string },
  faces: readonly TicketFace[] = [],
) {
  const files = drawn === null ? null : [drawn].flat();
  const failed = (error: unknown) => {
    console.error("The ticket could not be handed out", error);
    toast({ title: RESULT_COPY.failed, description: RESULT_COPY.shareFailure, variant: "destructive" });
  };
  return {
    share: async () => {
      if (!files) return;
      try {
        if ((await shareTickets(files, about, faces)) === "downloaded") toast(RESULT_COPY.downloaded);
      } catch (error) {
        failed(error);
      }
    },
    download: async () => {
      if (!files) return;
      try {
        await saveFiles(files, faces);
        toast(RESULT_COPY.downloaded);
      } catch (error) {
        failed(error);
      }
    },
  };
}
