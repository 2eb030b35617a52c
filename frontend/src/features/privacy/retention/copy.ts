import { counted } from "@/lib/count";
import { exampleDate } from "@/lib/exact-date";

const days = (count: number) => counted(count, "day", "days");
const guests = (count: number) => counted(count, "guest", "guests");

export const RETENTION_COPY = {
  heading: "Data retention",
  loading: "Loading...",
  failed: "The setting could not be loaded.",
  kept: "Guests are kept until someone deletes or erases them.",
  erased: (keepDays: number) =>
    `${days(keepDays)} after their event, Doorlist erases guests: name, phone number, email, notes and ticket. Table, payment and times stay.`,
  lastRun: (when: string, erased: number) => `Last run ${when}: ${guests(erased)} erased.`,
  notYet: "Next run within the hour.",
  held: (backups: number, until: string | null) =>
    `${counted(backups, "server backup still contains", "server backups still contain")} erased guests${
      until ? `, until about ${until}.` : ". Not all expire: delete them above."
    }`,
  change: "Change",
} as const;

export const RETENTION_DIALOG_COPY = {
  title: "Data retention",
  text: "Doorlist erases guests this many days after their event. It runs once a day and cannot be undone. Each erasure is announced on Home a week before.",
  label: "Days after the event",
  badDays: "Enter a whole number from 1 to 3,650",
  look: "Preview",
  looking: "Checking...",
  nobody: "No guests would be erased in the next days.",
  due: (count: number, day: string) => `${guests(count)} would be erased on ${day}:`,
  guests,
  more: "and more events",
  submit: (keepDays: number) => `Erase after ${days(keepDays)}`,
  saving: "Saving...",
  off: "Keep until deleted",
  cancel: "Cancel",
  done: { title: "Success", description: "Retention period saved" },
  failure: { title: "Failed to save the retention period", fallback: "No answer came. Please try again." },
  lookFailure: { title: "Preview failed", fallback: "No answer came. Please try again." },
} as const;

export const ANNOUNCED_COPY = {
  heading: "Guests will be erased soon",
  text: "The retention period of these events is over. Erased guests cannot be restored.",
  erased: (count: number, day: string) => `${guests(count)} will be erased on ${day}`,
  kept: (day: string) => `Kept until ${day}`,
  postpone: "Keep until",
  change: "Change",
  named: (action: string, event: string) => `${action}: ${event}`,
} as const;

export const POSTPONE_COPY = {
  title: "Keep guests longer",
  text: (event: string) => `The guests of ${event} are not erased before this day is over.`,
  label: "Keep until",
  openCalendar: "Open calendar",
  get placeholder() {
    return exampleDate();
  },
  submit: "Save",
  saving: "Saving...",
  remove: "Do not keep longer",
  cancel: "Cancel",
  done: { title: "Success", description: "Saved" },
  failure: { title: "Failed to save", fallback: "No answer came. Please try again." },
} as const;
