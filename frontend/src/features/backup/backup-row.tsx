import { ArchiveRestore, CircleCheck, CircleDashed, Trash2, TriangleAlert } from "lucide-react";
import type { ServerBackup } from "@/api/types";
import { DownloadButton } from "@/components/files/download-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { backupPath } from "@/features/backup/api";
import { BACKUP_KIND, SERVER_BACKUPS_COPY } from "@/features/backup/copy";
import { formatBytes } from "@/lib/bytes";
import { formatExactTimestamp } from "@/lib/exact-date";

/** Whether a test restore succeeded. */
function Proof({ verified }: Pick<ServerBackup, "verified">) {
  if (verified === null) {
    return (
      <Badge>
        <CircleDashed />
        {SERVER_BACKUPS_COPY.checking}
      </Badge>
    );
  }
  return verified ? (
    <Badge tone="success">
      <CircleCheck />
      {SERVER_BACKUPS_COPY.proven}
    </Badge>
  ) : (
    <Badge tone="warning">
      <TriangleAlert />
      {SERVER_BACKUPS_COPY.notProven}
    </Badge>
  );
}

interface BackupRowProps {
  backup: ServerBackup;
  onRestore: () => void;
  onDelete: () => void;
}

export function BackupRow({ backup, onRestore, onDelete }: BackupRowProps) {
  const { filename, sizeBytes, createdAt, verified, kind, note } = backup;
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-3 px-5 py-4 sm:px-6 md:flex md:gap-6">
      <div className="col-span-2 flex min-w-0 flex-1 flex-col gap-1">
        <p className="wrap-anywhere font-medium tabular-nums">{formatExactTimestamp(createdAt)}</p>
        <p className="wrap-anywhere text-sm text-text-muted tabular-nums">
          {BACKUP_KIND[kind]} · {formatBytes(sizeBytes)} · {filename}
        </p>
        {note ? <p className="wrap-anywhere text-sm">{note}</p> : null}
      </div>
      <div className="flex shrink-0 md:w-36">
        <Proof verified={verified} />
      </div>
      <div className="col-span-2 grid shrink-0 grid-cols-2 gap-3 md:w-76">
        <DownloadButton
          narrow
          label={SERVER_BACKUPS_COPY.download}
          pendingText={SERVER_BACKUPS_COPY.downloading}
          accessibleName={SERVER_BACKUPS_COPY.downloadName(filename)}
          path={backupPath(filename)}
          fallbackName={filename}
          failure={SERVER_BACKUPS_COPY.downloadFailure}
        />
        <Button
          variant="secondary"
          onClick={onRestore}
          aria-label={SERVER_BACKUPS_COPY.restoreName(filename)}
        >
          <ArchiveRestore />
          {SERVER_BACKUPS_COPY.restore}
        </Button>
      </div>
      <IconButton
        variant="secondary"
        className="max-md:col-start-2 max-md:row-start-2 md:-ml-3"
        onClick={onDelete}
        icon={<Trash2 />}
        label={SERVER_BACKUPS_COPY.deleteName(filename)}
      />
    </div>
  );
}
