import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { BackupRestored } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { FiguresCard } from "@/components/ui/figures-card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast-store";
import { attendeeTotalQuery } from "@/features/attendees/api";
import { protectionQuery, serverBackupsQuery } from "@/features/backup/api";
import { BACKUP_PAGE_COPY, JSON_BACKUP_COPY, SERVER_BACKUPS_COPY } from "@/features/backup/copy";
import { JsonBackupButton, RestoreFileButton } from "@/features/backup/file-buttons";
import { ProtectionCard } from "@/features/backup/protection-card";
import { ServerBackups } from "@/features/backup/server-backups";
import { eventListQuery } from "@/features/events/api";
import { EXPORTS_COPY } from "@/features/spreadsheets/copy";
import { ExportButtons } from "@/features/spreadsheets/export-buttons";
import { BackupImportButton } from "@/features/spreadsheets/import-button";
import { useImports } from "@/features/spreadsheets/import-panel";
import { clearSession, useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

const ImportHistory = lazyComponent(
  async () => (await import("@/features/spreadsheets/import-history")).ImportHistory,
);
const RetentionCard = lazyComponent(
  async () => (await import("@/features/privacy/retention/retention-card")).RetentionCard,
);

/** /backup-restore: export and restore (contract 2). Only super admins see their own actions. */
export function BackupRestorePage() {
  const { id: userId, role } = useSignedInUser();
  const isSuperAdmin = role === "super_admin";
  const queryClient = useQueryClient();
  const events = useQuery(eventListQuery());
  const attendees = useQuery(attendeeTotalQuery());
  const { imports, watch } = useImports(userId);

  const uncounted = [events, attendees].filter(
    ({ errorUpdateCount, data }) => errorUpdateCount > 0 && data === undefined,
  );
  const countAgain = () => Promise.all(uncounted.map(({ refetch }) => refetch()));

  /** A restored server backup has no sessions (contract 4): the guard sees the cleared record and goes to /auth. */
  function signInAgain(done: BackupRestored) {
    clearSession();
    queryClient.clear();
    toast(SERVER_BACKUPS_COPY.restored(done));
  }

  const counts = (
    <FiguresCard
      title={BACKUP_PAGE_COPY.counts}
      figures={[
        { label: BACKUP_PAGE_COPY.events, value: events.data?.length },
        { label: BACKUP_PAGE_COPY.attendees, value: attendees.data },
      ]}
      failure={
        uncounted.length > 0
          ? {
              text: BACKUP_PAGE_COPY.countsFailed,
              query: { isFetching: uncounted.some(({ isFetching }) => isFetching), refetch: countAgain },
            }
          : null
      }
      className={isSuperAdmin ? undefined : "lg:col-span-2"}
    />
  );

  return (
    <StaffFrame title={BACKUP_PAGE_COPY.title}>
      <div className="grid gap-6 lg:grid-cols-2">
        {isSuperAdmin ? null : counts}
        {/* Separate columns, because cards side by side differ in height. */}
        <div className="flex flex-col gap-6">
          {isSuperAdmin ? counts : null}
          <Card className="flex flex-1 flex-col gap-4">
            <CardTitle>{EXPORTS_COPY.heading}</CardTitle>
            <p className="text-text-muted">{JSON_BACKUP_COPY.text}</p>
            <JsonBackupButton />
            <p className="text-text-muted">{EXPORTS_COPY.text}</p>
            <ExportButtons events={events.data?.length} attendees={attendees.data} />
          </Card>
        </div>
        <div className="flex flex-col gap-6">
          {isSuperAdmin ? <ProtectionCard /> : null}
          <Card className="flex flex-1 flex-col gap-4">
            <CardTitle>{BACKUP_PAGE_COPY.bringIn}</CardTitle>
            <p className="text-text-muted">{BACKUP_PAGE_COPY.importText}</p>
            <BackupImportButton mayBringBack={isSuperAdmin} onStarted={watch} />
            <p className="text-text-muted">{BACKUP_PAGE_COPY.restoreText}</p>
            <RestoreFileButton mayRestore={isSuperAdmin} />
          </Card>
        </div>
        <div className="flex flex-col gap-6 lg:col-span-2">
          {isSuperAdmin ? <ServerBackups onRestored={signInAgain} /> : null}
          {isSuperAdmin ? <Retention /> : null}
          <ImportHistory imports={imports} />
          {isSuperAdmin ? <Version /> : null}
        </div>
      </div>
    </StaffFrame>
  );
}

function Retention() {
  const { data } = useQuery(serverBackupsQuery());
  return <RetentionCard backups={data ?? []} />;
}

function Version() {
  const { data } = useQuery(protectionQuery());
  return data ? (
    <p className="text-center text-sm text-text-muted">{BACKUP_PAGE_COPY.version(data.version)}</p>
  ) : null;
}
