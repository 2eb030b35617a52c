import { MANAGE_COPY } from "@/features/attendees/list/copy";

/** contract 2: 'No table' for the 0 of an import that named none. */
export const formatTable = (tableNumber: number): string =>
  tableNumber > 0 ? MANAGE_COPY.table(tableNumber) : MANAGE_COPY.noTable;
