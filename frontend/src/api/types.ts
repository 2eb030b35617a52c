import type { components } from "@/api/schema";

/** The trade's names for what crosses the wire, so that rooms need not know how the schema spells them. */
type Schemas = components["schemas"];

export type User = Schemas["UserOut"];
export type UserCreate = Schemas["NewUser"];
export type UserUpdate = Schemas["UserChanges"];
/** With the counts of its attendees, and of those present, where the server counts them (contract 3). */
export type Event = Schemas["EventOut"] & { attendeeCount?: number; attendedCount?: number };
export type EventCreate = Schemas["EventIn"];
export type EventUpdate = Schemas["EventChanges"];
export type EventRef = Schemas["EventRef"];
export type Attendee = Schemas["AttendeeOut"];
export type AttendeeCreate = Schemas["AttendeeIn"];
export type ScanAnswer = Schemas["ScanAnswer"];
export type ScanRequest = Schemas["ScanRequest"];
