import type { ReactNode } from "react";

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
  onClose: () => void;
  onSent: () => void;
}
