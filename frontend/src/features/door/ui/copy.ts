import { CHECK_AGAIN } from "@/features/door/copy";

/** Texts of lazy components (decision 0034). The scanner's own are in ../copy.ts. */

export const RECENT_COPY = {
  title: "Recent Scans",
  success: "Checked in",
  alreadyScanned: "Already checked in",
  left: "Left",
  notInside: "Not inside",
  alreadyLeft: "Already left",
  unconfirmed: "Not confirmed yet",
  undo: "Undo",
  undone: "Undone",
  notCounted: "Not counted",
} as const;
export const SETTINGS_COPY = {
  deletedEvent: (id: number) => `Event ${id} (deleted)`,
  chooseSignedIn: "Sign in to choose another event.",
  event: "Event",
  rapid: "Rapid mode",
  rapidHint: "For busy doors: the next guest need not wait for the cooldown.",
  eventsFailed: "The list of events could not be loaded. Reload the page to choose another.",
} as const;
export const ALL_EVENTS = "All Events";
export const DISMISS = "Dismiss";
export const TRYING = "Trying...";
export const NO_SCANS = "No scans yet";
export const pendingScans = (count: number) =>
  count === 1 ? "1 scan is not checked in yet" : `${count} scans are not checked in yet`;
export const SEARCH_OPEN = "Find guest";
export const SEARCH_LOADING = "Loading the search...";
export const CAMERA_COPY = {
  torch: "Torch",
  camera: "Camera",
  automatic: "Automatic",
  numbered: (position: number) => `Camera ${position}`,
} as const;
export const undoOf = (fullName: string, isExit = false) =>
  `Undo the ${isExit ? "exit" : "check-in"} of ${fullName}`;
export const undoAll = (count: number) => `Undo all ${count}`;
export const CHECK_AGAIN_ID = "check-again";
export const checkAgainCount = (count: number) => `${CHECK_AGAIN.title}: ${count}`;
export const dismissOf = (fullName: string) => `Dismiss ${fullName}`;
export const scannedAt = (moment: string) => `Scanned at ${moment}`;
export const DOOR_NAME_COPY = {
  label: "Name of this door",
  hint: "Shown beside its check-ins.",
  example: "For example: Gate B",
} as const;
export const goesOnUntil = (time: string) => `No one is signed in. You can keep scanning until ${time}.`;
/** The other texts load with the dialog (contract 2.doors). */
export const DEVICES_OPEN = "Devices at this event";

/** Below the video (contract 2.scan). */
export const arrivedOf = (arrived: number, total: number) => `Arrived ${arrived} of ${total}`;
export const insideText = (inside: number) => `Inside ${inside}`;

/** Direction of the door, and people who leave without a scan (contract 2.exit). */
export const EXIT_COPY = {
  direction: "Direction",
  in: "In",
  out: "Out",
  leavers: (count: number) => (count === 1 ? "1 left without a scan" : `${count} left without a scan`),
  add: "One more left without a scan",
  remove: "One fewer left without a scan",
} as const;
/** Check-in lists of the event (contract 2.lists). */
export const LIST_COPY = {
  label: "Check-in list",
  entrance: "Entrance",
  deleted: "Deleted list",
} as const;
export const arrivedAtList = (arrived: number) => `Arrived ${arrived}`;
/** Other doors may have admitted more guests. */
export const OFFLINE_COUNT = "offline count";
export const tonightIs = (name: string) => `Tonight: ${name}`;
export const SCAN_FOR = "Scan for this event";
export const LAST_RESULT = "Last result";
/** For a code in view that cannot be read (contract 2.scan.280). */
export const UNREAD_CODE = "Tilt the phone a little, or use Find guest.";

/** The other guests of a party (contract 2). */
export const PARTY_COPY = {
  title: "Others of this party",
  hint: "Tick who is here.",
  close: "Close",
};

export const moreOfParty = (count: number) => `${count} more of this party`;

export const allOf = (count: number) => `All ${count}`;

export const checkIn = (count: number) => (count === 0 ? "Check in" : `Check in ${count}`);
