import type { ConflictDialogProps } from "@/components/form/conflict-window";
import { later } from "@/components/ui/later";

const conflictWindow = later(async () => (await import("@/components/form/conflict-window")).ConflictWindow);

/** An edit that came second (contract 7). Its window comes after the page. */
export function ConflictDialog(props: ConflictDialogProps) {
  const Window = conflictWindow.use(true);
  return Window ? <Window {...props} /> : null;
}
