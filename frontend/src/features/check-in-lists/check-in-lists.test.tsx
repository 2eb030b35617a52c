import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { CheckInList, TicketType } from "@/api/types";
import { shownToast } from "@/components/ui/toast-store";
import { CheckInsCard } from "@/features/check-in-lists/check-ins-card";
import { ListsCard } from "@/features/check-in-lists/lists-card";
import { formatTimestamp } from "@/lib/event-date";
import { done, json, laterResponse, problem, serve } from "@/testing/server";

const VIP: TicketType = { id: 3, eventId: 7, name: "VIP", color: "gold", priceCents: null, announce: false };
const CREW: TicketType = { ...VIP, id: 4, name: "Crew", color: "slate" };
const BACKSTAGE: CheckInList = {
  id: 11,
  eventId: 7,
  name: "Backstage",
  rule: "reentry",
  ticketTypeIds: [3],
  capacity: 1200,
  needsEntrance: true,
};
const SHUTTLE: CheckInList = {
  ...BACKSTAGE,
  id: 12,
  name: "Shuttle",
  rule: "every",
  ticketTypeIds: null,
  capacity: null,
  needsEntrance: false,
};
const LISTS = "/api/events/7/check-in-lists";

function show(types: TicketType[] = [VIP, CREW]) {
  const loaded = { data: types, isError: false, isFetching: false, refetch: vi.fn() };
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <ListsCard eventId={7} types={loaded} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

async function openForm(user: ReturnType<typeof userEvent.setup>, button: string) {
  await user.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog"));
}

const press = (user: ReturnType<typeof userEvent.setup>, dialog: ReturnType<typeof within>, name: string) =>
  user.click(dialog.getByRole("button", { name }));
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test("2.check-in-list.900 each list shows its rule, its capacity and whom it admits", async () => {
  serve({ [`GET ${LISTS}`]: () => json([BACKSTAGE, { ...SHUTTLE, rule: "once" }, { ...SHUTTLE, id: 13 }]) });
  show();
  const rows = (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "BackstageIn and out · Capacity 1,200 · After the entranceVIP",
    "ShuttleOnceAll tickets",
    "ShuttleEvery scan countsAll tickets",
  ]);
  expect(screen.queryByText("No lists besides the entrance")).toBeNull();
});

test("2.check-in-list.900 an event without a list says so", async () => {
  serve({ [`GET ${LISTS}`]: () => json([]) });
  show();
  expect(await screen.findByText("No lists besides the entrance")).toBeVisible();
  expect(screen.getByRole("button", { name: "Add a list" })).toBeEnabled();
});

test("4.form.970 Escape asks before it discards a filled list; 'Cancel' and an untouched one do not", async () => {
  serve({ [`GET ${LISTS}`]: () => json([]) });
  const user = show();
  const dialog = await openForm(user, "Add a list");
  await user.type(dialog.getByLabelText("Name"), "Dinner");
  await user.keyboard("{Escape}");
  const question = within(await screen.findByRole("dialog", { name: "Discard what you typed?" }));
  await press(user, question, "Keep editing");
  expect(dialog.getByLabelText("Name")).toHaveValue("Dinner");
  await press(user, dialog, "Cancel");
  await isClosed();
  const again = await openForm(user, "Add a list");
  expect(again.getByLabelText("Name")).toHaveValue("");
  await user.keyboard("{Escape}");
  await isClosed();
});

test("2.frame.1223 a list that is refused after the user has left says so", async () => {
  const { response, respond } = laterResponse();
  const calls = serve({ [`GET ${LISTS}`]: () => json([]), [`POST ${LISTS}`]: () => response });
  const user = show();
  const dialog = await openForm(user, "Add a list");
  await user.type(dialog.getByLabelText("Name"), "Dinner");
  await press(user, dialog, "Save");
  await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
  cleanup();
  respond(problem(409, "too_many_lists", "An event can have 20 check-in lists at most."));
  await waitFor(() =>
    expect(shownToast()).toMatchObject({
      title: "Failed to save check-in list",
      description: "An event can have 20 check-in lists at most.",
    }),
  );
});

