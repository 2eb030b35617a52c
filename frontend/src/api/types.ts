import type { components } from "@/api/schema";

/** The wire's names, from the generated schema, so that rooms can name what they hold. */
type Schemas = components["schemas"];

export type User = Schemas["User"];
export type Event = Schemas["Event"];
export type EventCreate = Schemas["EventCreate"];
export type EventUpdate = Schemas["EventUpdate"];
export type EventRef = Schemas["EventRef"];
export type Attendee = Schemas["Attendee"];
export type AttendeeCreate = Schemas["AttendeeCreate"];
export type ScanAnswer = Schemas["ScanAnswer"];
export type ScanRequest = Schemas["ScanRequest"];
