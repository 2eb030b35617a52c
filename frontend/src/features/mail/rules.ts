/** Limits of an event's texts (contract 5.mail). */
export const SUBJECT_MAX = 150;
export const OPENING_MAX = 2_000;
