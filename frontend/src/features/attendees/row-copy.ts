/** Words that an attendee has wherever one is listed, at the door too: contract 2. */
export const ROW_COPY = {
  table: (tableNumber: number) => `Table ${tableNumber}`,
  noTable: "No table",
  paid: "Paid",
  free: "Free",
} as const;
