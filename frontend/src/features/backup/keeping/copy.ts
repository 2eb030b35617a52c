import { counted } from "@/lib/count";

/** Words of the keeping period: contract 2.keep and 8.keep. */
const days = (count: number) => counted(count, "day", "days");
const guests = (count: number) => counted(count, "guest", "guests");

export const KEEPING_COPY = {
  heading: "Keeping guests' details",
  loading: "Loading...",
  failed: "The setting could not be loaded.",
  kept: "Guests are kept until somebody deletes them or erases them.",
  erased: (keepDays: number) =>
    `${days(keepDays)} after their event, guests are erased: name, phone number, notes and ticket. Table, payment and times stay.`,
  lastRun: (when: string, erased: number) => `Last looked on ${when}: ${guests(erased)} erased.`,
  notYet: "The next look is within the hour.",
  held: (backups: number, until: string | null) =>
    `${counted(backups, "backup on the server still holds", "backups on the server still hold")} somebody who was erased since${
      until ? `, until about ${until}.` : ". Not all go by themselves: delete them above."
    }`,
  change: "Change",
} as const;

export const KEEPING_DIALOG_COPY = {
  title: "Keeping guests' details",
  text: "So many days after their event, guests are erased by Doorlist, once a day. This cannot be undone.",
  label: "Days after the event",
  badDays: "Enter a whole number from 1 to 3650",
  look: "Show who is due",
  looking: "Looking...",
  nobody: "Nobody is due today. Who is due later is erased then.",
  due: (count: number) => `${guests(count)} would be erased within the hour:`,
  guests,
  more: "and more events",
  submit: (keepDays: number) => `Erase after ${days(keepDays)}`,
  saving: "Saving...",
  off: "Keep until deleted",
  cancel: "Cancel",
  done: { title: "Success", description: "Keeping period saved" },
  failure: { title: "Failed to save the keeping period", fallback: "No answer came. Please try again." },
  lookFailure: { title: "Failed to look", fallback: "No answer came. Please try again." },
} as const;
