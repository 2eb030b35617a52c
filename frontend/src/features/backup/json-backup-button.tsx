import { Archive } from "lucide-react";
import { DownloadButton } from "@/components/files/download-button";
import { JSON_BACKUP_COPY } from "@/features/backup/copy";

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
