import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { HistoryEntry } from "@/api/types";
import { SAM } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { json, problem, serve } from "@/testing/server";

const NOTHING = { id: null, name: null, isThere: false };

const entry = (id: number, facts: Partial<HistoryEntry>): HistoryEntry => ({
  id,
  at: "2026-11-20T18:30:00.000Z",
  person: { id: SAM.id, fullName: SAM.fullName },
  address: "192.0.2.0",
  action: "attendee.updated_many",
  subject: NOTHING,
  event: null,
  before: null,
  after: { tableNumber: 9, updated: 12 },
  undoId: null,
  ...facts,
});

const CHANGE = entry(3, { undoId: 31 });
const OLDER = entry(2, { after: { tableNumber: 4, updated: 5 } });
const UNDO = "POST /api/attendees/update-many/31/undo";

/** A server that undoes the change 31, or answers with `refusal`. */
function serveActivity(refusal?: () => Response) {
  let items = [CHANGE, OLDER];
  return serve({
    "GET /api/users": () => json([SAM]),
    "GET /api/history": () => json({ items, next: null }),
    [UNDO]: () => {
      if (refusal) return refusal();
      const undone = entry(4, { action: "attendee.update_undone", after: { updated: 12 } });
      items = [undone, { ...CHANGE, undoId: null }, OLDER];
      return json({ restored: 12 });
    },
  });
}

const row = async (text: RegExp) => (await screen.findByText(text)).closest("li") as HTMLElement;
const undoButtons = () => within(screen.getByRole("main")).queryAllByRole("button", { name: "Undo" });

describe("a change of many", () => {
  test("2.activity.1090 can be undone at its entry; then the button goes and the list has the undo", async () => {
    const calls = serveActivity();
    const { user } = openApp("/activity", { as: SAM });
    const changed = await row(/set the table to 9 for 12 guests/);
    expect(undoButtons()).toHaveLength(1);
    const button = within(changed).getByRole("button", { name: "Undo" });
    expect(button).toHaveAccessibleDescription(/set the table to 9 for 12 guests/);
    await user.click(button);
    expect(await row(/undid a change of 12 guests/)).toBeVisible();
    expect(undoButtons()).toEqual([]);
    expect(toastRegion()).toHaveTextContent("12 attendees changed back");
    expect(changed).toHaveFocus();
    expect(calls.filter(({ path }) => path.endsWith("/undo"))).toHaveLength(1);
  });

  test("2.activity.1090 a refused undo says why", async () => {
    serveActivity(() => problem(409, "edited_since", "1 of these attendees was edited since."));
    const { user } = openApp("/activity", { as: SAM });
    await user.click(within(await row(/for 12 guests/)).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 of these attendees was edited since."));
    expect(toastRegion()).toHaveTextContent("Nothing was undone");
  });
});
