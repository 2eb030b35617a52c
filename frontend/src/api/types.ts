import type { components, paths } from "@/api/schema";

/** The product's names for the API's types, so that features need not know the schema's. */
type Schemas = components["schemas"];

export type User = Schemas["UserOut"];
export type UserCreate = Schemas["NewUser"];
export type UserUpdate = Schemas["UserChanges"];
export type SignInSession = Schemas["SessionOut"];
export type SecondFactorSecret = Schemas["SecondFactorSecret"];
export type SecondFactorRequirement = Schemas["SecondFactorRequirement"];
export type Event = Schemas["EventOut"];
export type EventCreate = Schemas["EventIn"];
export type EventUpdate = Schemas["EventChanges"];
export type EventRef = Schemas["EventRef"];
export type EventFigures = Schemas["EventFigures"];
export type Attendee = Schemas["AttendeeOut"];
export type AttendeeCreate = Schemas["AttendeeIn"];
export type AttendeeChanges = Schemas["AttendeeChanges"];
export type ScanAnswer = Schemas["ScanAnswer"];
export type ScanRequest = Schemas["ScanRequest"];
export type LiveFacts = Schemas["LiveChange"];
export type DoorGrant = Schemas["GrantOut"];
export type DoorDevice = Schemas["GrantListed"];
export type Doors = Schemas["DoorsOut"];
export type Door = Schemas["DoorOut"];
export type DoorPass = Schemas["PassOut"];
export type PassMade = Schemas["PassMade"];
export type PassRequest = Schemas["PassRequest"];
export type PassClaimed = Schemas["PassClaimed"];
export type GrantRequest = Schemas["GrantRequest"];
export type DoorListAnswer = Schemas["DoorList"];
export type DoorScans = Schemas["DoorRecords"];
export type DoorScanItem = Schemas["DoorRecord"];
export type DoorScansAnswer = Schemas["RecordResults"];
export type DoorScanResult = Schemas["RecordResult"];
export type Conflict = Schemas["ConflictOut"];
export type ConflictPage = Schemas["ConflictPage"];
export type ConflictDecision = Schemas["ConflictDecision"];
export type ConflictState = Schemas["ConflictState"];
export type LoggedStep = Schemas["LoggedStep"];
export type Overview = Schemas["Overview"];
export type UserSales = Schemas["UserSales"];
export type ArrivalsPerMinute = Schemas["ArrivalsPerMinute"];
export type PaymentGroupSales = Schemas["PaymentGroupSales"];
export type TableTickets = Schemas["TableTickets"];
export type Import = Schemas["ImportOut"];
export type ImportReport = Schemas["ImportReport"];
export type RowError = Schemas["RowError"];
export type BackupComparison = Schemas["BackupComparison"];
export type BackupPreview = Schemas["BackupPreview"];
export type BackupRestored = Schemas["BackupRestored"];
export type FileRestored = Schemas["FileRestored"];
export type ServerBackup = Schemas["BackupOut"];
export type Protection = Schemas["Protection"];
export type Retention = Schemas["RetentionOut"];
export type DueGuests = Schemas["DueOut"];
export type Erasures = Schemas["Erasures"];
export type HistoryEntry = Schemas["HistoryEntryOut"];
export type HistoryAction = HistoryEntry["action"];
/** Filter values of GET /api/history. */
export type HistoryKind = NonNullable<
  NonNullable<paths["/api/history"]["get"]["parameters"]["query"]>["kind"]
>;
export type HistoryPage = Schemas["HistoryPage"];
export type AttendeeHistoryItem = Schemas["AttendeeHistoryItem"];
export type AttendeeHistoryPage = Schemas["AttendeeHistoryPage"];
export type AttendeeSort = Schemas["AttendeeSort"];
