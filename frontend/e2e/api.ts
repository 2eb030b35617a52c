import { type APIRequestContext, expect, request } from "@playwright/test";
import type { Staff } from "./server";

/** The fields of the responses that these tests use; the API's description has all of them. */
export interface Event {
  id: number;
  name: string;
  date: string;
  time: string | null;
}
export interface Attendee {
  id: number;
  eventId: number;
  fullName: string;
  phone: string;
  tableNumber: number;
  paymentStatus: string;
  invoiceNumber: string;
  qrCodeData: string;
  attended: boolean;
  attendedAt: string | null;
  inside: boolean;
  leftAt: string | null;
}
interface ScanAnswer {
  alreadyScanned: boolean;
  attendee: Attendee;
}
interface EventValues {
  name: string;
  date: string;
  time: string | null;
  capacity: number | null;
  ticketPriceCents: number | null;
  countsExits: boolean;
  reentry: boolean;
  stopsAtCapacity: boolean;
  venue: string;
  address: string;
  endTime: string;
}
interface AttendeeValues {
  fullName: string;
  phone: string;
  tableNumber: number;
  paymentStatus: string;
  notes: string;
  email: string;
  ticketTypeId: number;
}

/** API calls that prepare a test, with a signed-in session. */
export interface Office {
  event(values?: Partial<EventValues>): Promise<Event>;
  attendee(eventId: number, values?: Partial<AttendeeValues>): Promise<Attendee>;
  events(): Promise<Event[]>;
  /** Attendees of one event, or of all. */
  attendees(eventId?: number): Promise<Attendee[]>;
  findAttendee(id: number): Promise<Attendee>;
  scan(qrData: string): Promise<ScanAnswer>;
  call: APIRequestContext;
}

let lastNumber = 0;
/** Tests share a server, so each record gets a unique name. */
export const unique = (name: string) => `${name} ${process.pid}-${++lastNumber}`;

/** An organizer for one test, whose account the test may close: the cast is shared. `office` is a super admin's. */
export async function newOrganizer(office: Office, url: string): Promise<Staff & { id: number }> {
  const fullName = unique("Own Organizer");
  const username = fullName.toLowerCase().replaceAll(" ", "-");
  const first = "seven lamps in a row";
  const user = { username, fullName, role: "organizer" as const };
  const made = await answered<{ id: number }>(
    office.call.post("/api/users", { data: { ...user, password: first } }),
  );
  const theirs = await openOffice(url, { ...user, password: first });
  const password = "a kettle on the back step";
  const change = { currentPassword: first, newPassword: password };
  expect((await theirs.call.put("/api/me/password", { data: change })).ok()).toBe(true);
  await theirs.call.dispose();
  return { ...user, password, id: made.id };
}

export async function openOffice(url: string, staff: Staff): Promise<Office> {
  // The server closes a connection that a slow test leaves idle, perhaps just as the test uses it again.
  const call = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { connection: "close" },
    ignoreHTTPSErrors: true,
    // Passwords are hashed at a low priority: on a busy machine that takes its time.
    timeout: 60_000,
    // Not with the cookies of the test's visitor: a new sign-in ends the session that comes with it.
    storageState: { cookies: [], origins: [] },
  });
  const { username, password } = staff;
  await answered(call.post("/api/login", { data: { username, password } }));
  return {
    call,
    event: (values) =>
      answered(
        call.post("/api/events", {
          data: { name: unique("Gala"), date: "2037-11-21", time: "19:30", ...values },
        }),
      ),
    attendee: (eventId, values) =>
      answered(
        call.post("/api/attendees", {
          data: {
            eventId,
            fullName: unique("Ada Lovelace"),
            phone: "+61 400 000 001",
            tableNumber: 7,
            paymentStatus: "paid",
            ...values,
          },
        }),
      ),
    events: () => answered(call.get("/api/events")),
    attendees: (eventId) =>
      answered(call.get("/api/attendees", { params: eventId === undefined ? {} : { eventId } })),
    findAttendee: (id) => answered(call.get(`/api/attendees/${id}`)),
    scan: (qrData) => answered(call.post("/api/attendees/scan", { data: { qrData } })),
  };
}

/** An event and an attendee of it. */
export interface Records {
  event: Event;
  guest: Attendee;
}

export async function newRecords(office: Office): Promise<Records> {
  const event = await office.event();
  return { event, guest: await office.attendee(event.id) };
}

export async function answered<T>(call: ReturnType<APIRequestContext["get"]>): Promise<T> {
  const answer = await call;
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}
