/** Largest file of an import (contract 5). Checked here to save a useless upload. */
export const FILE_MAX_BYTES = 50 * 1024 * 1024;
export const FILE_ENDINGS = ".csv,.txt,.tsv,.xlsx";

/** Interval of progress requests (contract 7). */
export const PROGRESS_INTERVAL_MS = 500;

/** Interval without a connection. */
export const RETRY_INTERVAL_MS = 2000;

export const LISTED_ROWS = 5;

/** Maximum of rows of one kind that the server lists (contract 7). */
export const NAMED_ROWS = 1000;
