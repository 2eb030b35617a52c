import type { Attendee } from "@/api/types";

/** contract 9: tables are numbered from 1; contract 5: the longest texts the server takes. */
export const TABLE_MIN = 1;
export const TABLE_MAX = 100_000;
export const QUANTITY_MAX = 50;
export const FULL_NAME_MAX = 200;
export const PHONE_MAX = 40;
export const PAYMENT_STATUS_MAX = 40;
export const NOTES_MAX = 500;

/** contract 2.erase: an erased guest has a ticket only in name; nobody is to have its picture. */
export const hasTicket = ({ erasedAt }: Pick<Attendee, "erasedAt">): boolean => !erasedAt;

/** contract 5: what the add form starts with. */
export const DEFAULT_TABLE = 1;
export const DEFAULT_PAYMENT_STATUS = "paid";

/** The longest search the server takes. */
export const SEARCH_MAX = 200;

/** Rows of a page while the list is scrolled, and while everything that matches is read (contract 7: 500 at most). */
export const LIST_PAGE = 100;
export const EXPORT_PAGE = 500;

/** contract 7: the calls of a bulk deletion that may be under way at once. */
export const CONCURRENT_DELETES_MAX = 20;

/** contract 4: a deletion of more than this has a backup made first. */
export const BACKUP_ABOVE = 100;

/** Shortest time between progress updates: rendering each step would slow the steps. */
export const PROGRESS_INTERVAL_MS = 100;

/** A scanner's burst of keys asks the server once; at a person's speed the list follows each key. */
export const TYPING_DELAY_MS = 20;

/** contract 5: as many get a table or a payment at once. */
export const CHANGED_PER_REQUEST_MAX = 5_000;

/** contract 5: the payments that every form offers. */
export const PAYMENT_CHOICES = ["free", "paid", "unpaid", "comp", "partial"] as const;

/** Whether a payment text says that a part was paid: 'partial', 'Part paid', 'partly'. */
export const isPartial = (paymentStatus: string): boolean =>
  /^\s*part(?:ial(?:ly)?|ly)?\b/i.test(paymentStatus);

/** contract 9: the longest door list that is printed, and how many attendees are read at a time by their ids. */
export const DOOR_LIST_MAX = 10_000;
export const CHOSEN_PAGE = 20;

/** Longest URL of a print page (contract 9): proxies seldom accept more than 8 KiB. */
export const PRINT_URL_MAX = 8_000;

export const doorListUrl = (eventId: number | null): string =>
  `/print-door-list${eventId === null ? "" : `?eventId=${eventId}`}`;
