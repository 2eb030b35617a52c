import { Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-store";
import { IMPORT_COPY, IMPORT_PLACE_COPY } from "@/features/spreadsheets/copy";
import type { ImportDialogProps } from "@/features/spreadsheets/import-dialog";

const ImportDialog = lazyPart(
  async () => (await import("@/features/spreadsheets/import-dialog")).ImportDialog,
);

interface ManageImportButtonProps {
  /** The event of the filter, null with all events. Its name is undefined while it is read. */
  event: ImportDialogProps["event"];
  onStarted: (importId: number) => void;
}

/** contract 5: on the manage screen everybody goes to one event, so one must be chosen first. */
export function ManageImportButton({ event, onStarted }: ManageImportButtonProps) {
  // The event of the moment: the filter behind the dialog is not what the dialog speaks of.
  const [opened, setOpened] = useState<ImportDialogProps["event"]>(null);
  const target = opened && event?.id === opened.id ? event : opened;
  function open() {
    if (event) setOpened(event);
    else toast({ ...IMPORT_COPY.noEvent, variant: "destructive" });
  }
  return (
    <>
      <Button variant="secondary" size="tight" onClick={open} className="max-sm:flex-1 sm:px-4">
        <Upload aria-hidden="true" />
        {IMPORT_PLACE_COPY.manage.button}
      </Button>
      {target ? (
        <ImportDialog place="manage" event={target} onClose={() => setOpened(null)} onStarted={onStarted} />
      ) : null}
    </>
  );
}

/** contract 5: on the backup screen each row may name its own event. */
export function BackupImportButton({ onStarted }: { onStarted: (importId: number) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Upload aria-hidden="true" />
        {IMPORT_PLACE_COPY.backup.button}
      </Button>
      {isOpen ? (
        <ImportDialog place="backup" event={null} onClose={() => setIsOpen(false)} onStarted={onStarted} />
      ) : null}
    </>
  );
}
