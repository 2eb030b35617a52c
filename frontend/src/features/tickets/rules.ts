/** The add-attendee screen shows the large ticket, the details screen the small one (contract 9). */
export type TicketFormat = "large" | "small";

/** Image sizes in pixels (contract 9). */
export const TICKET_SIZES: Record<TicketFormat, { width: number; height: number }> = {
  large: { width: 800, height: 1200 },
  small: { width: 600, height: 800 },
};

/** Minimum share of a ticket image's width for its QR code, without the quiet zone (contract 9). */
export const QR_SHARE = 0.45;

/** Side of the downloaded image: 24 px per module for our codes, sharp on screens and paper. */
export const QR_PICTURE_SIDE = 800;
/** How long 'Copied!' shows (contract 9). */
export const COPIED_MS = 2000;
/** How long the screen of a finished registration shows (contract 9). */
export const SUCCESS_MS = 2000;

/** Limit of Chromium's share sheet. */
export const SHARED_TICKETS_MAX = 10;

/** Maximum of tickets in one print (contract 9); an A4 sheet holds two columns of four. */
export const PRINTED_TICKETS_MAX = 2_000;
export const TICKETS_A_SHEET = 8;
/** Maximum of ticket images in one ZIP file (contract 9). */
export const ZIPPED_TICKETS_MAX = 500;

/** The printed sheet in millimetres: the same as the tokens `ticket` and `sheet`. */
export const SHEET_MM = { width: 210, height: 297, side: 15, top: 12 };
export const CARD_MM = { width: 90, height: 68, pad: 4, qr: 40 };
