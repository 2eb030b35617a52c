/** Words of the orders and the columns of the list: contract 2. */
export const SORT_COPY = {
  sort: "Sort",
  /** Labels of the select while it has no label beside it. */
  by: {
    newest: "Newest first",
    name: "By name",
    lastName: "By last name",
    table: "By table",
    arrival: "By arrival",
  },
  headings: "Column headings",
  name: "Name",
  lastName: "Last name",
  event: "Event",
  phone: "Phone",
  invoice: "Invoice",
  table: "Table",
  payment: "Payment",
  arrival: "Arrival",
} as const;
