import type { components } from "@/api/schema";

type Schemas = components["schemas"];
/** A ticket that an earlier release saved on the device lacks the newer fields. */
type Later<Whole, Name extends keyof Whole> = Omit<Whole, Name> & Partial<Pick<Whole, Name>>;
export type Ticket = Omit<Later<Schemas["TicketOut"], "settings" | "ticketType">, "event"> & {
  event: Later<Schemas["TicketEvent"], "venue" | "address" | "endTime">;
};

/** The server's response for a ticket. `unreachable` is any response that is not our server's. */
export type TicketAnswer = { kind: "ticket"; ticket: Ticket } | { kind: "unknown" } | { kind: "unreachable" };

const LIMIT_MS = 10_000;
const UNKNOWN = "ticket_unknown";

export async function readTicket(qrData: string): Promise<TicketAnswer> {
  try {
    const answer = await fetch("/api/ticket", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ qrData }),
      // The page works without a session, even for staff.
      credentials: "omit",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const body: unknown = await answer.json();
    if (answer.ok && isTicket(body)) return { kind: "ticket", ticket: body };
    // A proxy's 404 does not come from our server.
    if (answer.status === 404 && (body as { code?: unknown } | null)?.code === UNKNOWN)
      return { kind: "unknown" };
  } catch {
    // No network, or a guest network's sign-in page.
  }
  return { kind: "unreachable" };
}

export function isTicket(value: unknown): value is Ticket {
  const { event, fullName, tableNumber, terms } = (value ?? {}) as Partial<Ticket>;
  return (
    typeof event?.name === "string" &&
    typeof event.date === "string" &&
    (event.time === null || typeof event.time === "string") &&
    typeof fullName === "string" &&
    typeof tableNumber === "number" &&
    Array.isArray(terms)
  );
}
