import { useState } from "react";
import type { MailSlot } from "@/components/form/mail-slot";
import { emailedQuery } from "@/features/attendees/api";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { NOBODY, selectedCount, withoutMissing } from "@/features/attendees/list/selection";
import { useEverybodySelected } from "@/features/attendees/list/use-everybody-selected";
import type { HeldSelection } from "@/features/attendees/list/use-selection";

/** 'Email tickets' for the selection: its button and its dialog, where the server can send. */
export function useEmailing(
  mail: MailSlot | undefined,
  filters: AttendeeFilters,
  { selection, selected: count, select }: HeldSelection,
) {
  const [isOpen, setIsOpen] = useState(false);
  const everybody = useEverybodySelected(filters);
  if (!mail) return { button: undefined, dialog: null };
  return {
    button: { label: mail.label, onClick: () => setIsOpen(true) },
    dialog: isOpen
      ? mail.dialog({
          count,
          selected: emailedQuery(count, () => everybody.read(selection)),
          onMissing: (refusal) => {
            const left = withoutMissing(selection, refusal);
            select(left);
            return selectedCount(left);
          },
          onClose: () => setIsOpen(false),
          onSent: () => select(NOBODY),
        })
      : null,
  };
}
