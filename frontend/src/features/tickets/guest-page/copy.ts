/** Texts of the guest's ticket page, besides the labels in ticket.html. */
export const GUEST_PAGE_COPY = {
  untitled: "Your ticket",
  loading: "Loading the details...",
  moved: (before: string) => `New date or time. It was ${before}.`,
  unreachable: "The details could not be loaded. The QR code works all the same.",
  offline: (asOf: string) => `No connection. Details as of ${asOf}.`,
  invalid: "This ticket is no longer valid",
  invalidHint: "Ask the organiser who sent it to you.",
  incomplete: "This link is not complete",
  incompleteHint: "Open the link in your message again, or copy all of it.",
  qrLabel: "QR code of your ticket",
  pictureFailed: "The picture could not be saved. Take a screenshot of the QR code.",
} as const;
