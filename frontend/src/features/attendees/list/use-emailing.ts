import { useState } from "react";
import type { MailSlot } from "@/components/form/mail-slot";
import { emailedQuery } from "@/features/attendees/api";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { type Selection, selectedCount } from "@/features/attendees/list/selection";
import { useEverybodySelected } from "@/features/attendees/list/use-everybody-selected";

/** 'Email tickets' for the selection: its button and its dialog, where the server can send. */
export function useEmailing(
  mail: MailSlot | undefined,
  filters: AttendeeFilters,
  selection: Selection,
  onSent: () => void,
) {
  const [isOpen, setIsOpen] = useState(false);
  const everybody = useEverybodySelected(filters);
  const count = selectedCount(selection);
  if (!mail) return { button: undefined, dialog: null };
  return {
    button: { label: mail.label, onClick: () => setIsOpen(true) },
    dialog: isOpen
      ? mail.dialog({
          count,
          selected: emailedQuery(count, () => everybody.read(selection)),
          onClose: () => setIsOpen(false),
          onSent,
        })
      : null,
  };
}
