/** contract 7: the only two reads that a timer repeats, besides the progress of an import. */
export const BACKUPS_INTERVAL_MS = 30_000;
export const PROTECTION_INTERVAL_MS = 60_000;

/** contract 4: what has to be typed before anything is replaced. */
export const CONFIRMATION_WORD = "RESTORE";

export const BACKUP_FILE_ENDINGS = ".json,application/json";

/** Number of problems shown before 'and N more'. */
export const LISTED_PROBLEMS = 8;
