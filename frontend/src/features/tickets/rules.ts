/** The numbers of the ticket picture. */

/** contract 9: the picture of the add-attendee screen, in pixels. */
export const TICKET_SIZE = { width: 800, height: 1200 } as const;

/** Light modules around a QR, without which cameras miss it. */
export const QUIET_ZONE_MODULES = 4;
/** Error correction of printed and photographed tickets: 15 % may be dirt. */
export const QR_ERROR_LEVEL = "M";
