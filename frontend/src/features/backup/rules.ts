/** Polling intervals (contract 7). */
export const BACKUPS_INTERVAL_MS = 30_000;
export const PROTECTION_INTERVAL_MS = 60_000;

/** Word to type before data is replaced (contract 4). */
export const CONFIRMATION_WORD = "RESTORE";

export const BACKUP_FILE_ENDINGS = ".json,application/json";

export const LISTED_PROBLEMS = 8;
