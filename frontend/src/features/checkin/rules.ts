/** The numbers of the door. */

/** contract 9: the camera picture is read twice a second. */
export const DECODE_INTERVAL_MS = 500;
/** contract 4, 9: from a decode until the next scan is accepted. */
export const COOLDOWN_MS = 3000;
/** contract 9: how long each kind of verdict stays readable at the least. */
export const VERDICT_MS = { success: 2000, already: 3000, error: 4000 } as const;
/** contract 9: a scan that waits, or the camera, takes the place of a verdict no sooner than this. */
export const VERDICT_SEEN_MS = 400;
/** contract 9: Recent Scans keeps this many entries. */
export const RECENT_SCANS = 10;
/** contract 10: without an answer for this long the scan is 'Connection Issue'. */
export const ANSWER_TIMEOUT_MS = 5000;
/** contract 10: a code counts again once it was out of view for this long. */
export const OUT_OF_VIEW_MS = 1000;
/**
 * An unanswered scan is sent again under its old key, and the server then repeats its first answer. Beyond
 * this age somebody else may be holding a copy of the ticket, so the scan gets a key of its own.
 */
export const KEPT_SCAN_MS = 10 * 60 * 1000;

/** contract 10: the vibrations of the verdicts, in milliseconds (on, off, on, ...). */
export const VIBRATION = { success: [80], already: [80, 80, 80], error: [300] } as const;

/** Longest side of a camera picture handed to the decoder: a ticket at arm's length still has 5 px a module. */
export const FRAME_MAX_SIDE = 960;
/** An uploaded picture is first read at this size: quicker, and most codes are found. */
export const UPLOAD_FIRST_SIDE = 1280;
/** The largest canvas that phones hold (16 megapixels); 'full size' stops there. */
export const UPLOAD_MAX_AREA = 4096 * 4096;

/** Keys of a hardware scanner follow each other faster than this; nobody types a code so fast. */
export const BURST_GAP_MS = 100;
/** Shorter bursts are a hand on the keyboard. */
export const BURST_MIN_LENGTH = 6;

/** Guests that a search at the door shows at once; a longer list is not read with somebody waiting. */
export const SEARCH_SHOWN = 20;
/** The search asks the server once the typing pauses for this long. */
export const SEARCH_PAUSE_MS = 250;
/** contract 10: the longest text the server searches for. */
export const SEARCH_MAX = 200;
