import type { MouseEvent } from "react";
import { Button } from "@/components/ui/button";

const DRAFT_COPY = { restored: "Your unsaved changes are here again.", discard: "Discard" };

/** At the top of a form with restored values (contract 4.form.901). */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  function discard({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    onDiscard();
    // The button goes, and the focus with it.
    form?.querySelector<HTMLElement>("input, select")?.focus();
  }

  return (
    <div className="flex items-center justify-between gap-4 rounded-md bg-accent-soft px-4 py-2 text-on-accent-soft text-sm">
      <p>{DRAFT_COPY.restored}</p>
      <Button variant="bare" onClick={discard}>
        {DRAFT_COPY.discard}
      </Button>
    </div>
  );
}
