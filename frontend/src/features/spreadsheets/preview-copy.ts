/** Texts of the import preview (contract 5). They load with the dialog. */
import type { ImportReport } from "@/api/types";
import { counted, formatCount } from "@/lib/count";

/** 'row 3', 'rows 3, 5 and 9', or the first rows and how many more. */
function namedRows(n: number, first: readonly number[]): string {
  const named = first.map(formatCount);
  if (n > named.length) named.push(`${formatCount(n - named.length)} more`);
  const last = named.pop();
  return n === 1 ? `row ${last}` : `rows ${named.join(", ")} and ${last}`;
}

export const PREVIEW_COPY = {
  rows: (rows: number, guests: number | null) =>
    `The file has ${counted(rows, "row", "rows")}${guests === null ? "" : ` for ${formatCount(guests)} guests`}.`,
  toAdd: "To add",
  errors: "Errors",
  duplicates: "Duplicates",
  withoutName: "Without a name",
  cancelled: "Cancelled",
  repeated: "Repeated rows",
  erasedGuests: "Erased",
  warnings: "Warnings",
  row: (n: number) => `Row ${formatCount(n)}`,
  more: (n: number) => `and ${formatCount(n)} more`,
  errorsHeading: "Left out because of errors",
  downloadErrors: "Download error list",
  listEnds: (n: number) => `The list has the first ${formatCount(n)}.`,
  duplicatesHeading: "Probably there already",
  duplicatesText: "Same event, name and phone as a registered attendee.",
  includeDuplicates: "Import duplicates too",
  matching: (n: number, oneOfEach: boolean) =>
    n === 1
      ? `1 row has the same event, name and phone as an earlier row. It ${oneOfEach ? "is left out" : "becomes another ticket"}.`
      : `${formatCount(n)} rows have the same event, name and phone as an earlier row. ${oneOfEach ? "They are left out" : "Each becomes another ticket"}.`,
  oneOfEach: "Take one of each",
  leftOut: (n: number, included: boolean) =>
    `${formatCount(n)} cancelled or refunded, ${included ? "imported" : "left out"}`,
  includeLeftOut: "Import them too",
  rowsWithoutName: (n: number, first: readonly number[]) =>
    `${counted(n, "row", "rows")} without a name, left out: ${namedRows(n, first)}`,
  includeWithoutPhone: (n: number) =>
    `Import ${formatCount(n)} ${n === 1 ? "person" : "people"} without a phone number`,
  erased: (n: number) =>
    n === 1
      ? "One guest of this file was erased, and is left out."
      : `${formatCount(n)} guests of this file were erased, and are left out.`,
  broughtBack: (n: number) =>
    n === 1
      ? "One guest of this file was erased, and comes back."
      : `${formatCount(n)} guests of this file were erased, and come back.`,
  bringBack: "Bring them back",
  newTypes: (created: boolean) => (created ? "New ticket types" : "Ticket types that are not created"),
  newType: (name: string, guests: number, eventName: string | null) =>
    `${name} (${formatCount(guests)}${eventName === null ? "" : `, ${eventName}`})`,
  createTypes: "Create these ticket types",
  warningsHeading: "Check these rows",
  warningsText: "These rows are imported.",
  amounts: (paid: string, price: string | null) =>
    price === null ? `Paid: ${paid}.` : `Paid: ${paid}, ticket price: ${price}.`,
  withoutEvent: (n: number) => (n === 1 ? "1 row names no event" : `${formatCount(n)} rows name no event`),
  defaultEvent: (rows: number, name: string, date: string, over: boolean) =>
    `${rows === 1 ? "It belongs" : "They belong"} to ${name}, ${date}${over ? ". This event is over." : "."}`,
  otherEvent:
    "To choose another event, import the file on Manage Attendees, or add a column 'Event ID' or 'Event Name' to it.",
  parties: (heading: string, rows: number, guests: number) =>
    `By "${heading}", ${rows === 1 ? "1 row is" : `${formatCount(rows)} rows are`} for several people: ${formatCount(guests)} guests, named 'Name', 'Name (2)' and on.`,
  divided: (amount: string, row: number, guests: number) =>
    `The amount of a row is for all its guests: ${amount} in row ${formatCount(row)} is divided among ${guests}.`,
  guestsHeading: "Preview of the first guests",
  from: (headings: readonly string[]) =>
    headings.length === 0 ? "(not in the file)" : `from ${headings.map((one) => `"${one}"`).join(" + ")}`,
  sampleHeading: "The first rows of the file",
  column: (index: number) => `Column ${index + 1}`,
  nothing: "There is nothing to import in this file.",
} as const;

