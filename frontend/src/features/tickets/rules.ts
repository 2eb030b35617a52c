/** The numbers of the ticket picture. */

/** The add-attendee screen shows the large ticket, the details screen the small one (contract 9). */
export type TicketFormat = "large" | "small";

/** contract 9: the pictures' sizes in pixels. */
export const TICKET_SIZES: Record<TicketFormat, { width: number; height: number }> = {
  large: { width: 800, height: 1200 },
  small: { width: 600, height: 800 },
};

/** contract 9: the QR code of the review screen, in pixels. */
export const QR_SCREEN_SIDE = 200;
/** The size of its downloaded picture: 24 px per module for our own codes, sharp on screens and paper. */
export const QR_PICTURE_SIDE = 800;
/** contract 9: how long 'Copied!' shows. */
export const COPIED_MS = 2000;
/** contract 9: how long the screen of a finished registration stays. */
export const SUCCESS_MS = 2000;

/** Light modules around a QR code; cameras miss it without them. */
export const QUIET_ZONE_MODULES = 4;
/** Error correction level: a code still scans with 15 % of it covered. */
export const QR_ERROR_LEVEL = "M";

/** contract 9: the most tickets in one print; a sheet of A4 holds two columns of four. */
export const TICKETS_AT_ONCE = 2_000;
export const TICKETS_A_SHEET = 8;
