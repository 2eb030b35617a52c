import type { EventRef } from "@/api/types";

/** What an import takes from a file (contract 5). */
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

export interface RowError {
  row: number;
  field: string;
  message: string;
}

/** What an import would do (contract 4). A row is counted as the spreadsheet counts it: the header is row 1. */
export interface ImportJudgement {
  imported: number;
  errors: number;
  rowErrors: RowError[];
  duplicates: number;
  duplicateRows: { row: number; fullName: string; phone: string }[];
  warnings: { row: number; message: string }[];
  columns: string[];
  mapping: ColumnMapping;
  rows: number;
  sample: string[][];
  notes: string[];
}

export interface Import {
  id: number;
  state: "running" | "done" | "cancelled" | "undone" | "failed";
  fileName: string;
  /** Null where each row names its own. */
  event: EventRef | null;
  total: number;
  added: number;
  imported: number;
  errors: number;
  duplicates: number;
  createdAt: string;
  finishedAt: string | null;
  createdBy: { id: number; fullName: string } | null;
  canUndo: boolean;
  message: string | null;
}
