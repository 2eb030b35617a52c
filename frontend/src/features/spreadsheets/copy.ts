import { counted, formatCount } from "@/lib/count";

const attendees = (n: number) => counted(n, "attendee", "attendees");

const CHECK_CONNECTION = "Nothing was added. Check the connection, then try again.";

/** Texts that differ between a new import and its history (contract 5). */
export const IMPORT_PLACE_COPY = {
  manage: {
    button: "Import CSV",
    title: "Import CSV",
    goesInto: (event: string) =>
      `Everyone in the file is added to ${event}, and you are credited with the sales. A blank table becomes 1, a blank payment status free. Rows without a name are left out.`,
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
  /** The response to the start was lost. */
  mayHaveBegun: "The import may have begun. Look at the imports on this page before you try again.",
  regionLabel: "Imports",
  /** On a page that names the event. */
  short: "Import",
  noEvent: "Please select a specific event for import",
  event: "Event",
  chooseEvent: "Choose an event",
  held: (file: string) => `${file} is read as soon as an event is chosen.`,
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
    description: `${formatCount(imported)} attendees imported. ${formatCount(errors)} errors.`,
  }),
  cancelled: { title: "Import cancelled", description: "The guests it had added were removed." },
} as const;

/** The numbers of rows; undefined while loading. */
type Held = { events: number | undefined; attendees: number | undefined };

export const EXPORTS_COPY = {
  heading: "Export",
  text: "Spreadsheets of everything that is here. They can be imported again.",
  all: "Export All Data CSV",
  events: "Events CSV",
  attendees: "Attendees CSV",
  excel: "Excel",
  allExcel: "Export All Data Excel",
  eventsExcel: "Events Excel",
  attendeesExcel: "Attendees Excel",
  holds: {
    all: ({ attendees }: Held) =>
      `${attendees === undefined ? "Each" : counted(attendees, "attendee", "attendees")} with the event, and events without attendees`,
    events: ({ events }: Held) =>
      `${events === undefined ? "All events" : counted(events, "event", "events")} with price, place and numbers of guests`,
    attendees: ({ attendees }: Held) =>
      `${attendees === undefined ? "All attendees" : counted(attendees, "attendee", "attendees")} of all events`,
  },
  failure: { title: "Export Failed", fallback: "The file could not be made. Please try again." },
} as const;
