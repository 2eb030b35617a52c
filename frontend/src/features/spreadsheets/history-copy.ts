import { counted, formatCount } from "@/lib/count";

const attendees = (n: number) => counted(n, "attendee", "attendees");

export const IMPORTS_COPY = {
  heading: "Recent imports",
  loading: "Loading imports...",
  fetchFailed: "The imports could not be loaded",
  none: "Nothing has been imported yet.",
  noneText: "What comes in from a spreadsheet is listed here, and can be undone.",
  everyEvent: "Events of the file",
  by: (who: string) => `by ${who}`,
  progress: (added: number, total: number) => `${formatCount(added)} of ${formatCount(total)}`,
  progressLabel: (file: string) => `Importing ${file}`,
  unreachable: "No connection. The import goes on at the server.",
  takingOut: "Removing the imported guests...",
  state: {
    running: "Running",
    done: "Imported",
    cancelled: "Cancelled",
    undone: "Undone",
    failed: "Failed",
  },
  added: (n: number) => `${attendees(n)} imported`,
  errors: (n: number) => counted(n, "error", "errors"),
  erased: (n: number) => `${counted(n, "erased guest", "erased guests")} left out`,
  broughtBack: (n: number) => `${counted(n, "erased guest", "erased guests")} brought back`,
  skipped: (n: number) => counted(n, "duplicate", "duplicates"),
  cancel: "Cancel",
  cancelling: "Cancelling...",
  dismiss: "Close",
  undo: "Undo import",
  undoing: "Undoing...",
  undoTitle: "Undo import",
  undoText: (file: string, added: number) =>
    `${attendees(added)} came from ${file || "this import"}. All of them who are still there will be deleted, and their tickets will stop working. This cannot be undone.`,
  undone: { title: "Import undone", description: "All attendees that came with it are deleted." },
  noLonger: "This import cannot be undone: its attendees were scanned, edited or deleted since.",
  undoFailed: { title: "The import was not undone", fallback: "Check the connection, then try again." },
  used: {
    title: "This import can no longer be undone",
    description: "At least one of its attendees was scanned or edited since.",
  },
  cancelFailed: { title: "The import was not cancelled", fallback: "Check the connection, then try again." },
} as const;
