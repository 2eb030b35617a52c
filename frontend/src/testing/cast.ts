import type { Event, User } from "@/api/types";

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
  version: 3,
  updatedAt: "2026-11-20T09:00:00.000Z",
  updatedBy: { id: 2, fullName: "Sam Superadmin" },
};
