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
    // Closing the sheet is a choice, not a failure; a second tap while it opens is no second sharing.
    if (["AbortError", "InvalidStateError"].includes((error as Error).name)) return "cancelled";
    throw error;
  }
}