test("2.check-in-list.901 a form adds a list, by default once and for all tickets", async () => {
  const calls = serve({
    [`GET ${LISTS}`]: () => json([]),
    [`POST ${LISTS}`]: () => json(BACKSTAGE, 201),
  });
  const user = show();
  const first = await openForm(user, "Add a list");
  await press(user, first, "Save");
  expect(first.getByLabelText("Name")).toHaveAccessibleDescription("Enter a name");
  await user.type(first.getByLabelText("Name"), " Dinner ");
  await press(user, first, "Save");
  await isClosed();

  const second = await openForm(user, "Add a list");
  await user.type(second.getByLabelText("Name"), "Backstage");
  await user.click(second.getByRole("radio", { name: "In and out" }));
  await user.click(second.getByRole("switch", { name: "All tickets" }));
  expect(second.getByRole("checkbox", { name: "VIP" })).toBeChecked();
  await user.click(second.getByRole("checkbox", { name: "VIP" }));
  await user.click(second.getByRole("checkbox", { name: "Crew" }));
  await user.type(second.getByLabelText("Capacity"), "many");
  await user.click(second.getByRole("switch", { name: "Only after the entrance" }));
  await press(user, second, "Save");
  expect(second.getByLabelText("Capacity")).toHaveAccessibleDescription(
    "Enter a whole number from 1 to 100,000, or leave it blank for no limit",
  );
  expect(second.getByText(/^Tick at least one ticket type/)).toBeVisible();
  await user.click(second.getByRole("checkbox", { name: "VIP" }));
  await user.clear(second.getByLabelText("Capacity"));
  await user.type(second.getByLabelText("Capacity"), "1,200");
  await press(user, second, "Save");
  await isClosed();
  expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { name: "Dinner", rule: "once", ticketTypeIds: null, capacity: null, needsEntrance: false },
    { name: "Backstage", rule: "reentry", ticketTypeIds: [3], capacity: 1200, needsEntrance: true },
  ]);
});

test("2.check-in-list.901 for an event without ticket types nothing asks for them", async () => {
  serve({ [`GET ${LISTS}`]: () => json([]) });
  const user = show([]);
  const dialog = await openForm(user, "Add a list");
  expect(dialog.getAllByRole("switch")).toHaveLength(1);
  expect(dialog.queryByRole("checkbox")).toBeNull();
});

test("7.client.900 an edit sends only what was changed", async () => {
  const calls = serve({
    [`GET ${LISTS}`]: () => json([BACKSTAGE]),
    "PUT /api/check-in-lists/11": () => json(BACKSTAGE),
  });
  const user = show();
  const edit = async (change: (dialog: ReturnType<typeof within>) => Promise<void>) => {
    const dialog = await openForm(user, "Edit Backstage");
    await change(dialog);
    await press(user, dialog, "Save");
    await isClosed();
  };
  await edit(async (dialog) => {
    await user.click(dialog.getByRole("checkbox", { name: "Crew" }));
    await user.click(dialog.getByRole("checkbox", { name: "VIP" }));
    await user.click(dialog.getByRole("checkbox", { name: "VIP" }));
  });
  await edit((dialog) => user.click(dialog.getByRole("switch", { name: "All tickets" })));
  await edit((dialog) => user.clear(dialog.getByLabelText("Capacity")));
  await edit(async (dialog) => {
    await user.type(dialog.getByLabelText("Name"), " left");
    await user.click(dialog.getByRole("switch", { name: "Only after the entrance" }));
    await user.click(dialog.getByRole("radio", { name: "Once" }));
  });
  await edit(async () => {});
  expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { ticketTypeIds: [4, 3] },
    { ticketTypeIds: null },
    { capacity: null },
    { name: "Backstage left", rule: "once", needsEntrance: false },
    {},
  ]);
});

