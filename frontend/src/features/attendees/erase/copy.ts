export const PRIVACY_COPY = {
  heading: "Privacy",
  text: "If this guest asks to be forgotten: name, phone number, email, notes and ticket go. Table, payment and times stay.",
  erase: "Erase this guest",
  heldText: "Everything that Doorlist holds about this guest, as one file to hand over.",
  held: "What we hold",
  fetching: "Collecting...",
  heldFailure: { title: "Export Failed", fallback: "The file could not be made. Please try again." },
} as const;

export const ERASE_COPY = {
  title: "Erase this guest",
  text: (fullName: string) => `${fullName} becomes 'Erased guest'. This cannot be undone.`,
  goes: "What goes",
  gone: [
    "Name, phone number, email and notes",
    "The ticket: its QR code no longer admits anyone",
    "The same data in the activity log, in notes of conflicts, in refused scans and in names of imported files",
  ],
  stays: "What stays",
  kept: [
    "Event, table, payment and invoice number",
    "Check-ins with their times and doors, so that figures stay right",
  ],
  backups: "Backups and exports made before still hold this guest. Delete old backups on Backup & Restore.",
  submit: "Erase",
  erasing: "Erasing...",
  done: { title: "Success", description: "Guest erased" },
  failure: {
    title: "Failed to erase guest",
    fallback: "No answer came. Look at the guest again, then try again.",
  },
} as const;

export const ERASED_COPY = {
  on: (when: string) => `Erased on ${when}`,
  noTicket: "This guest was erased",
  noTicketText: "There is no ticket to send.",
  toDetails: "Attendee Details",
  notPrinted: (guests: number) =>
    guests === 1
      ? "One guest was erased and has no ticket here."
      : `${guests} guests were erased and have no ticket here.`,
} as const;
