import type { components, paths } from "@/api/schema";

/** The product's names for the API's types, so that features need not know the schema's. */
type Schemas = components["schemas"];

export type User = Schemas["UserOut"];
export type UserCreate = Schemas["NewUser"];
export type UserUpdate = Schemas["UserChanges"];
/** The second step has a code, from an authenticator app, or a recovery code. */
export type Credentials = Schemas["SignIn"];
export type PasswordChange = Schemas["PasswordChange"];
export type SignInSession = Schemas["SessionOut"];
export type SecondFactorSecret = Schemas["SecondFactorSecret"];
export type SecondFactorRequirement = Schemas["SecondFactorRequirement"];
export type Event = Schemas["EventOut"];
export type EventCreate = Schemas["EventIn"];
export type EventUpdate = Schemas["EventChanges"];
export type InstallationSettings = Schemas["SettingsOut"];
export type SettingsUpdate = Schemas["SettingsChanges"];
export type EventRef = Schemas["EventRef"];
export type EventFigures = Schemas["EventFigures"];
export type TicketMail = Schemas["TicketMail"];
export type SendRequest = Schemas["SendRequest"];
export type MailRun = Schemas["MailRunOut"];
export type SendResult = Schemas["SendResult"];
export type EventMail = Schemas["EventMailOut"];
export type EventMailTexts = Schemas["EventMailTexts"];
export type MailPreview = Schemas["MailPreview"];
export type MailFilter = Schemas["MailFilter"];
export type TicketType = Schemas["TicketTypeOut"];
export type TicketTypeCreate = Schemas["TicketTypeIn"];
export type TicketTypeRef = Schemas["TicketTypeRef"];
export type TicketTypeColor = Schemas["TicketTypeColor"];
export type CheckInList = Schemas["CheckInListOut"];
export type CheckInListCreate = Schemas["CheckInListIn"];
export type CheckInListUpdate = Schemas["CheckInListChanges"];
export type ListRule = Schemas["ListRule"];
export type ListFigures = Schemas["ListFigures"];
export type ListCheckIn = Schemas["ListCheckIn"];
export type EventSales = Schemas["EventSales"];
export type TypeTickets = Schemas["TypeTickets"];
export type Attendee = Schemas["AttendeeOut"];
export type AttendeesUpdate = Schemas["ManyChanges"];
export type ManyChanges = Pick<
  AttendeesUpdate,
  "tableNumber" | "paymentStatus" | "ticketTypeId" | "paidInFull"
>;
export type PreviewOfMany = Schemas["PreviewOfMany"];
export type AttendeeDetails = Schemas["AttendeeDetails"];
export type AttendeeCreate = Schemas["Registration"];
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
