/** contract 9, 10: tables are numbered from 1; contract 10: the longest texts the server takes. */
export const TABLE_MIN = 1;
export const TABLE_MAX = 100_000;
export const FULL_NAME_MAX = 200;
export const PHONE_MAX = 40;
export const PAYMENT_STATUS_MAX = 40;

/** contract 5: what the add form starts with. */
export const DEFAULT_TABLE = 1;
export const DEFAULT_PAYMENT_STATUS = "paid";
