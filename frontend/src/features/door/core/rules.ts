/** The numbers of the door. */

/** contract 9: the camera picture is read twice a second. */
export const DECODE_INTERVAL_MS = 500;
/** contract 9: a reader that owes the answer to a picture of the camera for longer than this has hung. */
export const DECODE_LIMIT_MS = 3000;
/** A reader that is not there after this long, on the slowest network, is asked for anew. */
export const DECODER_LOAD_LIMIT_MS = 30_000;
/** contract 4: so many readers that hang in a row, or pictures that cannot be read, are no accident. */
export const DECODER_TRIES = 3;
/** The wait before another reader is tried, once for each that was lost and not longer than so many. */
export const DECODER_PAUSE_MS = 1000;
export const DECODER_MOST_PAUSES = 15;

/** contract 9: a camera that gives no picture for this long is opened anew; its first one may take longer. */
export const PICTURE_LIMIT_MS = 3000;
export const FIRST_PICTURE_LIMIT_MS = 8000;
/** How often a camera is looked after. */
export const CAMERA_LOOK_MS = 250;
/** A camera that was taken away for a blink is not worth a word. */
export const PAUSED_TOLD_MS = 750;
/** A camera that another app took, and did not give back for this long, is asked for anew. */
export const PAUSED_LIMIT_MS = 10_000;
/** contract 4: a camera that is busy is asked for again after each of these, before the screen says so. */
export const BUSY_PAUSES_MS = [250, 500, 1000] as const;
/** The waits before a camera is opened anew, longer while that does not help. */
export const REOPEN_PAUSES_MS = [500, 1000, 2000, 4000, 8000] as const;
/** A camera that ran for this long is a good one, and its next trouble a new one. */
export const CAMERA_PROVEN_MS = 10_000;

/** A screen that was not kept on is asked for again after this long. */
export const WAKE_LOCK_PAUSE_MS = 10_000;

/** contract 4, 9: from a decode until the next scan is accepted. */
export const COOLDOWN_MS = 3000;
/** contract 9: how long each kind of verdict stays readable at the least. */
export const VERDICT_MS = { success: 2000, already: 3000, error: 4000 } as const;
/** contract 9: a scan that waits, or the camera, takes the place of a verdict no sooner than this. */
export const VERDICT_SEEN_MS = 400;
/** contract 9: Recent Scans keeps this many entries. */
export const RECENT_SCANS = 10;
/** contract 9: how long the rest of a party is offered after one of them was let in. */
export const PARTY_OFFERED_MS = 2 * 60 * 1000;
/** contract 9: Recent Scans finds the scans of one evening again, which may go past midnight. */
export const RECENT_SCANS_KEPT_MS = 16 * 60 * 60 * 1000;
/** contract 9.scan.8: without an answer for this long the scan is 'Connection Issue'. */
export const ANSWER_TIMEOUT_MS = 5000;
/** Longer than a scan ever takes, with a second question to the server: what has no verdict by then gets none. */
export const DECIDING_LIMIT_MS = 16_000;
/** contract 9.scan.7: a code counts again once it was out of view for this long. */
export const OUT_OF_VIEW_MS = 1000;
/** contract 9.scan.280: a code before the camera that was not read for this long is worth a hint. */
export const UNREAD_TOLD_MS = 4000;
/** It is not found in every picture: two in a row may be without it; once the hint stands, all for 9.scan.530. */
export const UNREAD_MISSED_MS = 1600;
export const UNREAD_GONE_MS = 3000;
/**
 * An unanswered scan is sent again under its old key, and the server then repeats its first answer. Beyond
 * this age somebody else may be holding a copy of the ticket, so the scan gets a key of its own.
 */
export const PENDING_SCAN_MS = 10 * 60 * 1000;

/** contract 8.scan.12: the vibrations of the verdicts, in milliseconds (on, off, on, ...). */
export const VIBRATION = { success: [80], already: [80, 80, 80], error: [300] } as const;

