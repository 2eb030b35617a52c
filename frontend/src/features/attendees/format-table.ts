import { ROW_COPY } from "@/features/attendees/row-copy";

/** contract 2: 'No table' for the 0 of an import that named none. */
export const formatTable = (tableNumber: number): string =>
  tableNumber > 0 ? ROW_COPY.table(tableNumber) : ROW_COPY.noTable;
