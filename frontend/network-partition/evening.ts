import type { OutboxRecord } from "@/features/door/outbox/record";
import { type Chance, wait } from "./chance";
import { Device } from "./device";
import { Door, type Maker } from "./door";
import { Network, type Weather } from "./network";

/** A ticket by its code. `id` is null if it was never sold. */
export interface Ticket {
  id: number | null;
  qrData: string;
}

/** A check-in list of the event. */
export interface CheckInList {
  id: number;
  rule: "once" | "reentry" | "every";
}

/** The state at the beginning of the evening. */
export interface Evening {
  seed: number;
  port: number;
  eventId: number;
  /** Guests leave and come back. */
  countsExits: boolean;
  lists: readonly CheckInList[];
  /** How long the doors are busy at least. On a busy machine it lasts until people saw `leastVerdicts`. */
  lastsMs: number;
  leastVerdicts: number;
  doors: readonly (Maker & { cookie: string })[];
  tickets: readonly Ticket[];
  /** The user who marks guests, sells and deletes tickets, and removes devices, beside the doors. */
  staff: { cookie: string; userId: number };
}

/** An observation or action of a person. */
export type HistoryEntry =
  | { kind: "crash"; door: string }
  /** A verdict on the screen. `isSaved` false: the screen said that the device had not saved it. */
  | {
      kind: "shown";
      door: string;
      key: string;
      verdict: string;
      ticket: string;
      /** The check-in list; null is the entrance. */
      listId: number | null;
      isSaved: boolean;
      isLocal: boolean;
    }
  /** A live scan, with the time that it says of itself. */
  | { kind: "sent"; key: string; at: number }
  | { kind: "undone"; door: string; key: string; undoes: string; isSaved: boolean }
  | { kind: "marked"; attendee: number; attended: boolean; message: string }
  | { kind: "sold"; id: number; ticket: string }
  | { kind: "deleted"; id: number }
  | { kind: "end"; door: string; unsettled: readonly string[]; records: readonly OutboxRecord[] };

const DELIVERY_LIMIT_MS = 120_000;
const LONGEST_MS = 40_000;
const WEATHERS: readonly Weather[] = ["good", "good", "good", "slow", "black", "deaf", "cut"];

/** Runs an evening, and ends when every door has uploaded its records. */
export async function run(
  evening: Evening,
  code: string,
  chance: Chance,
  note: (entry: HistoryEntry) => void,
): Promise<void> {
  const tickets = [...evening.tickets];
  let verdicts = 0;
  const count = (entry: HistoryEntry) => {
    if (entry.kind === "shown") verdicts += 1;
    note(entry);
  };
  const doors = await Promise.all(
    evening.doors.map(({ cookie, ...maker }, number) =>
      openDoor(evening, code, maker, cookie, chance.for(number), count),
    ),
  );
  const began = performance.now();
  const isOver = () => {
    const lasted = performance.now() - began;
    return lasted >= (verdicts < evening.leastVerdicts ? LONGEST_MS : evening.lastsMs);
  };
  await Promise.all([
    ...doors.map((door, number) => busy(door, tickets, chance.for(100 + number), isOver)),
    ...doors.map((door, number) => weather(door, chance.for(200 + number), isOver)),
    staff(evening, tickets, chance.for(300), isOver, note),
  ]);
  for (const { network } of doors) network.calm();
  await Promise.all(doors.map((door) => door.noticeNetwork()));
  while (!doors.every(({ network }) => network.isQuiet)) await wait(20);
  await Promise.all(doors.map((door) => door.deliver(DELIVERY_LIMIT_MS)));
  for (const [number, door] of doors.entries()) {
    const { device = "" } = evening.doors[number] ?? {};
    note({ kind: "end", door: device, unsettled: door.describeUnsettled(), records: door.records });
    door.network.end();
  }
}

async function openDoor(
  { port: serverPort, eventId, countsExits, lists }: Evening,
  code: string,
  maker: Maker,
  cookie: string,
  chance: Chance,
  note: (entry: HistoryEntry) => void,
): Promise<Door> {
  const network = new Network(serverPort, chance.for(1));
  const device = new Device(code, { port: await network.begin(), cookie }, chance.for(2));
  device.clockError = chance.is(0.3) ? 0 : chance.whole(-90_000, 90_000);
  const door = new Door({ device, network, maker, eventId, countsExits, lists }, chance, note);
  // Some know the server's clock from the beginning, and some begin without a list.
  if (chance.is(0.7)) await door.hearBeat();
  if (chance.is(0.8)) await door.readList();
  return door;
}

async function busy(
  door: Door,
  tickets: readonly Ticket[],
  chance: Chance,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await wait(chance.whole(0, 60));
    const dice = chance.next();
    if (dice < 0.72) await door.scan(chance.one(tickets));
    else if (dice < 0.86) await door.takeBack();
    else if (dice < 0.91) await door.readList();
    else if (dice < 0.96) await door.hearBeat();
    else if (dice < 0.98) door.device.clockError += chance.whole(-60_000, 60_000);
    else await door.die();
  }
}

async function weather(door: Door, chance: Chance, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(chance.whole(100, 500));
    door.network.change(chance.one(WEATHERS));
    await door.noticeNetwork();
  }
}

/** The work in the office meanwhile, on a separate network. */
async function staff(
  { port, eventId, doors, staff: { cookie, userId } }: Evening,
  tickets: Ticket[],
  chance: Chance,
  isOver: () => boolean,
  note: (entry: HistoryEntry) => void,
): Promise<void> {
  const call = (method: string, path: string, body: object | null = null) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { Cookie: cookie, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
  const known = tickets.flatMap(({ id }) => id ?? []);
  while (!isOver()) {
    await wait(chance.whole(20, 200));
    const dice = chance.next();
    const id = chance.one(known);
    if (dice < 0.85) {
      const attended = chance.is(0.5);
      const answer = await call("PATCH", `/attendees/${id}/attendance`, { attended, scannedBy: userId });
      const { message } = (await answer.json()) as { message?: string };
      note({ kind: "marked", attendee: id, attended, message: message ?? "" });
    } else if (dice < 0.92) {
      const guest = { eventId, fullName: "Late Lena", phone: "1", tableNumber: 1, paymentStatus: "paid" };
      const answer = await call("POST", "/attendees", guest);
      const sold = (await answer.json()) as { id: number; qrCodeData: string };
      tickets.push({ id: sold.id, qrData: sold.qrCodeData });
      known.push(sold.id);
      note({ kind: "sold", id: sold.id, ticket: sold.qrCodeData });
    } else if (dice < 0.96) {
      const answer = await call("DELETE", `/attendees/${id}`);
      if (answer.status === 204) note({ kind: "deleted", id });
    } else {
      const grant = chance.one(doors).grantId;
      if (grant !== null) await call("DELETE", `/door/grants/${grant}`);
    }
  }
}
