/** What an import takes from a file, by its name on the wire (contract 5). */
export const IMPORT_FIELDS = [
  "fullName",
  "phone",
  "eventId",
  "eventName",
  "tableNumber",
  "paymentStatus",
  "amountPaid",
  "invoiceNumber",
  "attended",
  "attendedAt",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Which column of the file each field comes from, counted from 0; null or absent where the file has none. */
export type ColumnMapping = Partial<Record<ImportField, number | null>>;
