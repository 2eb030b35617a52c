/** Contract 9: a sign-in lasts 8 hours. */
export const SESSION_LIFETIME_MS = 8 * 60 * 60 * 1000;

/** Contract 10: 10 to 128 characters, any characters. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
