/** contract 5: the largest file an import takes. The server counts; this spares the way there. */
export const FILE_MAX_BYTES = 50 * 1024 * 1024;
export const FILE_ENDINGS = ".csv,.txt,.tsv,.xlsx";

/** contract 7: the progress of a running import is read this often. */
export const PROGRESS_INTERVAL_MS = 500;

/** Without a connection it is asked for less often. */
export const RETRY_INTERVAL_MS = 2000;

/** Number of rows shown before 'and N more'. */
export const LISTED_ROWS = 5;

/** contract 7: so many rows of a kind the server names at most. */
export const NAMED_ROWS = 1000;