/** Longest side of a camera picture handed to the decoder: a ticket at arm's length still has 5 px a module. */
export const FRAME_MAX_SIDE = 960;
/** While nothing is read, the camera's pictures are tried in these turns: as it is, in three more ways, in full size. */
export const TURNS = 5;
export const FULL_SIZE_TURN = 4;
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
/** contract 7.scan: the longest text the server searches for. */
export const SEARCH_MAX = 200;

/** Changes of single tickets are saved on the device once so much time has passed. */
export const LIST_SAVE_PAUSE_MS = 5000;
/** Maximum number of tickets saved beside the list (contract 4.list.540). */
export const LIST_CHANGES_MOST = 2000;
/** A device that has not read its list after this long has none; a long list takes a slow phone seconds to save. */
export const LIST_READ_LIMIT_MS = 3000;
export const LIST_SAVE_LIMIT_MS = 15_000;
/** contract 9: a door whose list is on the device waits this long for the server's before it uses its own. */
export const SAVED_LIST_WAIT_MS = 1200;
/** A scan that nobody answers waits so long for a list that is being opened: that wait, and its reading from the disk. */
export const OPENING_LIMIT_MS = SAVED_LIST_WAIT_MS + 1500;
/** contract 9: doors that hear of the same large change read their lists within this time, not all at once. */
export const LIST_JITTER_MS = 5000;
/** A list that could not be read is asked for again this often. */
export const LIST_RETRY_MS = 15_000;
/** More tickets than this are not named one by one. */
export const LIST_IDS_AT_ONCE = 200;

/** The room of the grants. contract 9: the longest name of a door. */
export const DOOR_NAME_MAX = 100;
/** contract 9: a door says this often that it is there, and what waits. */
export const GRANT_CONTACT_MS = 60_000;

/** contract 9.doors.333: how often a device at a door says that it is there, and how long the answer may take. */
export const DOOR_CONTACT_MS = 15_000;
export const DOOR_CONTACT_LIMIT_MS = 5000;

// The door (door/, verdict/, screen/), deciding without the server.

/** contract 9.offline: a server that has not answered after this long is not waited for where the door has a list. */
export const HEDGE_MS = 1200;
/** contract 9.offline: an answer that contradicts a verdict sounds while the guest may still be near. */
export const CHECK_AGAIN_SOUNDS_MS = 30_000;
/** A device that does not save a verdict within this time has not saved it. */
export const SAVE_LIMIT_MS = 1500;
/** A scan is sent once it is on the disk, and no later than this. */
export const SENT_AFTER_MS = 250;
/** Where nobody waits for the answer, the verdict is painted first. */
export const SENT_AFTER_SHOWN_MS = 100;
/** contract 9.offline.21: a door that decides by itself says that it checks a ticket only where that takes longer. */
export const CHECKING_SHOWN_AFTER_MS = 150;
/** Of a text that is no ticket's so many characters are kept. */
export const KEPT_TEXT_MAX = 100;

// decision, door-list and search
/** contract 9: a search that the server has not answered for this long is answered by the list on the device. */
export const SEARCH_HEDGE_MS = 1200;
/** Names are made ready for searching in slices of this length, so that the camera does not notice. */
export const FOLD_SLICE_MS = 8;

// outbox/
/** A database that has not answered after this long has died: it is opened anew, once. */
export const OUTBOX_WRITE_LIMIT_MS = 2000;
/** contract 9: what waits is tried again this often. */
export const OUTBOX_RETRY_MS = 15_000;
/** contract 9: so many records are sent at once. */
export const OUTBOX_BATCH = 200;
/** contract 9: a device names so many of those that wait. */
export const OUTBOX_MOST_TOLD = 1000;
/** A batch without an answer after this long waits for the next try, and is smaller then. */
export const OUTBOX_ANSWER_LIMIT_MS = 8000;
/** contract 9: an acknowledged record stays this long where the day of its event is not known. */
export const OUTBOX_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** contract 9.pass.292: a helper takes back a check-in for so long. */
export const HELPERS_UNDO_MS = 10 * 60_000;
