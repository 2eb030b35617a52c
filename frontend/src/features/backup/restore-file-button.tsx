import { ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { RESTORE_COPY } from "@/features/backup/copy";
import { RestoreFileDialog } from "@/features/backup/restore-file-dialog";

export function RestoreFileButton({ mayRestore }: { mayRestore: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <ArchiveRestore aria-hidden="true" />
        {RESTORE_COPY.button}
      </Button>
      {isOpen ? <RestoreFileDialog mayRestore={mayRestore} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
