import { isTicket, type Ticket } from "@/features/tickets/guest-page/read-ticket";
import { readStored, writeStored } from "@/lib/storage";

/** The server's last response for a ticket, stored on the guest's device for use offline. */
export type SavedTicket = {
  qrData: string;
  ticket: Ticket;
  /** ISO timestamp of the response. */
  asOf: string;
  /** The date and time that the guest saw before the event was moved. */
  movedFrom: { date: string; time: string | null } | null;
};

const KEY = "doorlist.guest-tickets";
/** Enough for a family's season; a staff device may open many more. */
const MOST = 20;

function readAll(): SavedTicket[] {
  const stored = readStored("local", KEY);
  return Array.isArray(stored) ? stored.filter((one): one is SavedTicket => isTicket(one?.ticket)) : [];
}

export const findSavedTicket = (qrData: string): SavedTicket | null =>
  readAll().find((one) => one.qrData === qrData) ?? null;

export function deleteSavedTicket(qrData: string): void {
  writeStored(
    "local",
    KEY,
    readAll().filter((one) => one.qrData !== qrData),
  );
}

/** Saves the server's response, and the date the guest knew if it has changed. */
export function saveTicket(qrData: string, ticket: Ticket, asOf: string): SavedTicket {
  const before = findSavedTicket(qrData);
  const isSame = (moment: { date: string; time: string | null }) =>
    moment.date === ticket.event.date && moment.time === ticket.event.time;
  const known = before && !isSame(before.ticket.event) ? before.ticket.event : (before?.movedFrom ?? null);
  const movedFrom = known && !isSame(known) ? { date: known.date, time: known.time } : null;
  const kept = { qrData, ticket, asOf, movedFrom };
  const others = readAll().filter((one) => one.qrData !== qrData);
  writeStored("local", KEY, [kept, ...others].slice(0, MOST));
  return kept;
}
