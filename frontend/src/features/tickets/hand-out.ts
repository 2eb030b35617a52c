/** How a ticket leaves the screen. */

export type HandOut = "shared" | "downloaded" | "cancelled";

/** Saves the picture through the browser's own download. */
export function downloadTicket(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its own hold on the data only once it has started.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Opens the device's share sheet with the picture; where there is none, downloads it. */
export async function shareTicket(file: File, title: string): Promise<HandOut> {
  const content = { files: [file], title };
  if (!navigator.canShare?.(content)) {
    downloadTicket(file);
    return "downloaded";
  }
  try {
    await navigator.share(content);
    return "shared";
  } catch (error) {
    // Closing the sheet is a choice, not a failure.
    if ((error as Partial<Error>).name === "AbortError") return "cancelled";
    throw error;
  }
}
