/** Lifetime of a session (contract 9). */
export const SESSION_LIFETIME_MS = 8 * 60 * 60 * 1000;

/** Length of a password, of any characters (contract 5). */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

/** Lengths count after trimming (contract 5). */
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 64;
export const FULL_NAME_MAX = 200;

/** Maximum wait for the server at sign-out, which is otherwise sent later (contract 9). */
export const LOGOUT_TIMEOUT_MS = 5000;
