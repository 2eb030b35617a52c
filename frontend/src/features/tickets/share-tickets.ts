import { toast } from "@/components/ui/toast-store";
import { RESULT_COPY } from "@/features/tickets/copy";
import { SHARED_TICKETS_MAX } from "@/features/tickets/rules";
import { saveFile } from "@/lib/save-file";

/** Browsers drop downloads that begin at the same time. */
const BETWEEN_FILES_MS = 250;

async function saveFiles(files: readonly File[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_FILES_MS));
    saveFile(file);
  }
}

/** Ways for a ticket to leave the screen. */

export type ShareResult = "shared" | "downloaded" | "cancelled";

/** Opens the device's share sheet with the images; downloads them if there is none, or it accepts fewer. */
export async function shareTickets(
  files: File[],
  about: { title: string; text?: string },
): Promise<ShareResult> {
  const content = { files, ...about };
  if (files.length > SHARED_TICKETS_MAX || !navigator.canShare?.(content)) {
    await saveFiles(files);
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

/** Shares and downloads images, with a toast for each (contract 8). `drawn` is null until they are drawn. */
export function useShareTickets(
  drawn: File | readonly File[] | null,
  about: { title: string; text?: string },
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
        if ((await shareTickets(files, about)) === "downloaded") toast(RESULT_COPY.downloaded);
      } catch (error) {
        failed(error);
      }
    },
    download: async () => {
      if (!files) return;
      try {
        await saveFiles(files);
        toast(RESULT_COPY.downloaded);
      } catch (error) {
        failed(error);
      }
    },
  };
}