/** The name of a column of the file. */
export const headingOf = (columns: readonly string[], column: number): string =>
  columns[column]?.trim() || PREVIEW_COPY.column(column);

export const ERROR_LIST_HEADINGS = ["Row", "Guest", "Column", "Problem"] as const;

export const MAPPING_COPY = {
  heading: "Columns",
  text: "Which column of the file each value comes from.",
  notInFile: "Not in the file",
  notTaken: (names: readonly string[]) =>
    `${names.length === 1 ? "This column is" : "These columns are"} not imported: ${names.join(", ")}.`,
  example: (value: string) => `e.g. ${value}`,
} as const;

export type ColumnQuestion = ImportReport["questions"][number];

const listed = (headings: readonly string[]) => headings.map((one) => `"${one}"`).join(" and ");

export const QUESTION_COPY = {
  heading: (n: number) =>
    n === 1 ? "Answer one question before you import" : `Answer ${n} questions before you import`,
  answered: "Your answers",
  name: "Name",
  ask: (field: string) =>
    field === "name"
      ? "Column with the name"
      : `Column with the ${FIELD_LABEL[field as ImportField].toLowerCase()}`,
  lastName: "Column with the last name",
  sameColumn: "In the same column",
  choose: "Choose a column",
  column: (name: string, example: string) => (example ? `${name} (e.g. ${example})` : name),
  none: (field: string) =>
    field === "phone" ? "No column: import without phone numbers" : "No column has it",
  reason: {
    missing: (field: string) => `${field}: no column of the file looks like it.`,
    equal: (field: string, headings: readonly string[]) => `${field}: ${listed(headings)} both look like it.`,
    odd: (field: string, headings: readonly string[]) =>
      `${field}: what stands under ${listed(headings)} does not look like it.`,
    lastNameOnly: (_field: string, headings: readonly string[]) =>
      `Name: only last names were found, under ${listed(headings)}.`,
  } satisfies Record<ColumnQuestion["reason"], (field: string, headings: readonly string[]) => string>,
} as const;

/** Reason why the codes of a column are not used, and the consequence. */
const refused = (why: string) => (heading: string) =>
  `"${heading}" holds ticket codes, but ${why}. The guests get new QR codes.`;

export const CODES_COPY = {
  found: (heading: string, guests: number) =>
    `"${heading}" holds ticket codes of another tool, for ${formatCount(guests)} ${guests === 1 ? "guest" : "guests"}`,
  keep: "Keep them as QR codes, so that tickets already sent scan at the door",
  refused: {
    short: refused("they have fewer than 12 characters, so that someone could guess one"),
    long: refused("they are too long for a QR code"),
    ourForm: refused("they are in Doorlist's own form"),
    repeated: refused("several guests have the same one"),
    sequential: refused("they are numbers in sequence, so that someone could guess one"),
    rounded: refused("a spreadsheet program rounded them, so that their last digits are lost"),
    picture: refused("they are addresses of pictures, and not the text of the QR codes"),
  } satisfies Record<NonNullable<NonNullable<ImportReport["ticketCodes"]>["problem"]>, unknown>,
} as const;

/** Labels of the imported fields by wire name, in the order of the picker (contract 5). */
export const FIELD_LABEL = {
  fullName: "Full Name",
  firstName: "First Name",
  middleName: "Middle Name",
  lastName: "Last Name",
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
  ticketType: "Ticket Type",
  email: "Email",
  status: "Status",
  price: "Price",
  ticketCode: "Ticket Code",
  quantity: "Quantity",
} as const;

export type ImportField = keyof typeof FIELD_LABEL;

/** Fields of a guest in the preview. */
export type GuestField = Extract<
  ImportField,
  | "fullName"
  | "phone"
  | "eventName"
  | "tableNumber"
  | "paymentStatus"
  | "amountPaid"
  | "attendedAt"
  | "invoiceNumber"
  | "notes"
  | "ticketCode"
  | "ticketType"
  | "email"
>;

export const NAME_FIELDS = [
  "fullName",
  "firstName",
  "middleName",
  "lastName",
] as const satisfies ImportField[];

export const IMPORT_FIELDS = Object.keys(FIELD_LABEL) as ImportField[];

/** Column of each field, from 0; null or absent without one. */
export type ColumnMapping = Partial<Record<ImportField, number | null>>;