test("2.check-in-list.902 a refusal shows at its field, and what was typed stays", async () => {
  const refusals = [
    problem(409, "list_name_taken", "This event already has a check-in list 'Backstage'."),
    problem(409, "list_in_use", "Guests have come in at this list, so its rule stays."),
    problem(400, "validation_failed", "Check", {
      errors: [{ field: "ticketTypeIds", message: "This event has no such ticket type" }],
    }),
    problem(400, "validation_failed", "Check what was sent", {
      errors: [{ field: "elsewhere", message: "Wrong" }],
    }),
    problem(409, "too_many_lists", "An event can have 20 check-in lists at most."),
    new Response("", { status: 502 }),
  ];
  serve({
    [`GET ${LISTS}`]: () => json([BACKSTAGE]),
    "PUT /api/check-in-lists/11": () => refusals.shift() ?? json(BACKSTAGE),
  });
  const user = show();
  const dialog = await openForm(user, "Edit Backstage");
  await user.type(dialog.getByLabelText("Name"), " 2");
  const refused = async () => {
    await press(user, dialog, "Save");
    return dialog.findByRole("alert");
  };
  await refused();
  expect(dialog.getByLabelText("Name")).toHaveAccessibleDescription(/already has a check-in list/);
  await refused();
  expect(dialog.getByRole("group", { name: "Rule" })).toHaveAccessibleDescription(/its rule stays/);
  await refused();
  expect(dialog.getByRole("group", { name: "Ticket types" })).toHaveAccessibleDescription(
    "This event has no such ticket type",
  );
  expect(await refused()).toHaveTextContent("Check what was sent");
  expect(await refused()).toHaveTextContent("An event can have 20 check-in lists at most.");
  expect(await refused()).toHaveTextContent("The check-in list could not be saved.");
  expect(dialog.getByLabelText("Name")).toHaveValue("Backstage 2");
  await press(user, dialog, "Save");
  await isClosed();
});

test("2.check-in-list.903 a deletion asks first, and says that the log stays", async () => {
  const answers = [new Response("", { status: 502 }), done()];
  const calls = serve({
    [`GET ${LISTS}`]: () => json([BACKSTAGE]),
    "DELETE /api/check-in-lists/11": () => answers.shift() ?? done(),
  });
  const user = show();
  await press(user, await openForm(user, "Edit Backstage"), "Delete");
  const question = within(await screen.findByRole("dialog", { name: "Delete Backstage?" }));
  expect(question.getByText(/Its check-ins stay in the log/)).toBeVisible();
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  await press(user, question, "Delete");
  expect(await question.findByRole("alert")).toHaveTextContent("The check-in list could not be deleted.");
  await press(user, question, "Delete");
  await isClosed();
});

test("2.check-in-list.904 a list whose types were all deleted says so, and asks for others", async () => {
  const calls = serve({
    [`GET ${LISTS}`]: () => json([{ ...BACKSTAGE, ticketTypeIds: [9] }]),
    "PUT /api/check-in-lists/11": () => json(BACKSTAGE),
  });
  const user = show();
  expect(await screen.findByRole("listitem")).toHaveTextContent("No ticket: its ticket types were deleted");
  const dialog = await openForm(user, "Edit Backstage");
  await press(user, dialog, "Save");
  expect(dialog.getByRole("alert")).toHaveTextContent("Tick at least one ticket type");
  await user.click(dialog.getByRole("checkbox", { name: "Crew" }));
  await press(user, dialog, "Save");
  await isClosed();
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ ticketTypeIds: [4] });
});

test("2.details.901 the check-ins of a guest at each list", () => {
  const [first, last] = ["2026-11-28T19:42:00.000Z", "2026-11-28T21:05:00.000Z"];
  render(
    <CheckInsCard
      checkIns={[
        { list: BACKSTAGE, firstAt: first, lastAt: last, times: 3, inside: true },
        { list: SHUTTLE, firstAt: first, lastAt: first, times: 1, inside: false },
      ]}
    />,
  );
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    `Backstage3 times: first ${formatTimestamp(first)}, last ${formatTimestamp(last)}Inside`,
    `ShuttleChecked in ${formatTimestamp(first)}`,
  ]);
});
