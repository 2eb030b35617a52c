import { expect, type Page } from "@playwright/test";
import { answered, openOffice } from "../e2e/api";
import { newFolder, SENDER } from "../e2e/mailbox";
import { STAFF, startServer } from "./evening";
import type { Screen } from "./screen";

/** Messages as a guest's mail program shows them. */

const WIDTH = 600;

/** The HTML of a ticket that a server has sent. */
async function sentTicket(settings: object, guest: object): Promise<string> {
  const folder = newFolder();
  const server = await startServer(
    [],
    [
      `DOORLIST_SMTP_URL=file:${folder.path}`,
      `DOORLIST_MAIL_FROM=${SENDER}`,
      "DOORLIST_TICKET_URL=https://tickets.example.org",
    ],
  );
  try {
    const office = await openOffice(server.url, STAFF.sam);
    await answered(office.call.put("/api/settings", { data: settings }));
    const event = await office.event({
      name: "Midwinter Gala",
      date: "2026-11-28",
      endTime: "01:15",
      venue: "The Grand Hall",
      address: "1 High Street, Melbourne",
    });
    const opening = "Dear guest,\nwe look forward to seeing you.";
    await answered(office.call.put(`/api/events/${event.id}/mail`, { data: { opening } }));
    const type = { name: "Dinner", color: "gold" };
    const { id } = await answered<{ id: number }>(
      office.call.post(`/api/events/${event.id}/ticket-types`, { data: type }),
    );
    const { id: attendeeId } = await office.attendee(event.id, {
      fullName: "Amélie Laurent",
      email: "amelie@example.org",
      tableNumber: 12,
      ticketTypeId: id,
      ...guest,
    });
    const send = { ids: [attendeeId], expected: 1 };
    await answered(office.call.post("/api/tickets/send", { data: send }));
    await expect.poll(() => folder.messages().length, { timeout: 60_000 }).toBe(1);
    await office.call.dispose();
    return folder.messages()[0]?.html ?? "";
  } finally {
    await server.stop();
    folder.remove();
  }
}

/** The message in the main part of a page, as mail programs show it, as wide as a phone or `WIDTH`. */
const message = (settings: object, guest: object = {}): Pick<Screen, "who" | "path" | "before" | "act"> => {
  let html: Promise<string> | null = null;
  return {
    who: "nobody",
    path: "/message",
    before: async (page) => {
      html ??= sentTicket(settings, guest);
      const body = (await html).replace(/<body[^>]*>/, "$&<main>");
      await page.route("**/message", (route) => route.fulfill({ contentType: "text/html", body }));
    },
    act: wholeMessage,
  };
};

async function wholeMessage(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: Math.min(width, WIDTH), height });
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: Math.min(width, WIDTH), height: length });
}

export const MAIL_SCREENS: Record<string, Screen> = {
  "message: ticket": {
    ...message({ organisationName: "Lantern House" }),
    front: { name: "message", device: "phone" },
  },
  "message: accent colour, long words": message(
    {
      organisationName: "The Harbour Conservation Society of New South Wales and Victoria",
      accentColor: "#c22f35",
    },
    { fullName: "Maximiliana Wolfeschlegelsteinhausen-Bergerdorff" },
  ),
};
