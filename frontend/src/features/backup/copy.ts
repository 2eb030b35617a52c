/** Words of backups, restores and protection: contract 2, 4, 5, 7 and 8. */
import type { FileRestored, ServerBackup } from "@/api/types";
import { counted, formatCount } from "@/lib/count";

const restored = (events: number, attendees: number) =>
  `${counted(events, "event", "events")} and ${counted(attendees, "attendee", "attendees")} restored.`;

export const BACKUP_PAGE_COPY = {
  title: "Backup & Restore",
  counts: "Your data",
  events: "Events",
  attendees: "Attendees",
  countsFailed: "Not everything could be counted.",
  bringIn: "Import and restore",
  importText: "Add attendees from a spreadsheet. You see what would happen before anything does.",
  restoreText: "Bring everything back from a JSON backup, in place of what is here now.",
} as const;

export const JSON_BACKUP_COPY = {
  button: "Complete System Backup JSON",
  text: "The JSON backup keeps QR codes and invoice numbers: tickets that are printed still scan after a restore.",
  failure: { title: "Backup Failed", fallback: "The file could not be made. Please try again." },
} as const;

export const RESTORE_COPY = {
  button: "Restore JSON",
  title: "Restore JSON",
  text: "Choose a Complete System Backup. You see what is in it before anything changes.",
  fileLabel: "Complete System Backup",
  fileHint: "A .json file made by Complete System Backup JSON",
  version: "Version",
  exported: "Exported",
  unknown: "Not said",
  events: "Events",
  attendees: "Attendees",
  attended: "Attended",
  problems: "What will be different",
  more: (n: number) => `and ${formatCount(n)} more`,
  warning:
    "Restoring replaces all events and all attendees with those of the file. A backup of what is there now is made first. Until it is done nobody can save or scan. Users and their passwords stay.",
  askSomebody: "Only a super admin can restore it. What you see here has changed nothing.",
  confirmLabel: (word: string) => `Type ${word} to confirm`,
  submit: "Restore",
  restoring: "Restoring...",
  restoringText: "This can take a minute. Please keep this page open.",
  cancel: "Cancel",
  close: "Close",
  done: "Done",
  otherFile: "Choose another file",
  tryAgain: "Try again",
  doneTitle: "Restore Complete",
  doneText: restored,
  doneElsewhere: ({ restored: { events, attendees }, safetyBackup }: FileRestored) => ({
    title: "Restore Complete",
    description: `${restored(events, attendees)} What was there before is kept as ${safetyBackup}.`,
  }),
  safety: "What was there before is kept as",
  invalid: "Invalid backup file or corrupted data",
  failure: {
    title: "Restore Failed",
    fallback: "No answer came. Check the connection and what is there now, then try again.",
  },
} as const;

export const PROTECTION_COPY = {
  heading: "Protection",
  loading: "Loading the protection status...",
  fetchFailed: "The protection status could not be loaded",
  stale: "Could not be read again just now.",
  attention: "Needs attention",
  fine: "Nothing needs attention.",
  lastBackup: "Last backup",
  lastProven: "Last proven restore",
  integrity: "Database",
  automatic: "Automatic backups",
  never: "Never",
  integrityWords: { ok: "Intact", damaged: "Damaged", unknown: "Not checked yet" },
  on: "On",
  off: "Off",
} as const;

export const SERVER_BACKUPS_COPY = {
  heading: "Backups on the server",
  loading: "Loading backups...",
  fetchFailed: "The backups could not be loaded",
  stale: "Could not be read again just now.",
  none: "There is no backup yet.",
  noneText: "Create one before much changes.",
  create: "Create backup",
  creating: "Creating...",
  created: { title: "Success", description: "Backup created" },
  createFailure: { title: "Backup Failed", fallback: "The backup could not be made. Please try again." },
  download: "Download",
  downloading: "Fetching...",
  downloadName: (filename: string) => `Download ${filename}`,
  downloadFailure: { title: "Export Failed", fallback: "The file could not be fetched. Please try again." },
  restore: "Restore",
  restoreName: (filename: string) => `Restore ${filename}`,
  proven: "Proven",
  notProven: "Not proven",
  checking: "Checking...",
  restoreTitle: "Restore backup",
  restoreText: (filename: string, when: string) =>
    `Everything goes back to ${when} (${filename}), users and their passwords included. A backup of what is there now is made first. Until it is done nobody can save or scan, and afterwards everybody signs in again.`,
  unproven: "This backup is not proven",
  unprovenText: "It may not bring everything back. Restore a proven one if you can.",
  unchecked: "This backup has not been proven yet",
  uncheckedText: "It is being checked, or soon will be. Wait for that if you can.",
  restored: { title: "Backup restored", description: "Please sign in again." },
} as const;

export const BACKUP_KIND: Record<ServerBackup["kind"], string> = {
  manual: "Made by hand",
  daily: "Daily",
  weekly: "Weekly",
  safety: "Safety copy",
  migration: "Before an update",
};
