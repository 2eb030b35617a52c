import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, longTimeoutFetch, unwrap } from "@/api/client";
import { QUERY_KEY } from "@/api/query-keys";
import type {
  BackupComparison,
  BackupPreview,
  BackupRestored,
  FileRestored,
  Protection,
  ServerBackup,
} from "@/api/types";
import { type Sending, upload } from "@/api/upload";
import type { DialogResult } from "@/components/form/use-dialog-result";
import { BACKUPS_INTERVAL_MS, PROTECTION_INTERVAL_MS } from "@/features/backup/rules";

const backupKeys = {
  all: QUERY_KEY.backup,
  list: () => [...backupKeys.all, "list"] as const,
  comparison: (filename: string) => [...backupKeys.all, "comparison", filename] as const,
  protection: () => [...backupKeys.all, "protection"] as const,
};

/** Polled, because backups are made and verified in the background (contract 7). Not in a hidden tab. */
export const serverBackupsQuery = () =>
  queryOptions({
    queryKey: backupKeys.list(),
    queryFn: (): Promise<ServerBackup[]> => unwrap(api.GET("/api/backup/list")),
    refetchInterval: BACKUPS_INTERVAL_MS,
    refetchOnMount: "always",
  });

/** Compares a backup with the current data when the question is asked. */
export const comparisonQuery = (filename: string) =>
  queryOptions({
    queryKey: backupKeys.comparison(filename),
    queryFn: (): Promise<BackupComparison> =>
      unwrap(api.GET("/api/backup/{filename}/comparison", { params: { path: { filename } } })),
    gcTime: 0,
  });

export const protectionQuery = () =>
  queryOptions({
    queryKey: backupKeys.protection(),
    queryFn: (): Promise<Protection> => unwrap(api.GET("/api/protection/status")),
    refetchInterval: PROTECTION_INTERVAL_MS,
    refetchOnMount: "always",
  });

export function useCreateBackup(told: { onSuccess: () => void; onError: (error: unknown) => void }) {
  return useMutation({
    mutationFn: (): Promise<{ filename: string }> =>
      unwrap(api.POST("/api/backup/create", { fetch: longTimeoutFetch })),
    meta: { changes: backupKeys.all },
    ...told,
  });
}

/** Replaces all data, users included, and ends every session (contract 4). */
export function useRestoreBackup({
  withConsent,
  ...told
}: {
  withConsent: <T>(send: (expectedErasures: number) => Promise<T>) => Promise<T>;
  onSuccess: (done: BackupRestored) => void;
  onError: (error: unknown) => void;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      filename,
      bringBack,
    }: {
      filename: string;
      bringBack: boolean;
    }): Promise<BackupRestored> =>
      withConsent((expectedErasures) =>
        unwrap(
          api.POST("/api/backup/restore", {
            body: { filename, expectedErasures, bringBack },
            fetch: longTimeoutFetch,
          }),
        ),
      ),
    meta: { endsSignIn: true },
    ...told,
    onError: (error) => {
      told.onError(error);
      // Even a failed request may have made a safety backup, or ended every session.
      void queryClient.invalidateQueries({ queryKey: backupKeys.all });
    },
  });
}

/** Deletes a backup permanently. The list is reloaded after a refusal too: someone else may have deleted it. */
export function useDeleteBackup(told: DialogResult) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (filename: string) =>
      unwrap(
        api.DELETE("/api/backup/{filename}", { params: { path: { filename } }, fetch: longTimeoutFetch }),
      ),
    meta: { changes: backupKeys.all },
    ...told,
    onError: (error) => {
      told.onError(error);
      void queryClient.invalidateQueries({ queryKey: backupKeys.all });
    },
  });
}

const RESTORE_FILE = "/api/backup/restore-file";

/** Previews a backup file; nothing is written. */
export const previewBackupFile = (file: File, sending: Sending): Promise<BackupPreview> =>
  upload(RESTORE_FILE, file, { fields: { dryRun: "true" }, ...sending });

export const restoreBackupFile = (
  file: File,
  { expectedErasures, bringBack }: { expectedErasures: number; bringBack: boolean },
  sending: Sending,
): Promise<FileRestored> =>
  upload(RESTORE_FILE, file, {
    fields: {
      expectedErasures: expectedErasures ? String(expectedErasures) : undefined,
      bringBack: bringBack ? "true" : undefined,
    },
    ...sending,
  });

/** A restore replaces all cached data. */
export function readEverythingAgain(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: "inactive" });
  void queryClient.invalidateQueries();
}

export const backupPath = (filename: string): string => `/api/backup/${encodeURIComponent(filename)}`;
