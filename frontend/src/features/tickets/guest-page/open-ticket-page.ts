import { TICKET_COPY } from "@/features/tickets/copy";
import { calendarFile } from "@/features/tickets/guest-page/calendar-file";
import { GUEST_PAGE_COPY } from "@/features/tickets/guest-page/copy";
import { readTicket, type Ticket } from "@/features/tickets/guest-page/read-ticket";
import {
  deleteSavedTicket,
  findSavedTicket,
  type SavedTicket,
  saveTicket,
} from "@/features/tickets/guest-page/saved-tickets";
import { showTicket, type TicketView, whenPressed } from "@/features/tickets/guest-page/ticket-view";
import { drawTicket } from "@/features/tickets/picture/draw-ticket";
import { TICKET_SIZES } from "@/features/tickets/rules";
import { ticketOfFragment } from "@/features/tickets/ticket-link";
import { now } from "@/lib/clock";
import { saveFile } from "@/lib/save-file";

/** The ticket on the screen; null for an incomplete link. */
let qrData: string | null = null;
let kept: SavedTicket | null = null;
let isAsking = false;

/** Draws the QR code from the link alone, then loads the rest. */
export function openTicketPage(): void {
  openFragment();
  window.addEventListener("hashchange", openFragment);
  // Shows a moved event's new date on a page that stayed open.
  window.addEventListener("online", () => void ask());
  window.addEventListener("pageshow", (shown) => shown.persisted && void ask());
  document.addEventListener("visibilitychange", () => !document.hidden && void ask());
  whenPressed("retry", () => void ask());
  whenPressed("calendar", () => {
    if (qrData && kept) saveCalendar(qrData, kept.ticket);
  });
  whenPressed("save", () => {
    if (!qrData || !kept) return;
    savePicture(qrData, kept.ticket).catch((error: unknown) => {
      console.error("The picture could not be saved", error);
      show("current", GUEST_PAGE_COPY.pictureFailed);
    });
  });
}

function openFragment(): void {
  qrData = ticketOfFragment(window.location.hash);
  kept = qrData ? findSavedTicket(qrData) : null;
  isAsking = false;
  if (qrData) {
    show("asking");
    void ask();
  } else showTicket({ kind: "incomplete" });
}

function show(state: Extract<TicketView, { kind: "ticket" }>["state"], trouble: string | null = null): void {
  if (qrData) showTicket({ kind: "ticket", qrData, kept, state, trouble });
}

async function ask(): Promise<void> {
  const asked = qrData;
  if (!asked || isAsking) return;
  isAsking = true;
  const answer = await readTicket(asked);
  if (asked !== qrData) return;
  isAsking = false;
  if (answer.kind === "unreachable") show("unreachable");
  else if (answer.kind === "unknown") {
    deleteSavedTicket(asked);
    kept = null;
    showTicket({ kind: "invalid" });
  } else {
    kept = saveTicket(asked, answer.ticket, new Date(now()).toISOString());
    show("current");
  }
}

/** File name from event and date; invalid characters become hyphens. */
function fileName({ event }: Ticket, ending: string): string {
  const name = event.name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${name || "ticket"}-${event.date}.${ending}`;
}

function saveCalendar(qrData: string, ticket: Ticket): void {
  const [, eventId = ""] = qrData.split(".");
  const text = calendarFile(ticket, { eventId, host: window.location.hostname, now: now() });
  saveFile(new File([text], fileName(ticket, "ics"), { type: "text/calendar;charset=utf-8" }));
}

/** The event's own text for the picture; null for the standard terms, unless the installation has another text. */
function textOf({ terms, settings }: Ticket): string | null {
  const text = terms.join("\n");
  return text === TICKET_COPY.terms.join("\n") && !settings?.ticketText ? null : text;
}

async function savePicture(qrData: string, ticket: Ticket): Promise<void> {
  const face = {
    eventName: ticket.event.name,
    eventDate: ticket.event.date,
    eventTime: ticket.event.time,
    endTime: ticket.event.endTime ?? null,
    venue: ticket.event.venue ?? null,
    address: ticket.event.address ?? null,
    ticketText: textOf(ticket),
    fullName: ticket.fullName,
    tableNumber: ticket.tableNumber,
    invoiceNumber: null,
    qrCodeData: qrData,
    ticketType: ticket.ticketType ?? null,
  };
  const picture = await drawTicket(face, TICKET_SIZES.large);
  saveFile(new File([picture], fileName(ticket, "png"), { type: "image/png" }));
}
