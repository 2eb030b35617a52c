import type { AttendeeDetails, Event, User } from "@/api/types";

/** The same people as in the back end's tests: Olive the organizer, Sam the super admin. */
export const OLIVE: User = {
  id: 1,
  username: "olive",
  fullName: "Olive Organizer",
  role: "organizer",
  isActive: true,
  createdAt: "2026-11-01T08:00:00.000Z",
  lastLogin: null,
  mustChangePassword: false,
  hasSecondFactor: false,
  mustSetUpSecondFactor: false,
  version: 1,
  updatedAt: "2026-11-01T08:00:00.000Z",
  updatedBy: null,
};

export const SAM: User = {
  ...OLIVE,
  id: 2,
  username: "sam",
  fullName: "Sam Superadmin",
  role: "super_admin",
};

export const GALA: Event = {
  id: 7,
  name: "Midwinter Gala",
  date: "2026-11-28",
  time: "19:30",
  ticketPriceCents: null,
  capacity: null,
  countsExits: false,
  reentry: true,
  stopsAtCapacity: false,
  venue: null,
  address: null,
  endTime: null,
  ticketText: null,
  version: 3,
  updatedAt: "2026-11-20T09:00:00.000Z",
  updatedBy: { id: 2, fullName: "Sam Superadmin" },
};

/** The same on no day on which tests run: the door takes an event of today on its own. */
export const FAR_OFF: Event = { ...GALA, date: "2037-11-28" };

/** An attendee of the gala, paid and not arrived unless `facts` say otherwise. */
export function attendeeNamed(
  fullName: string,
  facts: Partial<AttendeeDetails> & { id: number },
): AttendeeDetails {
  return {
    eventId: GALA.id,
    event: { id: GALA.id, name: GALA.name, date: GALA.date },
    fullName,
    phone: "0400 123 456",
    tableNumber: 7,
    paymentStatus: "paid",
    paymentGroup: "paid",
    amountPaidCents: null,
    notes: null,
    email: null,
    owedCents: 0,
    invoiceNumber: `INV-${facts.id}`,
    qrCodeData: `DL1.7.${String(facts.id).padStart(26, "0")}`,
    attended: false,
    attendedAt: null,
    scannedBy: null,
    soldBy: OLIVE.id,
    seller: { id: OLIVE.id, fullName: OLIVE.fullName },
    scanner: null,
    checkInDoor: null,
    createdAt: "2026-11-02T08:00:00.000Z",
    erasedAt: null,
    ticketType: null,
    inside: facts.attended ?? false,
    leftAt: null,
    ticketMail: null,
    checkIns: [],
    version: 1,
    updatedAt: "2026-11-02T08:00:00.000Z",
    updatedBy: null,
    ...facts,
  };
}
