import { useQuery } from "@tanstack/react-query";
import { DatabaseBackup } from "lucide-react";
import { useState } from "react";
import type { BackupRestored, ServerBackup } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { EmptyState, QueryView } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-store";
import { serverBackupsQuery, useCreateBackup } from "@/features/backup/api";
import { BackupRow } from "@/features/backup/backup-row";
import { SERVER_BACKUPS_COPY } from "@/features/backup/copy";

const RestoreBackupDialog = lazyComponent(
  async () => (await import("@/features/backup/restore-backup-dialog")).RestoreBackupDialog,
);
const DeleteBackupDialog = lazyComponent(
  async () => (await import("@/features/backup/delete-backup-dialog")).DeleteBackupDialog,
);

/** The server's backups, updated every 30 s, with the actions of super admins (contract 2). */
export function ServerBackups({ onRestored }: { onRestored: (done: BackupRestored) => void }) {
  const backups = useQuery(serverBackupsQuery());
  const { data } = backups;
  const [asked, setAsked] = useState<{ about: "restore" | "deletion"; backup: ServerBackup } | null>(null);
  const close = () => setAsked(null);
  // Current state of the row: its verification may end while the user types.
  const wanted = data?.find(({ filename }) => filename === asked?.backup.filename) ?? asked?.backup;
  const create = useCreateBackup({
    onSuccess: () => toast(SERVER_BACKUPS_COPY.created),
    onError: (error) => showFailure(error, SERVER_BACKUPS_COPY.createFailure),
  });

  return (
    <Card flush>
      <div className="flex flex-col gap-4 p-5 sm:flex-row sm:items-center sm:justify-between sm:px-6">
        <CardHeading hint={SERVER_BACKUPS_COPY.holds}>{SERVER_BACKUPS_COPY.heading}</CardHeading>
        <Button
          variant="secondary"
          className="shrink-0"
          onClick={() => create.mutate()}
          pending={create.isPending}
          pendingText={SERVER_BACKUPS_COPY.creating}
        >
          <DatabaseBackup />
          {SERVER_BACKUPS_COPY.create}
        </Button>
      </div>
      {data?.length ? (
        <ul className="divide-y border-t">
          {data.map((backup) => (
            <li key={backup.filename}>
              <BackupRow
                backup={backup}
                onRestore={() => setAsked({ about: "restore", backup })}
                onDelete={() => setAsked({ about: "deletion", backup })}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {data?.length === 0 ? (
        <EmptyState
          icon={<DatabaseBackup />}
          title={SERVER_BACKUPS_COPY.none}
          description={SERVER_BACKUPS_COPY.noneText}
        />
      ) : null}
      {data && backups.isError ? (
        <p className="border-t px-5 py-3 text-sm text-text-muted sm:px-6">{SERVER_BACKUPS_COPY.stale}</p>
      ) : null}
      {data ? null : (
        <QueryView
          query={backups}
          loading={SERVER_BACKUPS_COPY.loading}
          failed={SERVER_BACKUPS_COPY.fetchFailed}
        />
      )}
      {wanted && asked?.about === "restore" ? (
        <RestoreBackupDialog backup={wanted} onClose={close} onRestored={onRestored} />
      ) : null}
      {wanted && asked?.about === "deletion" ? <DeleteBackupDialog backup={wanted} onClose={close} /> : null}
    </Card>
  );
}
