import { Archive, ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { DownloadButton } from "@/components/files/download-button";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { JSON_BACKUP_COPY, RESTORE_COPY } from "@/features/backup/copy";

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

/** Downloads all data as one file for a restore (contract 2). */
export function JsonBackupButton() {
  return (
    <DownloadButton
      variant="primary"
      label={JSON_BACKUP_COPY.button}
      icon={<Archive />}
      path="/api/export/backup.json"
      fallbackName="doorlist-backup.json"
      failure={JSON_BACKUP_COPY.failure}
    />
  );
}
