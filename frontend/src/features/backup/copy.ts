import type { BackupRestored, FileRestored, ServerBackup } from "@/api/types";
import { counted, formatCount } from "@/lib/count";

const restored = (events: number, attendees: number) =>
  `${counted(events, "event", "events")} and ${counted(attendees, "attendee", "attendees")} restored.`;

const stayErased = (guests: number) =>
  guests === 1
    ? "One guest who was erased since stays erased."
    : `${formatCount(guests)} guests who were erased since stay erased.`;

const areBack = (guests: number) =>
  guests === 1
    ? "One guest who was erased since is a guest again."
    : `${formatCount(guests)} guests who were erased since are guests again.`;

export const BACKUP_PAGE_COPY = {
  title: "Backup & Restore",
  counts: "Your data",
  events: "Events",
  attendees: "Attendees",
  countsFailed: "Not everything could be counted.",
  bringIn: "Import and restore",
  importText: "Add attendees from a spreadsheet. You see what would happen before anything does.",
  restoreText: "Replace everything here with a JSON backup.",
  version: (version: string) => `Version ${version}`,
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
  unknown: "Unknown",
  events: "Events",
  attendees: "Attendees",
  attended: "Attended",
  settings:
    "The file also has the settings: name, logo, colour, currency, dates and ticket text. They replace yours.",
  problems: "What will be different",
  more: (n: number) => `and ${formatCount(n)} more`,
  warning:
    "Restoring replaces all events and all attendees with those of the file. A backup of what is there now is made first. Until it is done nobody can save or scan. Users, their passwords and the retention period stay.",
  askSomebody: "Only a super admin can restore it. What you see here has changed nothing.",
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
  erased: (guests: number) =>
    guests === 1
      ? "One guest of this file was erased since, and stays erased."
      : `${formatCount(guests)} guests of this file were erased since, and stay erased.`,
  erasedBack: (guests: number) =>
    guests === 1
      ? "One guest of this file was erased since, and comes back."
      : `${formatCount(guests)} guests of this file were erased since, and come back.`,
  bringBack: "Bring them back",
  broughtBack: areBack,
  erasedAgain: stayErased,
  invalid: "Invalid backup file or corrupted data",
  invalidHint: "Choose a file made by Complete System Backup JSON. Nothing was changed.",
  failure: {
    title: "Restore Failed",
    fallback: "No answer came. Check the connection and what is there now, then try again.",
  },
} as const;

export const PROTECTION_COPY = {
  heading: "Protection",
  loading: "Loading the protection status...",
  fetchFailed: "The protection status could not be loaded",
  stale: "Could not be refreshed.",
  attention: "Needs attention",
  fine: "Nothing needs attention.",
  lastBackup: "Last backup",
  lastProven: "Last restore test",
  integrity: "Database",
  automatic: "Automatic backups",
  never: "Never",
  integrityWords: { ok: "Intact", damaged: "Damaged", unknown: "Not checked yet" },
  on: "On",
  off: "Off",
} as const;

export const SERVER_BACKUPS_COPY = {
  heading: "Backups on the server",
  holds:
    "Each holds everything, the secrets of second factors included: keep a downloaded one as safe as a password.",
  loading: "Loading backups...",
  fetchFailed: "The backups could not be loaded",
  stale: "Could not be refreshed.",
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
  deleteName: (filename: string) => `Delete backup ${filename}`,
  proven: "Tested",
  notProven: "Not tested",
  checking: "Checking...",
  restoreTitle: "Restore backup",
  restoreText: (filename: string, when: string) =>
    `Everything goes back to ${when} (${filename}), users with their passwords and second factors included. A backup of what is there now is made first. Until it is done nobody can save or scan, and afterwards everybody signs in again.`,
  unproven: "This backup is not tested",
  unprovenText: "It may not bring everything back. Restore a tested one if you can.",
  unchecked: "This backup is not tested yet",
  uncheckedText: "It is being checked, or soon will be. Wait for that if you can.",
  restored: ({ erasedAgain, broughtBack }: BackupRestored) => ({
    title: "Backup restored",
    description: [
      "Please sign in again.",
      ...(erasedAgain > 0 ? [stayErased(erasedAgain)] : []),
      ...(broughtBack > 0 ? [areBack(broughtBack)] : []),
    ].join(" "),
  }),
  erased: (guests: number) =>
    guests === 1
      ? "One guest was erased after this backup. If it holds them, they stay erased."
      : `${formatCount(guests)} guests were erased after this backup. Those that it holds stay erased.`,
  erasedBack: (guests: number) =>
    guests === 1
      ? "One guest was erased after this backup. If it holds them, they come back."
      : `${formatCount(guests)} guests were erased after this backup. Those that it holds come back.`,
} as const;

const NAMES_MAX = 5;
const list = (names: readonly string[]) =>
  names.length > NAMES_MAX
    ? `${names.slice(0, NAMES_MAX).join(", ")} and ${formatCount(names.length - NAMES_MAX)} more`
    : names.join(", ");

export const COMPARISON_COPY = {
  loading: "Comparing with what is here now...",
  failed: "The backup could not be compared with what is here now.",
  held: "In the backup",
  present: "Here now",
  events: "Events",
  attendees: "Attendees",
  users: "Users",
  newest: "Newest change",
  unknown: "Unknown",
  retention: (keepDays: number | null) =>
    keepDays === null
      ? "Data retention stays off: guests are kept until someone deletes them."
      : `The retention period stays at ${counted(keepDays, "day", "days")}, counted from this restore at the earliest.`,
  accounts: "Accounts revert",
  made: (names: readonly string[]) => `Accounts added since then disappear: ${list(names)}.`,
  passwords: (names: readonly string[]) => `Older passwords are valid again: ${list(names)}.`,
  secondFactors: (names: readonly string[]) => `Second factors and recovery codes revert: ${list(names)}.`,
  changed: (names: readonly string[]) => `Names, roles and reactivations revert: ${list(names)}.`,
  stayDeactivated: (names: readonly string[]) =>
    `Accounts deactivated since then stay deactivated: ${list(names)}.`,
} as const;

export const BACKUP_KIND: Record<ServerBackup["kind"], string> = {
  manual: "Manual",
  daily: "Daily",
  weekly: "Weekly",
  safety: "Safety backup",
  migration: "Before update",
};
