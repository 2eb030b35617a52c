// Limits and times of the door (contract 4 and 9). All times in ms.

// Camera.
export const DECODE_INTERVAL_MS = 500;
/** A decoder without a response for this long is restarted. */
export const DECODE_TIMEOUT_MS = 3000;
/** Long enough for the slowest network. */
export const DECODER_LOAD_TIMEOUT_MS = 30_000;
/** Failures in a row before the screen reports them. */
export const DECODER_FAILURES_MAX = 3;
/** Multiplied by the number of failures, up to the maximum. */
export const DECODER_BACKOFF_MS = 1000;
export const DECODER_BACKOFFS_MAX = 15;
/** A camera without a frame for this long is reopened. The first frame takes longer. */
export const FRAME_TIMEOUT_MS = 3000;
export const FIRST_FRAME_TIMEOUT_MS = 8000;
export const CAMERA_POLL_MS = 250;
/** Shorter pauses by another app are not reported. */
export const PAUSED_NOTICE_AFTER_MS = 750;
/** A camera that another app has not returned by then is reopened. */
export const PAUSED_TIMEOUT_MS = 10_000;
/** Retries of a busy camera before the screen reports it. */
export const BUSY_BACKOFF_MS = [250, 500, 1000] as const;
export const REOPEN_BACKOFF_MS = [500, 1000, 2000, 4000, 8000] as const;
/** A camera that ran this long resets the backoff: its next failure counts as the first. */
export const CAMERA_STABLE_MS = 10_000;
export const WAKE_LOCK_DELAY_MS = 10_000;
/** Longest side of a decoded frame: a ticket at arm's length still has 5 px a module. */
export const FRAME_MAX_SIDE = 960;
/** Unread frames take turns: unfiltered, three filters, full size. */
export const TURNS = 5;
export const FULL_SIZE_TURN = 4;
/** An uploaded image is read at this size first: faster, and enough for most codes. */
export const UPLOAD_FIRST_SIDE = 1280;
/** The largest canvas of phones (16 megapixels). */
export const UPLOAD_MAX_AREA = 4096 * 4096;

// Scans and verdicts.
/** From a decode until the next scan is accepted. */
export const COOLDOWN_MS = 3000;
export const VERDICT_MS = {
  success: 2000,
  returned: 2000,
  left: 2000,
  already: 3000,
  error: 4000,
  connection: 4000,
} as const;
/** A verdict is not replaced sooner than this. */
export const VERDICT_MIN_MS = 400;
/** Vibrations: on, off, on... (contract 8.scan.12). */
export const VIBRATION = { success: [80], moved: [80, 80], already: [80, 80, 80], error: [300] } as const;
/** Without a response for this long a scan gets 'Connection Issue' (contract 9.scan.8). */
export const ANSWER_TIMEOUT_MS = 5000;
/** Longer than any scan takes, including a repeated request. */
export const DECIDING_TIMEOUT_MS = 16_000;
/** Out of view for this long, a code counts again (contract 9.scan.7). */
export const OUT_OF_VIEW_MS = 1000;
/** An unread code in view for this long gets a hint (contract 9.scan.280). */
export const UNREAD_NOTICE_AFTER_MS = 4000;
/** Two frames in a row may miss the code; all frames of the longer time, once the hint is shown (contract 9.scan.530). */
export const UNREAD_GAP_MS = 1600;
export const UNREAD_EXPIRES_MS = 3000;
/** An unanswered scan is repeated under its key up to this age. Later, another person may hold a copy of the ticket. */
export const PENDING_SCAN_EXPIRES_MS = 10 * 60 * 1000;
export const RECENT_SCANS_MAX = 10;
/** One evening, which may go past midnight. */
export const RECENT_SCANS_EXPIRES_MS = 16 * 60 * 60 * 1000;
export const PARTY_OFFER_EXPIRES_MS = 2 * 60 * 1000;
/** How long a helper may undo a check-in (contract 9.pass.292). */
export const HELPER_UNDO_EXPIRES_MS = 10 * 60_000;
/** Keys of a hardware scanner come faster than typed ones. */
export const BURST_GAP_MS = 100;
/** Shorter bursts are a hand on the keyboard. */
export const BURST_MIN_LENGTH = 6;

// Deciding without the server (contract 9.offline).
/** A door with a list waits this long for the server. */
export const HEDGE_MS = 1200;
/** A contradiction sounds while the guest may still be near. */
export const CHECK_AGAIN_SOUND_EXPIRES_MS = 30_000;
/** A verdict not on disk by then is shown as not saved. */
export const SAVE_TIMEOUT_MS = 1500;
/** A scan is sent once it is on disk, or after this time. */
export const SEND_TIMEOUT_MS = 250;
/** Lets the screen draw a local verdict before the scan is sent. */
export const SEND_DELAY_MS = 100;
/** Local decisions that take longer show 'Checking the ticket...' (contract 9.offline.21). */
export const CHECKING_NOTICE_AFTER_MS = 150;
/** Tolerance between door time and server time. */
export const CLOCK_TOLERANCE_MS = 2000;
/** Saved characters of a text that is not a ticket. */
export const SAVED_TEXT_MAX = 100;

// Search.
export const SEARCH_RESULTS_MAX = 20;
/** Pause in typing before the server is asked. */
export const SEARCH_DELAY_MS = 250;
/** The longest search text of the server (contract 7.scan). */
export const SEARCH_MAX = 200;
/** Without a response for this long the guest list answers a search. */
export const SEARCH_HEDGE_MS = 1200;

// Guest list.
export const LIST_SAVE_DELAY_MS = 5000;
/** Maximum number of tickets saved beside the list (contract 4.list.540). */
export const LIST_CHANGES_MAX = 2000;
export const LIST_READ_TIMEOUT_MS = 3000;
/** A slow phone takes seconds to save a long list. */
export const LIST_SAVE_TIMEOUT_MS = 15_000;
/** A door with a saved list waits this long for the server's list. */
export const SAVED_LIST_WAIT_MS = 1200;
/** An unanswered scan waits this long for a list that is being opened, including its read from disk. */
export const OPENING_TIMEOUT_MS = SAVED_LIST_WAIT_MS + 1500;
/** After a large change, doors reload their lists at random within this time. */
export const LIST_JITTER_MS = 5000;
export const LIST_RETRY_INTERVAL_MS = 15_000;
/** More changed tickets reload the whole list. */
export const LIST_IDS_MAX = 200;
/** Names are indexed for the search in slices that do not delay the camera. */
export const INDEX_SLICE_MS = 8;

// Access.
export const DOOR_NAME_MAX = 100;
export const GRANT_CONTACT_INTERVAL_MS = 60_000;
/** Contact of an open scanner (contract 9.doors.333). */
export const DOOR_CONTACT_INTERVAL_MS = 15_000;
export const DOOR_CONTACT_TIMEOUT_MS = 5000;

// Outbox.
/** A database without a response for this long is reopened once. */
export const OUTBOX_WRITE_TIMEOUT_MS = 2000;
export const OUTBOX_RETRY_INTERVAL_MS = 15_000;
export const OUTBOX_BATCH_MAX = 200;
/** Maximum number of unsent keys reported to the server. */
export const OUTBOX_UNSENT_KEYS_MAX = 1000;
/** A batch without a response for this long is retried later, with half the records. */
export const OUTBOX_ANSWER_TIMEOUT_MS = 8000;
/** How long a synced record is kept if the date of its event is unknown. */
export const OUTBOX_EXPIRES_MS = 7 * 24 * 60 * 60 * 1000;
