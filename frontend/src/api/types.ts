import type { components } from "@/api/schema";

/** The trade's names for what crosses the wire, so that rooms need not know how the schema spells them. */
type Schemas = components["schemas"];

export type User = Schemas["UserOut"];
export type UserCreate = Schemas["NewUser"];
export type UserUpdate = Schemas["UserChanges"];
export type Event = Schemas["EventOut"];
export type EventCreate = Schemas["EventIn"];
export type EventUpdate = Schemas["EventChanges"];
export type EventRef = Schemas["EventRef"];
export type Attendee = Schemas["AttendeeOut"];
export type AttendeeCreate = Schemas["AttendeeIn"];
export type AttendeeChanges = Schemas["AttendeeChanges"];
export type ScanAnswer = Schemas["ScanAnswer"];
export type ScanRequest = Schemas["ScanRequest"];
export type AttendanceAnswer = Schemas["AttendanceAnswer"];
export type AttendanceRequest = Schemas["AttendanceRequest"];
export type LiveFacts = Schemas["LiveFacts"];
export type DoorGrant = Schemas["GrantOut"];
export type DoorDevice = Schemas["GrantListed"];
export type GrantRequest = Schemas["GrantRequest"];
export type DoorListAnswer = Schemas["DoorList"];
export type Overview = Schemas["Overview"];
export type UserSales = Schemas["UserSales"];
export type ArrivalsInAMinute = Schemas["ArrivalsInAMinute"];
export type PaymentGroupSales = Schemas["PaymentGroupSales"];
export type TableTickets = Schemas["TableTickets"];
export type Import = Schemas["ImportOut"];
export type ImportReport = Schemas["ImportReport"];
export type RowError = Schemas["RowError"];
export type BackupPreview = Schemas["BackupPreview"];
export type FileRestored = Schemas["FileRestored"];
export type ServerBackup = Schemas["BackupOut"];
export type Protection = Schemas["Protection"];
