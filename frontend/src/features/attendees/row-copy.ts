/** Words that an attendee has wherever one is listed, at the door too: contract 2. */
export const ROW_COPY = {
  table: (tableNumber: number) => `Table ${tableNumber}`,
  noTable: "No table",
  paid: "Paid",
  free: "Free",
} as const;

/** contract 2: 'No table' for the 0 of an import that named none. */
export const formatTable = (tableNumber: number): string =>
  tableNumber > 0 ? ROW_COPY.table(tableNumber) : ROW_COPY.noTable;
