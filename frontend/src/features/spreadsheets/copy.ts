/** Words of imports and CSV exports: contract 2, 5 and 8. */
import type { ImportField } from "@/features/spreadsheets/fields";
import { counted, formatCount } from "@/lib/count";

const attendees = (n: number) => counted(n, "attendee", "attendees");

const CHECK_CONNECTION = "Nothing was added. Check the connection, then try again.";

/** What differs by where an import begins: contract 5 keeps the two apart. */
export const IMPORT_PLACE_COPY = {
  manage: {
    button: "Import CSV",
    title: "Import CSV",
    goesInto: (event: string) =>
      `Everybody in the file is added to ${event}, and you are credited with the sales. A blank table becomes 1, a blank payment status free. Rows without a name are left out.`,
    chosen: (file: string, event: string) => `${file}, into ${event}`,
    unreadable: { title: "Failed to parse CSV file", advice: "Please check the file format." },
    failure: { title: "Failed to import attendees", fallback: CHECK_CONNECTION },
  },
  backup: {
    button: "Import CSV/Excel",
    title: "Import CSV/Excel",
    goesInto: () =>
      "Each row goes to the event that it names, or to the first event. A blank table means no table yet, a blank payment status becomes pending, and nobody is credited with the sales.",
    chosen: (file: string) => file,
    unreadable: { title: "CSV Import Failed", advice: "Please check the file format." },
    failure: { title: "CSV Import Failed", fallback: CHECK_CONNECTION },
  },
} as const;

export const IMPORT_COPY = {
  noEvent: { title: "Error", description: "Please select a specific event for import" },
  chosenEvent: "the chosen event",
  fileLabel: "Spreadsheet with attendees",
  fileHint: "CSV or Excel (.xlsx), up to 50 MB and 200,000 rows",
  tooLarge: "The file is larger than 50 MB.",
  checking: "Checking again...",
  tryAgain: "Try again",
  otherFile: "Choose another file",
  cancel: "Cancel",
  submit: (n: number) => `Import ${attendees(n)}`,
  submitting: "Starting...",
  done: (imported: number, errors: number) => ({
    title: "Import Complete",
    description: `${imported} attendees imported. ${errors} errors.`,
  }),
  cancelled: { title: "Import cancelled", description: "What it had added was taken out again." },
} as const;

export const PREVIEW_COPY = {
  toAdd: "To add",
  errors: "Errors",
  duplicates: "Duplicates",
  warnings: "Warnings",
  row: (n: number) => `Row ${formatCount(n)}`,
  more: (n: number) => `and ${formatCount(n)} more`,
  errorsHeading: "Left out because of errors",
  downloadErrors: "Download error list",
  listEnds: (n: number) => `The list has the first ${formatCount(n)}.`,
  duplicatesHeading: "Probably there already",
  duplicatesText: "Same event, name and phone as somebody who is registered.",
  includeDuplicates: "Import duplicates too",
  warningsHeading: "Worth a look",
  warningsText: "These rows are imported.",
  sampleHeading: "The first rows of the file",
  column: (index: number) => `Column ${index + 1}`,
  nothing: "There is nothing to import in this file.",
} as const;

export const MAPPING_COPY = {
  heading: "Columns",
  text: "Which column of the file each value comes from.",
  notInFile: "Not in the file",
  example: (value: string) => `e.g. ${value}`,
} as const;

export const FIELD_LABEL: Record<ImportField, string> = {
  fullName: "Full Name",
  phone: "Phone",
  eventId: "Event ID",
  eventName: "Event Name",
  tableNumber: "Table Number",
  paymentStatus: "Payment Status",
  amountPaid: "Amount Paid",
  invoiceNumber: "Invoice Number",
  attended: "Attended",
  attendedAt: "Check-in Time",
};

export const IMPORTS_COPY = {
  heading: "Recent imports",
  regionLabel: "Imports",
  loading: "Loading imports...",
  fetchFailed: "The imports could not be loaded",
  none: "Nothing has been imported yet.",
  everyEvent: "Events of the file",
  by: (who: string) => `by ${who}`,
  progress: (added: number, total: number) => `${formatCount(added)} of ${formatCount(total)}`,
  progressLabel: (file: string) => `Importing ${file}`,
  unreachable: "No connection. The import goes on at the server.",
  takingOut: "Taking out again what was added...",
  state: {
    running: "Running",
    done: "Imported",
    cancelled: "Cancelled",
    undone: "Undone",
    failed: "Failed",
  },
  added: (n: number) => `${attendees(n)} imported`,
  errors: (n: number) => counted(n, "error", "errors"),
  skipped: (n: number) => counted(n, "duplicate", "duplicates"),
  cancel: "Cancel",
  cancelling: "Cancelling...",
  dismiss: "Close",
  undo: "Undo import",
  undoing: "Undoing...",
  undoTitle: "Undo import",
  undoText: (file: string) =>
    `All attendees that came from ${file} will be deleted, and their tickets will admit nobody any more.`,
  undoKeep: "Cancel",
  undone: { title: "Import undone", description: "All attendees that came with it are deleted." },
  undoFailed: { title: "The import was not undone", fallback: "Check the connection, then try again." },
  used: {
    title: "This import cannot be undone any more",
    description: "Somebody of it has been scanned or edited since.",
  },
  cancelFailed: { title: "The import was not cancelled", fallback: "Check the connection, then try again." },
} as const;

export const EXPORTS_COPY = {
  heading: "Export",
  text: "Spreadsheets of everything that is here. They can be imported again.",
  all: "Export All Data CSV",
  events: "Events CSV",
  attendees: "Attendees CSV",
  failure: { title: "Export Failed", fallback: "The file could not be made. Please try again." },
} as const;
