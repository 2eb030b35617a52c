import { NOT_GIVEN } from "@/features/attendees/rules";

export const ROW_COPY = {
  table: (tableNumber: number) => `Table ${tableNumber}`,
  noTable: "No table",
  noPhone: "No phone number",
  free: "Free",
} as const;

/** A stored '-' is no phone number. */
export const formatPhone = (phone: string): string => (phone === NOT_GIVEN ? ROW_COPY.noPhone : phone);

/** Table 0 reads 'No table' (contract 2). */
export const formatTable = (tableNumber: number): string =>
  tableNumber > 0 ? ROW_COPY.table(tableNumber) : ROW_COPY.noTable;
