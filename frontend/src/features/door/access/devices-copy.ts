import { counted } from "@/lib/count";

/** Texts of 'Devices at this event' (contract 2.doors). */
export const DEVICES_COPY = {
  hint: (event: string) => `They can check people in for ${event}, even after the user is signed out.`,
  loading: "Loading the devices...",
  empty: "No device is set up for this event",
  emptyHint: "Open the scanner on a device and choose this event there.",
  failed: "The devices could not be loaded",
  list: "Devices",
  unnamed: "Door without a name",
  thisDevice: "This device",
  nothingWaits: "Nothing waits to be sent",
  remove: "Remove",
  removing: "Removing...",
  keep: "Keep it",
  close: "Close",
  question: (device: string) => `Remove ${device}?`,
  isGone: "It was removed already.",
  removeFailure: {
    title: "Failed to remove device",
    fallback: "The device could not be removed. Check the connection, then try again.",
  },
} as const;

export const removeDevice = (device: string, fullName: string) => `Remove ${device} of ${fullName}`;

export const waitsToBeSent = (count: number) =>
  count === 0
    ? DEVICES_COPY.nothingWaits
    : `${counted(count, "check-in waits", "check-ins wait")} to be sent`;

/** The consequences of removing a device. */
export function removalQuestion(fullName: string, waiting: number): string {
  const unsent = waiting > 0 ? ` (${counted(waiting, "check-in", "check-ins")})` : "";
  return `${fullName} can no longer check people in with it. What it has not sent yet${unsent} will not count. It will be shown under Conflicts.`;
}

const MINUTE_MS = 60_000;

export function lastContact(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 1) return "Last contact just now";
  if (minutes < 60) return `Last contact ${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `Last contact ${hours} h ago` : `Last contact ${Math.floor(hours / 24)} days ago`;
}
