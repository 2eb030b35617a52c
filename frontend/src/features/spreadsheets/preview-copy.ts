/** Words about a file that is looked at before it is imported: contract 5. They come with the dialog. */
import { formatCount } from "@/lib/count";

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
  duplicatesText: "Same event, name and phone as a registered attendee.",
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

/** What an import takes from a file, by its name on the wire, in the order of the picker (contract 5). */
export const FIELD_LABEL = {
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
  notes: "Notes",
} as const;

export type ImportField = keyof typeof FIELD_LABEL;

export const IMPORT_FIELDS = Object.keys(FIELD_LABEL) as ImportField[];

/** Which column of the file each field comes from, counted from 0; null or absent where the file has none. */
export type ColumnMapping = Partial<Record<ImportField, number | null>>;
