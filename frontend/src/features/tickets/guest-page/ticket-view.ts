import { GUEST_PAGE_COPY } from "@/features/tickets/guest-page/copy";
import type { SavedTicket } from "@/features/tickets/guest-page/saved-tickets";
import { accentCss } from "@/lib/accent";
import { formatTimestamp } from "@/lib/event-date";
import { formatEventSpan } from "@/lib/exact-date";
import { placeOf } from "@/lib/place";
import { qrPath } from "@/lib/qr";
import { adoptSettings, DEFAULT_SETTINGS, type Settings } from "@/lib/settings";

/** Fills the elements of ticket.html. */

export type TicketView =
  | { kind: "incomplete" }
  | { kind: "invalid" }
  | {
      kind: "ticket";
      qrData: string;
      kept: SavedTicket | null;
      state: "asking" | "current" | "unreachable";
      trouble: string | null;
    };

type Part =
  | "ticket"
  | "organisation"
  | "logo"
  | "event"
  | "moment"
  | "place"
  | "map"
  | "moved"
  | "code"
  | "guest"
  | "name"
  | "seat"
  | "table"
  | "type"
  | "type-name"
  | "type-color"
  | "refusal"
  | "refusal-title"
  | "refusal-hint"
  | "notice"
  | "notice-text"
  | "retry"
  | "actions"
  | "save"
  | "calendar"
  | "terms";

function part(name: Part): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-part="${name}"]`);
  if (!found) throw new Error(`ticket.html has no ${name}`);
  return found;
}

const say = (name: Part, text: string | number) => {
  part(name).textContent = String(text);
};

/** Shows an element with its text, or hides it without one. */
const sayIf = (name: Part, text: string | null) => {
  say(name, text ?? "");
  part(name).hidden = text === null;
};

export const whenPressed = (name: "save" | "calendar" | "retry", act: () => void) =>
  part(name).addEventListener("click", act);

const SVG = "http://www.w3.org/2000/svg";

/** Black on white in every scheme, sharp at any size. Drawn once per ticket. */
function drawCode(qrData: string): void {
  const frame = part("code");
  if (frame.dataset.drawn === qrData) return;
  const { across, path } = qrPath(qrData);
  const symbol = document.createElementNS(SVG, "svg");
  const ink = document.createElementNS(SVG, "path");
  for (const [name, value] of Object.entries({
    viewBox: `0 0 ${across} ${across}`,
    role: "img",
    "aria-label": GUEST_PAGE_COPY.qrLabel,
    "shape-rendering": "crispEdges",
    class: "size-full",
  }))
    symbol.setAttribute(name, value);
  ink.setAttribute("d", path);
  symbol.append(ink);
  frame.replaceChildren(symbol);
  frame.dataset.drawn = qrData;
}

export function showTicket(view: TicketView): void {
  const kept = view.kind === "ticket" ? view.kept : null;
  if (kept) showSettings(kept.ticket);
  part("ticket").hidden = view.kind !== "ticket";
  part("refusal").hidden = view.kind === "ticket";
  part("actions").hidden = part("guest").hidden = !kept;
  sayIf("terms", kept ? kept.ticket.terms.join(" ") : null);
  if (view.kind !== "ticket") {
    const isInvalid = view.kind === "invalid";
    say("refusal-title", isInvalid ? GUEST_PAGE_COPY.invalid : GUEST_PAGE_COPY.incomplete);
    say("refusal-hint", isInvalid ? GUEST_PAGE_COPY.invalidHint : GUEST_PAGE_COPY.incompleteHint);
    part("notice").hidden = true;
    return;
  }
  drawCode(view.qrData);
  showDetails(kept, view.state);
  showNotice(view);
}

/** The installation's name, logo and colour. A ticket that an earlier release kept has none. */
function showSettings({ settings }: { settings?: Settings }): void {
  const { organisationName, logoUrl, accentColor } = settings ?? DEFAULT_SETTINGS;
  adoptSettings({ settings: settings ?? DEFAULT_SETTINGS, css: accentCss(accentColor) });
  sayIf("organisation", organisationName);
  const logo = part("logo") as HTMLImageElement;
  logo.hidden = logoUrl === null;
  if (logoUrl === null) logo.removeAttribute("src");
  else if (logo.getAttribute("src") !== logoUrl) {
    // Without a network it may be missing: the name and the code still appear.
    logo.onerror = () => {
      logo.hidden = true;
    };
    logo.src = logoUrl;
  }
}

function showDetails(kept: SavedTicket | null, state: "asking" | "current" | "unreachable"): void {
  say("event", kept?.ticket.event.name ?? GUEST_PAGE_COPY.untitled);
  sayIf("moved", kept?.movedFrom ? GUEST_PAGE_COPY.moved(momentOf(kept.movedFrom)) : null);
  showPlace(kept?.ticket.event ?? {});
  if (!kept) {
    say("moment", state === "asking" ? GUEST_PAGE_COPY.loading : "");
    return;
  }
  const { event, fullName, tableNumber, ticketType } = kept.ticket;
  document.title = event.name;
  say("moment", momentOf(event));
  say("name", fullName);
  // A ticket that an earlier release kept has none.
  part("type").hidden = !ticketType;
  say("type-name", ticketType?.name ?? "");
  part("type-color").style.background = ticketType ? `var(--type-${ticketType.color})` : "";
  say("table", tableNumber);
  part("seat").hidden = tableNumber === 0;
}

const MAPS = "https://www.google.com/maps/search/?api=1&query=";

/** The place, as a link to a map where there is an address. */
function showPlace(event: { venue?: string | null; address?: string | null }): void {
  const place = placeOf(event);
  sayIf("place", event.address ? null : place);
  sayIf("map", event.address ? place : null);
  if (place) (part("map") as HTMLAnchorElement).href = MAPS + encodeURIComponent(place);
}

const momentOf = (event: { date: string; time: string | null; endTime?: string | null }) =>
  formatEventSpan(event.date, event.time, event.endTime);

function showNotice({ kept, state, trouble }: Extract<TicketView, { kind: "ticket" }>): void {
  const unreachable = kept
    ? GUEST_PAGE_COPY.offline(formatTimestamp(kept.asOf))
    : GUEST_PAGE_COPY.unreachable;
  const text = trouble ?? (state === "unreachable" ? unreachable : null);
  part("notice").hidden = text === null;
  part("retry").hidden = state !== "unreachable";
  say("notice-text", text ?? "");
}
