import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, problem, serve } from "@/testing/server";

const TICKET = `DL1.7.${"A".repeat(26)}`;

beforeEach(() => {
  // jsdom has no workers, so the scanner's reader cannot be loaded.
  vi.spyOn(console, "error").mockImplementation(() => {});
  // However busy the machine is: each key comes as fast as a scanner sends it.
  let at = 0;
  vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(() => ++at);
});

/** The search of a door, with this text in it. */
async function searchFor(text: string) {
  const calls = serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => json([]),
    "POST /api/attendees/scan": () => problem(404, "ticket_unknown", "Unknown"),
  });
  const { user } = openApp("/scan-attendees", { as: OLIVE });
  await user.click(await screen.findByRole("button", { name: "Find guest" }));
  await user.type(await screen.findByRole("searchbox"), text);
  const scanned = () => calls.filter(({ path }) => path === "/api/attendees/scan").map(({ body }) => body);
  return { user, scanned };
}

test("4.scan.580 a ticket that a hardware scanner types into 'Find guest' is scanned, and the search keeps its text", async () => {
  const { user, scanned } = await searchFor("Ann");
  await user.keyboard(`${TICKET}{Enter}`);
  await waitFor(() => expect(scanned()).toEqual([expect.objectContaining({ qrData: TICKET })]));
  // The verdict is in view.
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
  expect(await screen.findByText("Invalid QR Code")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Find guest" }));
  expect(await screen.findByRole("searchbox")).toHaveValue("Ann");
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Find guest" }));
  expect(await screen.findByRole("searchbox"), "closed by hand, it opens empty").toHaveValue("");
});

test("4.scan.580 a text that was selected is back as well", async () => {
  const { user, scanned } = await searchFor("Ann");
  (await screen.findByRole<HTMLInputElement>("searchbox")).select();
  await user.keyboard(`${TICKET.toLowerCase()}{Enter}`);
  await waitFor(() => expect(scanned()).toHaveLength(1));
  await user.click(await screen.findByRole("button", { name: "Find guest" }));
  expect(await screen.findByRole("searchbox")).toHaveValue("Ann");
});

test.each([
  ["another text", "ann-marie-byron{Enter}", "Annann-marie-byron"],
  ["a ticket without Enter", TICKET, `Ann${TICKET}`],
])("4.scan.580 %s stays in the search", async (_, keys, text) => {
  const { user, scanned } = await searchFor("Ann");
  await user.keyboard(keys);
  expect(await screen.findByRole("searchbox")).toHaveValue(text);
  expect(scanned()).toEqual([]);
});
