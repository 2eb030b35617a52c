import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { DoorPass, PassMade } from "@/api/types";
import { PassesCard } from "@/features/door/passes/passes-card";
import { GALA, OLIVE } from "@/testing/cast";
import { json, problem, serve } from "@/testing/server";

const BACKSTAGE = { id: 11, name: "Backstage" };
const PASS: DoorPass = {
  id: 3,
  eventId: GALA.id,
  list: BACKSTAGE,
  door: "Stage door",
  helper: "Kim",
  claimUntil: "2099-11-28T18:00:00.000Z",
  claimedAt: "2026-11-28T17:40:00.000Z",
  createdAt: "2026-11-28T17:30:00.000Z",
  grantId: null,
  lastContactAt: null,
  maker: { id: OLIVE.id, fullName: OLIVE.fullName },
  makesUntil: "2099-11-29T05:30:00.000Z",
  revokedAt: null,
  revokedBy: null,
  waiting: 0,
};
const MADE: PassMade = { ...PASS, helper: null, claimedAt: null, secret: "a-secret" };

function show(lists: object[], made: () => Response = () => json(MADE, 201), passes: DoorPass[] = []) {
  const calls = serve({
    "GET /api/doors": () => json({ lists }),
    "GET /api/door/passes": () => json(passes),
    "POST /api/door/passes": made,
  });
  const queryClient = createQueryClient(() => {});
  render(
    <QueryClientProvider client={queryClient}>
      <PassesCard event={GALA} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), calls, queryClient };
}

const sent = (calls: { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === "POST").map(({ body }) => body);

test("2.pass.900 a pass is for the entrance, or for a list, which it names", async () => {
  const { user, calls } = show([BACKSTAGE], undefined, [{ ...PASS, id: 4 }]);
  expect(await screen.findByRole("listitem")).toHaveTextContent("For the check-in list Backstage");
  await user.click(screen.getByRole("button", { name: "New pass" }));
  const dialog = within(await screen.findByRole("dialog"));
  const choice = await dialog.findByLabelText("Check-in list");
  expect(choice).toHaveDisplayValue("Entrance");
  await user.selectOptions(choice, "Backstage");
  await user.type(dialog.getByLabelText("Door"), "Stage door");
  await user.click(dialog.getByRole("button", { name: "Make pass" }));
  const ready = await screen.findByRole("dialog", { name: "Pass for Stage door" });
  expect(ready).toHaveTextContent("For the check-in list Backstage");
  expect(document.querySelector("[data-pass-card]")).toHaveTextContent("For the check-in list Backstage");
  expect(sent(calls)).toMatchObject([{ door: "Stage door", listId: 11 }]);
});

test("2.pass.900 an event without lists has no choice", async () => {
  const { user, calls } = show([], () => json({ ...MADE, list: null }, 201));
  await user.click(screen.getByRole("button", { name: "New pass" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Door"), "Gate B");
  expect(dialog.queryByLabelText("Check-in list")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Make pass" }));
  expect(await screen.findByRole("dialog", { name: /^Pass for/ })).not.toHaveTextContent("check-in list");
  expect(sent(calls)).toMatchObject([{ door: "Gate B", listId: null }]);
});

test("2.pass.901 another phone gets a pass for the same list", async () => {
  const { user, calls } = show([BACKSTAGE], undefined, [PASS]);
  await user.click(await screen.findByRole("button", { name: "Replace the phone of Kim, Stage door" }));
  await screen.findByRole("dialog");
  expect(sent(calls)).toMatchObject([{ door: "Stage door", helper: "Kim", replaces: 3, listId: 11 }]);
});

test("2.pass.901 a list that was deleted meanwhile is refused at the choice", async () => {
  const lists = [BACKSTAGE];
  const message = "This event has no such check-in list. Reload the page, and choose another one.";
  const { user, queryClient } = show(lists, () =>
    problem(400, "validation_failed", message, { errors: [{ field: "listId", message }] }),
  );
  await user.click(screen.getByRole("button", { name: "New pass" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(await dialog.findByLabelText("Check-in list"), "Backstage");
  await user.type(dialog.getByLabelText("Door"), "Stage door");
  lists.pop();
  await queryClient.invalidateQueries();
  await waitFor(() => expect(dialog.getByLabelText("Check-in list")).toHaveDisplayValue("Deleted list"));
  await user.click(dialog.getByRole("button", { name: "Make pass" }));
  await waitFor(() => expect(dialog.getByLabelText("Check-in list")).toHaveAccessibleDescription(message));
  expect(dialog.getAllByRole("alert")).toHaveLength(1);
});
