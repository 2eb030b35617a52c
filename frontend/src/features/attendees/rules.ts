import type { Attendee } from "@/api/types";

/** Limits of an attendee (contract 5, 9). */
export const TABLE_MIN = 1;
export const TABLE_MAX = 100_000;
export const QUANTITY_MAX = 50;
export const FULL_NAME_MAX = 200;
export const PHONE_MAX = 40;
export const PAYMENT_STATUS_MAX = 40;
export const NOTES_MAX = 500;
export const EMAIL_MAX = 254;

/** The rough form of one email address; the server checks it in full (contract 5). */
export const isEmail = (text: string): boolean => /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>.]+$/.test(text);

/** Letters with hardly a digit. No form of a phone number is prescribed (contract 5), so that it is only a hint. */
export const isDoubtfulPhone = (phone: string): boolean =>
  /\p{L}/u.test(phone) && phone.replace(/\D/g, "").length < 3;

/** False for an erased guest, whose ticket must not be shown (contract 2.erase). */
export const hasTicket = ({ erasedAt }: Pick<Attendee, "erasedAt">): boolean => !erasedAt;

/** Value of a form's field whose button says that there is none, and the phone number that the server then stores. */
export const NOT_GIVEN = "-";

/** Initial values of the add form (contract 5). */
export const DEFAULT_TABLE = 1;
export const DEFAULT_PAYMENT_STATUS = "paid";

export const SEARCH_MAX = 200;

/** Rows per page while scrolling, and while reading everything (contract 7: at most 500). */
export const LIST_PAGE = 100;
export const EXPORT_PAGE = 500;

/** Pause in typing before guests with the same name or phone are looked for, and how many are read for each. */
export const SAME_GUEST_PAUSE_MS = 400;
export const SAME_GUEST_PAGE = 50;

export const CONCURRENT_DELETES_MAX = 20;

/** Shortest time between progress updates: rendering each step would slow the steps. */
export const PROGRESS_INTERVAL_MS = 100;

/** A hardware scanner's burst sends one request; at human speed the list follows each key. */
export const TYPING_DELAY_MS = 20;

/** Maximum of a bulk edit (contract 5). */
export const CHANGED_PER_REQUEST_MAX = 5_000;
/** Names in the dialog of a change of many (contract 2.manage.953). */
export const NAMES_SHOWN = 3;
/** Most matches of 'Select all' that stay selected under other filters (contract 2.manage.950). */
export const KEPT_ONE_BY_ONE_MAX = 200;

/** Pause in typing before the preview of a change of many. */
export const PREVIEW_DELAY_MS = 300;

/** How long 'Undo' shows after a bulk edit (contract 9). */
export const UNDO_TOAST_MS = 30_000;

/** Payment choices of every form (contract 5). */
export const PAYMENT_CHOICES = ["free", "paid", "unpaid", "comp", "partial"] as const;

export const isPaid = (paymentStatus: string): boolean => /^\s*paid\s*$/i.test(paymentStatus);

/** True for a status that no form offers: it counts as unpaid, and may be mistyped. */
export const isUnusualPayment = (paymentStatus: string): boolean => {
  const word = paymentStatus.trim().toLowerCase();
  return word !== "" && !isPartial(word) && !(PAYMENT_CHOICES as readonly string[]).includes(word);
};

/** True for a partial payment: 'partial', 'Part paid', 'partly'. */
export const isPartial = (paymentStatus: string): boolean =>
  /^\s*part(?:ial(?:ly)?|ly)?\b/i.test(paymentStatus);

/** Longest printed door list, and attendees per read by id (contract 9). */
export const DOOR_LIST_MAX = 10_000;
export const CHOSEN_PAGE = 20;

/** Longest URL of a print page (contract 9): proxies seldom accept more than 8 KiB. */
export const PRINT_URL_MAX = 8_000;

/** URL of the tickets of all guests of an event. */
export const eventTicketsUrl = (eventId: number): string => `/print-tickets?eventId=${eventId}`;

export const doorListUrl = (eventId: number | null): string =>
  `/print-door-list${eventId === null ? "" : `?eventId=${eventId}`}`;
