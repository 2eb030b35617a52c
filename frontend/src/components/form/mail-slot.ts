import type { ReactNode } from "react";
import type { SelectionRefusal } from "@/components/form/selection-refusal";

/** Parts of the list of attendees that email tickets, where the server can send; the feature `mail` provides it. */
export interface MailSlot {
  filter: (field: { value: string; onChoose: (value: string) => void }) => ReactNode;
  dialog: (props: MailDialogProps) => ReactNode;
  label: string;
}

export interface MailDialogProps {
  count: number;
  /** Reads the ids of the selected guests. */
  selected: { queryKey: readonly unknown[]; queryFn: () => Promise<number[]> };
  /** Takes the guests who are gone out of the selection. Returns how many are left. */
  onMissing: (refusal: SelectionRefusal) => number;
  onClose: () => void;
  onSent: () => void;
}
