import type { DecoderTrouble } from "@/features/door/camera/decoder";
import type { CameraFailure } from "@/features/door/camera/door-camera";
import type { CameraWait } from "@/features/door/camera/run-camera";
import { formatCount } from "@/lib/count";
import { formatEventDate } from "@/lib/event-date";

/** The status pills (contract 2). The cooldown's text does not count down. */
export const PILL = {
  ready: "Camera Ready",
  scanning: "Scanning...",
  cooldown: "Cooldown (3s)",
  offline: "Offline",
} as const;

/** With the number of unsynced check-ins (contract 2.scan). */
export const offlineToSend = (count: number) => `Offline: ${formatCount(count)} to send`;
export const sendingNow = (count: number) => `Sending ${formatCount(count)}`;

/** Headings of the verdicts (contract 8). */
export const TITLE = {
  admitted: "Check-in Complete",
  returned: "Welcome Back",
  already: "Already Checked In",
  already_left: "Already Left",
  wrong_ticket_type: "Not For This List",
  not_entered: "Not At The Entrance Yet",
  full: "Full",
  left: "Goodbye",
  not_inside: "Not Inside",
  refused: "Invalid QR Code",
  connection: "Connection Issue",
  temporary: "Temporary Issue",
  failed: "Scan Failed",
  signedOut: "Not checked in: sign in again",
} as const;

export const REASON = {
  otherEvent: "Not valid for this event",
  unknownFormat: "Format not recognised",
  noAnswer: "No answer from the server. Check the connection.",
  serverTrouble: "The server could not answer just now.",
  tryAgain: "Please try again",
  passwordChange: "Change your password before you scan.",
  exitsNotCounted: "This event does not count people who leave.",
  otherUser: "Someone else is signed in on this device. Reload the page.",
  noCode: "No QR code found in the image. Please try a clearer image.",
  noReader: "The QR reader did not answer.",
  notAPicture: "The file could not be opened as a picture.",
} as const;

export const NOT_CHECKED_IN = "Not checked in yet";
export const SIGNED_OUT_HINT =
  "Your session has ended. The scan is kept: sign in, come back here and send it again.";
/** While the decoder is restarted (contract 8). */
export const DECODER_TROUBLE: Record<DecoderTrouble, string> = {
  "not loaded": "The QR reader could not be loaded. Trying again. Check the connection.",
  "no answer": "The QR reader stopped and is restarting. If this message stays, reload the page.",
};
export const EVENT_DELETED = "This event was deleted. Choose another event.";
/** contract 2.pass: for a helper. */
export const PASS_OVER = "Ask for a new pass.";
export const SESSION_ENDED = "Your session has ended. Sign in again to continue.";
export const NO_TABLE = "No table";

export const tableText = (tableNumber: number) => (tableNumber > 0 ? `Table ${tableNumber}` : NO_TABLE);

export const ticketFor = (event: { name: string; date: string }) =>
  `This ticket is for ${event.name}, ${formatEventDate(event.date)}.`;

export const eventNumber = (id: number) => `Event ${id}`;

export const waitingScans = (count: number) => `${count} waiting`;

/** Messages of the camera (contract 8). */
export function cameraMessage(failure: CameraFailure): string {
  switch (failure.kind) {
    case "insecure":
      return "Camera not supported. Requires HTTPS deployment.";
    case "unsupported":
      return "Camera not supported in this browser";
    case "denied":
      return "Camera permission denied. Please enable in browser settings.";
    case "dismissed":
      return "Please allow camera access.";
    case "missing":
      return "No camera found on this device.";
    case "not_loaded":
      return "The camera could not be loaded. Check the connection and press Start. If this message stays, reload the page.";
    case "busy":
      return `Camera error: ${failure.message.replace(/\.$/, "")}. Another app may be using the camera.`;
    case "other":
      return `Camera error: ${failure.message}`;
  }
}

/** Why a wanted camera shows nothing, and what to do (contract 2). */
const CAMERA_WAITS: Record<Extract<CameraWait, string>, { message: string; advice: string }> = {
  opening: { message: "Starting the camera...", advice: "If the browser asks, allow the camera." },
  paused: {
    message: "Camera paused by another app",
    advice: "A call may be using it. Scanning resumes when the camera is free.",
  },
  lost: {
    message: "The camera gives no picture. Starting it again...",
    advice: "Close other apps that use it, and check its cable if it has one.",
  },
};

