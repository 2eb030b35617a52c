import type { ComponentProps } from "react";
import type { Button } from "@/components/ui/button";
import { IMPORT_COPY } from "@/features/spreadsheets/copy";
import { ImportButton, useManageImport } from "@/features/spreadsheets/import-button";
import { ImportPanel, useImports } from "@/features/spreadsheets/import-panel";
import type { ListedEvent } from "@/lib/event-search";

interface EventImportButtonProps {
  event: ListedEvent;
  userId: number;
  mayBringBack: boolean;
  variant: ComponentProps<typeof Button>["variant"];
}

/** Import into one event, on its page (contract 2.edit-event.901). */
export function EventImportButton({ event, userId, mayBringBack, variant }: EventImportButtonProps) {
  const { watch } = useImports(userId);
  const { open, dialog } = useManageImport({
    events: [event],
    eventId: event.id,
    mayBringBack,
    onStarted: watch,
  });
  return (
    <>
      <ImportButton label={IMPORT_COPY.short} variant={variant} onClick={open} />
      {dialog}
    </>
  );
}

export function EventImportPanel({ userId }: { userId: number }) {
  return <ImportPanel imports={useImports(userId).imports.data} />;
}
