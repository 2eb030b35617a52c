import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { type Attendee, type Event, type Office, openOffice } from "../e2e/api";
import { type Doorlist, type Staff, startDoorlist } from "../e2e/server";

/** Every picture is of this evening, five past eight at the door, whatever day it is taken. */
const BEGIN = "2026-11-21T20:05:00+11:00";
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

/** A server with the demonstration's events and guests, on the evening of the first of them. */
export interface Evening {
  doorlist: Doorlist;
  /** What the clock on the wall says. */
  now(): Date;
  /** Behind the screens, as Olive and as Sam. */
  office: Office;
  samsOffice: Office;
  /** Tonight's event, and one that is still to come. */
  tonight: Event;
  later: Event;
  /** Somebody with a ticket who is not in yet; each time somebody new. */
  newGuest(values?: Partial<Attendee>): Promise<Attendee>;
  /** The same moment on a server where nobody has made an event yet. */
  empty(): Promise<Doorlist>;
  end(): Promise<void>;
}

export async function beginEvening(): Promise<Evening> {
  const started = Date.now();
  const doorlist = await startDoorlist(Object.values(STAFF), { command: COMMAND, prepare: [["fill"]] });
  const office = await openOffice(doorlist.url, STAFF.olive);
  const samsOffice = await openOffice(doorlist.url, STAFF.sam);
  const events = await office.events();
  const [tonight, later] = ["2026-11-21", ""].map((day) =>
    events.find(({ date }) => (day ? date === day : date > "2026-11-21")),
  );
  if (!tonight || !later) throw new Error("The demonstration has no event of tonight, or none to come.");
  let empty: Promise<Doorlist> | null = null;
  return {
    doorlist,
    now: () => new Date(Date.parse(BEGIN) + Date.now() - started),
    office,
    samsOffice,
    tonight,
    later,
    newGuest: (values) =>
      office.attendee(values?.eventId ?? tonight.id, {
        fullName: "Amélie Laurent",
        phone: "0412 345 678",
        tableNumber: 12,
        ...values,
      }),
    empty: () => {
      empty ??= startDoorlist(Object.values(STAFF), { command: COMMAND, prepare: [] });
      return empty;
    },
    end: async () => {
      await office.call.dispose();
      await samsOffice.call.dispose();
      await doorlist.stop();
      await (await empty)?.stop();
    },
  };
}

/** Somebody whose password another person has set. */
export async function newColleague({ samsOffice }: Evening): Promise<Pick<Staff, "username" | "password">> {
  const values = { username: `nora-${Date.now()}`, fullName: "Nora Lindqvist", role: "organizer" };
  const password = "nine lemons in a bowl";
  const answer = await samsOffice.call.post("/api/users", { data: { ...values, password } });
  expect(answer.status()).toBe(201);
  return { username: values.username, password };
}
