import { toast } from "@/components/ui/toast-store";
import { RESULT_COPY } from "@/features/tickets/copy";
import { saveFile } from "@/lib/save-file";

/** How a ticket leaves the screen. */

export type HandOut = "shared" | "downloaded" | "cancelled";

/** Opens the device's share sheet with the picture; where there is none, downloads it. */
export async function shareTicket(file: File, about: { title: string; text?: string }): Promise<HandOut> {
  const content = { files: [file], ...about };
  if (!navigator.canShare?.(content)) {
    saveFile(file);
    return "downloaded";
  }
  try {
    await navigator.share(content);
    return "shared";
  } catch (error) {
    // The user closed the sheet, or tapped twice while it opened. Neither is a failure.
    if (["AbortError", "InvalidStateError"].includes((error as Error).name)) return "cancelled";
    throw error;
  }
}

/** Shares and downloads a picture, with a toast for each (contract 8). `file` is null until it is drawn. */
export function useHandOut(file: File | null, about: { title: string; text?: string }) {
  const failed = (error: unknown) => {
    console.error("The ticket could not be handed out", error);
    toast({ title: RESULT_COPY.failed, description: RESULT_COPY.shareFailure, variant: "destructive" });
  };
  return {
    share: async () => {
      if (!file) return;
      try {
        if ((await shareTicket(file, about)) === "downloaded") toast(RESULT_COPY.downloaded);
      } catch (error) {
        failed(error);
      }
    },
    download: () => {
      if (!file) return;
      try {
        saveFile(file);
        toast(RESULT_COPY.downloaded);
      } catch (error) {
        failed(error);
      }
    },
  };
}
