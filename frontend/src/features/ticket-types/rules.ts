/** Maximum length of a name (contract 5.ticket-type). */
export const TYPE_NAME_MAX = 40;

/** How long an arrival shows (contract 2.announcement). */
export const ANNOUNCED_FOR_MS = 10 * 60_000;
