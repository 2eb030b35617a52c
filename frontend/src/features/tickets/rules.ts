/** The numbers of the ticket picture. */

/** The add-attendee screen shows the large ticket, the details screen the small one (contract 9). */
export type TicketFormat = "large" | "small";

/** contract 9: the pictures' sizes in pixels. */
export const TICKET_SIZES: Record<TicketFormat, { width: number; height: number }> = {
  large: { width: 800, height: 1200 },
  small: { width: 600, height: 800 },
};

/** contract 9: the least part of a ticket picture's width that its QR code takes, without the quiet zone. */
export const QR_SHARE = 0.45;

/** The size of its downloaded picture: 24 px per module for our own codes, sharp on screens and paper. */
export const QR_PICTURE_SIDE = 800;
/** contract 9: how long 'Copied!' shows. */
export const COPIED_MS = 2000;
/** contract 9: how long the screen of a finished registration stays. */
export const SUCCESS_MS = 2000;

/** Chromium's share sheet takes no more files at a time. */
export const SHARED_TICKETS_MAX = 10;

/** contract 9: the most tickets in one print; a sheet of A4 holds two columns of four. */
export const PRINTED_TICKETS_MAX = 2_000;
export const TICKETS_A_SHEET = 8;
