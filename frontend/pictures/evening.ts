import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { type Attendee, type Event, type Office, openOffice } from "../e2e/api";
import { makeTemplate, type Staff, startDoorlist } from "../e2e/server";

/** Every picture is of this evening, five past eight at the door, whatever day it is taken. */
const TODAY = "2026-11-21";
const BEGIN = `${TODAY}T20:05:00+11:00`;
const PYTHON = fileURLToPath(new URL("../../backend/.venv/bin/python", import.meta.url));
const PROGRAM = fileURLToPath(new URL("evening.py", import.meta.url));
const COMMAND = [PYTHON, PROGRAM, BEGIN] as const;

export const STAFF = {
  olive: {
    username: "olive",
    fullName: "Olive Hartmann",
    role: "organizer",
    password: "a lantern by the side gate",
  },
  sam: {
    username: "sam",
    fullName: "Sam Okafor",
    role: "super_admin",
    password: "three geese cross the bridge",
  },
} as const satisfies Record<string, Staff>;

/** Attendees added after all attendees of the demo: name and table. */
const LATECOMERS = [
  ["Amélie Laurent", 12],
  ["Kwame Asante", 7],
  ["Ingrid Sørensen", 7],
  ["Mei-Ling Chow", 15],
  ["Tomás Herrera", 4],
  ["Ruth Adeyemi", 9],
  ["Hiroshi Tanaka", 3],
  ["Leila Haddad", 18],
] as const;

/** A server of that moment. */
export interface Server {
  url: string;
  /** The server's time. */
  now(): Date;
  stop(): Promise<void>;
}

/** A server with the demonstration's events and guests, on the evening of the first of them. */
export interface Evening extends Server {
  /** Behind the screens, as Olive and as Sam. */
  office: Office;
  samsOffice: Office;
  /** Tonight's event, and one that is still to come. */
  tonight: Event;
  later: Event;
  /** Registers a new attendee who has not arrived. */
  newGuest(values?: Partial<Attendee> & { notes?: string }): Promise<Attendee>;
  /** A server where nobody has made an event yet. */
  empty(): Promise<Server>;
}

/** `settings` are environment variables, such as `DOORLIST_TICKET_URL=https://tickets.example.org`. */
export async function startServer(
  prepare: readonly (readonly string[])[],
  settings: readonly string[] = [],
): Promise<Server> {
  const template = makeTemplate(Object.values(STAFF), COMMAND, prepare);
  const { url, stop } = await startDoorlist(template, ["env", ...settings, ...COMMAND]);
  template.remove();
  const { headers } = await fetch(`${url}/healthz`);
  const [moment, read] = [Date.parse(headers.get("Date") ?? ""), Date.now()];
  return { url, now: () => new Date(moment + Date.now() - read), stop };
}

export async function beginEvening(): Promise<Evening> {
  const server = await startServer([["fill"]]);
  const office = await openOffice(server.url, STAFF.olive);
  const samsOffice = await openOffice(server.url, STAFF.sam);
  const events = await office.events();
  const tonight = events.find(({ date }) => date === TODAY);
  const later = events.find(({ date }) => date > TODAY);
  if (!tonight || !later) throw new Error("The demonstration has no event of tonight, or none to come.");
  let came = 0;
  let empty: Promise<Server> | null = null;
  return {
    ...server,
    office,
    samsOffice,
    tonight,
    later,
    newGuest: (values) => {
      const [fullName, tableNumber] = LATECOMERS[came++ % LATECOMERS.length] ?? LATECOMERS[0];
      const phone = "0491 570 156";
      return office.attendee(values?.eventId ?? tonight.id, { fullName, phone, tableNumber, ...values });
    },
    empty: () => {
      empty ??= startServer([]);
      return empty;
    },
    stop: async () => {
      await office.call.dispose();
      await samsOffice.call.dispose();
      await server.stop();
      await (await empty)?.stop();
    },
  };
}

/** Creates a user whose password was set by a super admin. */
export async function newColleague({ samsOffice }: Evening): Promise<Pick<Staff, "username" | "password">> {
  const values = { username: `nora-${Date.now()}`, fullName: "Nora Lindqvist", role: "organizer" };
  const password = "nine lemons in a bowl";
  const answer = await samsOffice.call.post("/api/users", { data: { ...values, password } });
  expect(answer.status()).toBe(201);
  return { username: values.username, password };
}
