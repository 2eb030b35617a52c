/** Contract 9: a sign-in lasts 8 hours. */
export const SESSION_LIFETIME_MS = 8 * 60 * 60 * 1000;

/** Contract 5: 10 to 128 characters, any characters. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

/** Contract 5: lengths are counted after trimming. */
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 64;
export const FULL_NAME_MAX = 200;

/** Maximum wait for the server at sign-out, which is otherwise sent later (contract 9). */
export const LOGOUT_TIMEOUT_MS = 5000;
