import { Upload } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { IMPORT_PLACE_COPY } from "@/features/spreadsheets/copy";
import type { ImportEvents } from "@/features/spreadsheets/import-dialog";

const ImportDialog = lazyComponent(
  async () => (await import("@/features/spreadsheets/import-dialog")).ImportDialog,
);

/** The events to choose from, and the filter's: null for all. */
interface ManageImport extends Pick<ImportEvents, "events" | "eventId"> {
  mayBringBack: boolean;
  onStarted: (importId: number) => void;
}

interface ImportButtonProps extends Pick<ComponentProps<typeof Button>, "onClick" | "variant"> {
  label?: string;
}

export function ImportButton({ label = IMPORT_PLACE_COPY.manage.button, ...button }: ImportButtonProps) {
  return (
    <Button variant="secondary" size="tight" className="max-sm:flex-1 sm:px-4" {...button}>
      <Upload />
      {label}
    </Button>
  );
}

/** Import on the manage screen: all guests go to one event, by default the filter's or the only one (contract 5). */
export function useManageImport({ events, eventId, mayBringBack, onStarted }: ManageImport) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const only = events?.length === 1 ? (events[0]?.id ?? null) : null;
  function open() {
    setChosen(undefined);
    setIsOpen(true);
  }
  const dialog = isOpen ? (
    <ImportDialog
      place="manage"
      into={{ events, eventId: chosen === undefined ? (eventId ?? only) : chosen, onChoose: setChosen }}
      mayBringBack={mayBringBack}
      onClose={() => setIsOpen(false)}
      onStarted={onStarted}
    />
  ) : null;
  return { open, dialog };
}

/** Import on the backup screen: each row may name its event (contract 5). */
export function BackupImportButton({
  mayBringBack,
  onStarted,
}: Pick<ManageImport, "mayBringBack" | "onStarted">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Upload />
        {IMPORT_PLACE_COPY.backup.button}
      </Button>
      {isOpen ? (
        <ImportDialog
          place="backup"
          into={null}
          mayBringBack={mayBringBack}
          onClose={() => setIsOpen(false)}
          onStarted={onStarted}
        />
      ) : null}
    </>
  );
}
