import { ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { RESTORE_COPY } from "@/features/backup/copy";

const RestoreFileDialog = lazyComponent(
  async () => (await import("@/features/backup/restore-file-dialog")).RestoreFileDialog,
);

export function RestoreFileButton({ mayRestore }: { mayRestore: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <ArchiveRestore />
        {RESTORE_COPY.button}
      </Button>
      {isOpen ? <RestoreFileDialog mayRestore={mayRestore} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
