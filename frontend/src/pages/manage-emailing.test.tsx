import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Attendee } from "@/api/types";
import { attendeeNamed, GALA, OLIVE } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { type Call, json, page, problem, serve } from "@/testing/server";

const ADA = attendeeNamed("Ada Byron", { id: 42 });
const BEN = attendeeNamed("Ben Okri", { id: 41 });
const CY = attendeeNamed("Cy Twombly", { id: 40 });
const SENDING = {
  mail: { isSetUp: true, isReady: true, problem: null, server: null, sender: null, perMinute: null },
  runs: [],
};

interface Sent {
  ids: number[];
  expected: number;
  dryRun?: boolean;
  again?: boolean;
}

/**
 * A list and a mail server; the guests in `gone` are deleted, which the list does not show, and those in `before` were
 * sent a ticket.
 */
function serveMail(rows: Attendee[], gone: number[], before: number[] = []) {
  return serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page(rows, { total: rows.length }),
    "GET /api/tickets/sending": () => json(SENDING),
    "POST /api/tickets/send": ({ body }: Call) => {
      const { ids, expected, again } = body as Sent;
      const missing = ids.filter((id) => gone.includes(id));
      const matching = ids.length - missing.length;
      const alreadySent = again ? 0 : ids.filter((id) => before.includes(id) && !gone.includes(id)).length;
      const queued = matching - alreadySent;
      return matching === expected
        ? json({ queued, messages: queued, withoutEmail: 0, alreadySent, erased: 0, addresses: [] })
        : problem(409, "selection_changed", "The list has changed", { matching, missing });
    },
  });
}

async function emailTo(names: readonly string[]) {
  const { user } = openApp("/manage-attendees", { as: OLIVE });
  for (const name of names) await user.click(await screen.findByRole("checkbox", { name }));
  await user.click(await screen.findByRole("button", { name: "Email tickets" }));
  return user;
}

const sent = (calls: Call[]) =>
  calls.filter(({ path }) => path === "/api/tickets/send").map(({ body }) => body as Sent);

describe("2.mail.970 guests who were deleted elsewhere", () => {
  test("leave the selection, and the dialog counts the others", async () => {
    const calls = serveMail([ADA, BEN, CY], [40]);
    const user = await emailTo(["Select Ada Byron", "Select Ben Okri", "Select Cy Twombly"]);
    expect(
      await screen.findByText("1 selected guest was deleted or no longer matches, and is left out."),
    ).toBeVisible();
    expect(screen.getByRole("dialog", { name: "Email tickets to 2 guests" })).toHaveTextContent(
      "2 tickets will be sent",
    );
    expect(screen.getByText("2 selected")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Send 2 tickets" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("2 tickets queued to be sent"));
    expect(sent(calls).at(-1)).toMatchObject({ ids: [42, 41], expected: 2 });
  });

  test("between the count and the sending leave it as well, and a second press sends the others", async () => {
    const gone: number[] = [];
    serveMail([ADA, BEN], gone);
    const user = await emailTo(["Select Ada Byron", "Select Ben Okri"]);
    const send = await screen.findByRole("button", { name: "Send 2 tickets" });
    gone.push(41);
    await user.click(send);
    await user.click(await screen.findByRole("button", { name: "Send 1 ticket" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 ticket queued to be sent"));
  });

  test("leave a choice of all matches", async () => {
    const listed = [ADA, BEN, CY];
    const calls = serveMail(listed, []);
    const { user } = openApp("/manage-attendees", { as: OLIVE });
    await screen.findByRole("checkbox", { name: "Select Cy Twombly" });
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    listed.pop();
    await user.click(await screen.findByRole("button", { name: "Email tickets" }));
    expect(await screen.findByText(/^1 selected guest was deleted/)).toBeVisible();
    expect(await screen.findByRole("button", { name: "Send 2 tickets" })).toBeEnabled();
    expect(sent(calls)).toMatchObject([{ ids: [42, 41], expected: 2, dryRun: true }]);
  });

  test("leave 'Send again' as it was ticked", async () => {
    const gone: number[] = [];
    const calls = serveMail([ADA, BEN], gone, [42]);
    const user = await emailTo(["Select Ada Byron", "Select Ben Okri"]);
    await user.click(await screen.findByRole("checkbox", { name: /Send/ }));
    const send = await screen.findByRole("button", { name: "Send 2 tickets" });
    gone.push(41);
    await user.click(send);
    await user.click(await screen.findByRole("button", { name: "Send 1 ticket" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 ticket queued to be sent"));
    expect(sent(calls).at(-1)).toMatchObject({ ids: [42], again: true });
  });

  test("close the dialog where none is left", async () => {
    serveMail([ADA], [42]);
    await emailTo(["Select Ada Byron"]);
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("The selected guests were deleted or no longer match."),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByText("1 selected")).toBeNull();
  });
});

test("2.mail.970 where more guests match than were selected, the dialog says so", async () => {
  const listed = [ADA, BEN];
  serveMail(listed, []);
  const { user } = openApp("/manage-attendees", { as: OLIVE });
  await screen.findByRole("checkbox", { name: "Select Ben Okri" });
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  listed.push(CY);
  await user.click(await screen.findByRole("button", { name: "Email tickets" }));
  expect(await screen.findByText("The list has changed")).toBeVisible();
});

test("2.mail.980 a double click sends once, and says that the tickets are on the way", async () => {
  const calls = serveMail([ADA], []);
  await emailTo(["Select Ada Byron"]);
  const send = await screen.findByRole("button", { name: "Send 1 ticket" });
  act(() => {
    send.click();
    send.click();
  });
  await waitFor(() => expect(toastRegion()).toHaveTextContent("1 ticket queued to be sent"));
  expect(sent(calls).filter(({ dryRun }) => !dryRun)).toHaveLength(1);
});

test("2.mail.1156, 2.mail.1157 the result of several names the addresses, then the state of the emails", async () => {
  const sentAt = "2026-11-28T08:02:00.000Z";
  const email = { email: "ada@example.org" };
  const rows = new Map([ADA, BEN].map((guest) => [guest.id, { ...guest, ...email, ticketMail: null }]));
  const waiting = { state: "queued", problem: null, at: sentAt };
  const addresses = [{ address: "ada@example.org", tickets: 2 }];
  const counts = { queued: 2, messages: 1, withoutEmail: 0, alreadySent: 0, erased: 0 };
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees/42": () => json(rows.get(42)),
    "GET /api/attendees/41": () => json({ ...rows.get(41), ticketMail: waiting }),
    "GET /api/tickets/sending": () => json(SENDING),
    "POST /api/tickets/send": () => json({ ...counts, addresses }),
  });
  const { user } = openApp("/add-attendee", { as: OLIVE, state: { registered: [42, 41] } });
  expect(await screen.findByText("Ticket by email: Not sent (1 ticket)")).toBeVisible();
  expect(screen.getByText("Ticket by email: Waiting to be sent (1 ticket)")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Email tickets" }));
  expect(await screen.findByText("ada@example.org: 2 tickets")).toBeVisible();
});