export const cameraWait = (why: CameraWait) =>
  typeof why === "string"
    ? CAMERA_WAITS[why]
    : {
        message: cameraMessage(why),
        advice: "Trying again every few seconds. Close that app, or choose another camera.",
      };

export const SCANNER_COPY = {
  title: "Scan Attendees",
  start: "Start",
  stop: "Stop",
  upload: "Upload image",
  uploading: "Reading...",
  idle: "Press Start and hold a ticket in front of the camera.",
  cooling: "Ready again in a moment.",
  withoutCamera: "'Find guest' and 'Upload image' work without a camera.",
  checking: "Checking the ticket...",
  tryAgain: "Try again",
  nextGuest: "Next guest",
  details: "Details",
  close: "Close",
  signIn: "Sign in again",
} as const;

export const checkedInBy = (moment: string, scanner: string | null) =>
  scanner ? `Checked in at ${moment} by ${scanner}` : `Checked in at ${moment}`;

/** Below 'Welcome Back', 'Already Left' and 'Not Inside'. */
export const leftAtText = (moment: string) => `Left at ${moment}`;
export const NOT_ARRIVED = "Not arrived";
export const NO_TYPE = "This ticket has no type";
export const CAPACITY_REACHED = "The capacity is reached";
export const TO_ENTRANCE = "Send the guest to the entrance first";

/** Below the payment status (contract 2.scan.11). */
export const owes = (amount: string | null) => (amount ? `owes ${amount}` : "amount not known");

// Deciding without the server.

/** Below a local verdict (contract 4.offline). */
export const NOT_CONFIRMED = "Not confirmed yet.";
export const listFrom = (age: number): string => `Guest list from ${ageOf(age)} ago.`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Rounded, to be read at a glance. */
function ageOf(ms: number): string {
  if (ms < MINUTE) return "less than a minute";
  return ms < HOUR ? `${Math.floor(ms / MINUTE)} min` : `${Math.floor(ms / HOUR)} h`;
}

export const OFFLINE_COPY = {
  notSaved: "Let in, but not saved. Keep this page open.",
  notOnList: "Not on this list. Was it sold after the list was loaded?",
  cancelled: "This ticket was cancelled.",
  letIn: "Let in anyway",
  undoNotSaved: "Undone, but not saved. Keep this page open.",
} as const;

/** Name of a guest whose unlisted ticket was admitted. */
export const UNLISTED_GUEST = "Unlisted ticket";

export const checkedInHere = (moment: string) => `Checked in at ${moment} at this door`;

/** contract 2.scan.621, 622: guests of a party who came together. */
export const partyIn = (count: number) => `${count} of this party checked in`;

/** The server's contradictions (contract 4.offline). */
export const CHECK_AGAIN = {
  title: "Check Again",
  cancelled: "This ticket was cancelled",
  notKnown: "This ticket is not valid",
  letIn: "Valid after all: let them in",
  failed: "The server rejected this check-in",
  unnamed: "Name unknown",
} as const;

export const alreadyInSince = (moment: string | null, by: string | null): string =>
  ["Already checked in", moment && ` at ${moment}`, by && `, ${by}`].filter(Boolean).join("");
export const ticketOf = (eventName: string | null) =>
  eventName ? `This ticket is for ${eventName}` : "This ticket is for another event";

export const DEVICE_REMOVED = "This device was removed from this event's doors.";

export const DOOR_GRANT_COPY = {
  signIn: "Sign in",
  back: "Back to the door",
  useAgain: "Use this device again",
  asking: "Asking...",
} as const;

export const goesOnAs = (fullName: string, event: string | null) =>
  `This device is still the door of ${fullName}${event ? ` for ${event}` : ""}.`;

/** The server may know neither the person nor the time. */
export const removedBy = (by: string | null, time: string | null) =>
  `${by ?? "The server"} removed this device${time ? ` at ${time}` : ""}.`;
