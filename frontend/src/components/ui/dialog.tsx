import type { DialogProps } from "@/components/ui/dialog-window";
import { later } from "@/components/ui/later";

const dialogWindow = later(async () => (await import("@/components/ui/dialog-window")).DialogWindow);

/** Loads the window ahead of its opening. Rejects where it cannot be loaded; the next call tries again. */
export const loadDialog = (): Promise<unknown> => dialogWindow.get();

/** A modal question or form. Its window comes after the page. */
export function Dialog(props: DialogProps) {
  const Window = dialogWindow.use(props.open);
  return Window ? <Window {...props} /> : null;
}
