/** The numbers of the ticket picture. */

/** The large ticket is that of the add-attendee screen, the small one that of the details (contract 9). */
export type TicketFormat = "large" | "small";

/** contract 9: the pictures' sizes in pixels. */
export const TICKET_SIZES: Record<TicketFormat, { width: number; height: number }> = {
  large: { width: 800, height: 1200 },
  small: { width: 600, height: 800 },
};

/** contract 9: the QR code of the review screen, in pixels. */
export const QR_SCREEN_SIDE = 200;
/** Its picture to send on: 24 px a module for our own codes, sharp on any screen and on paper. */
export const QR_PICTURE_SIDE = 800;
/** contract 9: how long 'Copied!' shows. */
export const COPIED_MS = 2000;
/** contract 9: how long the screen of a finished registration stays. */
export const SUCCESS_MS = 2000;

/** Light modules around a QR, without which cameras miss it. */
export const QUIET_ZONE_MODULES = 4;
/** Error correction of printed and photographed tickets: 15 % may be dirt. */
export const QR_ERROR_LEVEL = "M";

/** contract 9: how many tickets are printed at once; two columns of four fit on a sheet of A4. */
export const TICKETS_AT_ONCE = 2_000;
export const TICKETS_A_SHEET = 8;
