/** What a backup file holds (contract 7). `problems` are sentences. */
export interface BackupPreview {
  version: string | number;
  exportDate: string;
  totalEvents: number;
  totalAttendees: number;
  attendedCount: number;
  problems: string[];
}

export interface Restored {
  restored: { events: number; attendees: number };
  safetyBackup: string;
  problems?: string[];
}

export interface ServerBackup {
  filename: string;
  sizeBytes: number;
  createdAt: string;
  /** Null while it is being proven. */
  verified: boolean | null;
  kind: "manual" | "daily" | "weekly" | "safety" | "migration";
  /** Why it is not proven. */
  note: string | null;
}

export interface Protection {
  lastBackupAt: string | null;
  lastProvenRestoreAt: string | null;
  databaseIntegrity: "ok" | "damaged" | "unknown";
  automaticBackups: boolean;
  warnings: string[];
}
