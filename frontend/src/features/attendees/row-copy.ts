export const ROW_COPY = {
  table: (tableNumber: number) => `Table ${tableNumber}`,
  noTable: "No table",
  paid: "Paid",
  free: "Free",
} as const;

/** Table 0, from an import without one, reads 'No table' (contract 2). */
export const formatTable = (tableNumber: number): string =>
  tableNumber > 0 ? ROW_COPY.table(tableNumber) : ROW_COPY.noTable;
