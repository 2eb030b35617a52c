import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
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
    [UNDO]: async () => {
      // The question closes meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (refusal) return refusal();
      const undone = entry(4, { action: "attendee.update_undone", after: { updated: 12 } });
      items = [undone, { ...CHANGE, undoId: null }, OLDER];
      return json({ restored: 12, amountChangeCents: 0 });
    },
  });
}

const row = async (text: RegExp) => (await screen.findByText(text)).closest("li") as HTMLElement;
const undoButtons = () => within(screen.getByRole("main")).queryAllByRole("button", { name: "Undo" });

const confirm = async (user: ReturnType<typeof openApp>["user"]) =>
  user.click(
    within(screen.getByRole("dialog", { name: "Undo this change" })).getByRole("button", {
      name: "Undo change",
    }),
  );

describe("a change of many", () => {
  test("2.activity.1090 can be undone at its entry; then the button goes and the list has the undo", async () => {
    const calls = serveActivity();
    const { user } = openApp("/activity", { as: SAM });
    const changed = await row(/set the table to 9 for 12 guests/);
    expect(undoButtons()).toHaveLength(1);
    const button = within(changed).getByRole("button", { name: "Undo" });
    expect(button).toHaveAccessibleDescription(/set the table to 9 for 12 guests/);
    await user.click(button);
    expect(calls.filter(({ path }) => path.endsWith("/undo"))).toEqual([]);
    const question = screen.getByRole("dialog", { name: "Undo this change" });
    expect(within(question).getByText(/set the table to 9 for 12 guests/)).toBeVisible();
    await confirm(user);
    expect(await row(/undid a change of 12 guests/)).toBeVisible();
    expect(undoButtons()).toEqual([]);
    expect(toastRegion()).toHaveTextContent("12 attendees changed back");
    expect(changed).toHaveFocus();
    expect(calls.filter(({ path }) => path.endsWith("/undo"))).toHaveLength(1);
  });

  test.each([
    ["for good: the button goes", "edited_since", 0],
    ["for now: the button stays", "import_running", 1],
  ])("2.activity.1090, 2.activity.1105 a refused undo says why; %s", async (_name, code, buttons) => {
    serveActivity(() => problem(409, code, "Ada Byron was edited since."));
    const { user } = openApp("/activity", { as: SAM });
    const changed = await row(/for 12 guests/);
    await user.click(within(changed).getByRole("button", { name: "Undo" }));
    await confirm(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Ada Byron was edited since."));
    expect(toastRegion()).toHaveTextContent("Nothing was undone");
    await waitFor(() => expect(undoButtons()).toHaveLength(buttons));
    expect(changed).toHaveFocus();
  });
});

describe("an import", () => {
  const DELETE = "DELETE /api/imports/31";
  const started = (undoId: number | null) =>
    entry(3, {
      action: "import.started",
      subject: { id: 31, name: "guests.csv", isThere: false },
      after: { fileName: "guests.csv", imported: 12 },
      undoId,
    });

  /** A server that undoes the import 31, or answers with `refusal`. */
  function serveImport(refusal?: () => Response) {
    let items = [started(31)];
    return serve({
      "GET /api/users": () => json([SAM]),
      "GET /api/history": () => json({ items, next: null }),
      [DELETE]: async () => {
        // The question closes meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 20));
        const undone = entry(4, { action: "import.undone", subject: started(null).subject, after: null });
        items = refusal ? [started(null)] : [undone, started(null)];
        return refusal?.() ?? json({ id: 31, state: "undone", imported: 12 });
      },
    });
  }

  async function undoImport() {
    const { user } = openApp("/activity", { as: SAM });
    const imported = await row(/imported 12 guests from 'guests.csv'/);
    const button = within(imported).getByRole("button", { name: "Undo" });
    expect(button).toHaveAccessibleDescription(/imported 12 guests/);
    await user.click(button);
    const question = screen.getByRole("dialog", { name: "Undo import" });
    expect(question).toHaveTextContent("12 attendees came from guests.csv. All of them");
    return { user, imported, question };
  }

  test("2.activity.1091 can be undone at its entry, after a question", async () => {
    const calls = serveImport();
    const { user, imported, question } = await undoImport();
    expect(calls.filter(({ method }) => method === "DELETE")).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Undo import" }));
    expect(await row(/undid the import of 'guests.csv'/)).toBeVisible();
    expect(undoButtons()).toEqual([]);
    expect(toastRegion()).toHaveTextContent("Import undone");
    expect(imported).toHaveFocus();
    expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  test("2.activity.1091 an import that was used meanwhile says so, and loses the button", async () => {
    serveImport(() => problem(409, "import_used", "In use"));
    const { user, question } = await undoImport();
    await user.click(within(question).getByRole("button", { name: "Undo import" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("This import can no longer be undone"));
    await waitFor(() => expect(undoButtons()).toEqual([]));
  });
});

describe("deletions of guests", () => {
  const GALA = { id: 7, name: "Spring Gala", isThere: true };
  const deleted = (id: number, minute: number, facts: Partial<HistoryEntry> = {}) =>
    entry(id, {
      action: "attendee.deleted",
      at: `2026-11-20T18:${String(minute).padStart(2, "0")}:00.000Z`,
      subject: { id, name: `INV-${id}`, isThere: false },
      event: GALA,
      after: null,
      ...facts,
    });

  async function openWith(items: HistoryEntry[], more: HistoryEntry[] = []) {
    const onFirst = { items, next: more.length > 0 ? "more" : null };
    serve({
      "GET /api/users": () => json([SAM]),
      "GET /api/history": ({ query }) => json(query.after ? { items: more, next: null } : onFirst),
    });
    const { user } = openApp("/activity", { as: SAM });
    await screen.findAllByText(/deleted/);
    return user;
  }
  const group = () => screen.getByText(/deleted [\d,]+ guests/).closest("details") as HTMLDetailsElement;

  test("2.activity.1180 of one person and event, neighbours within 10 minutes, are one line that opens to each", async () => {
    await openWith([deleted(103, 20), deleted(102, 10), deleted(101, 0), CHANGE]);
    expect(group()).not.toHaveAttribute("open");
    const summary = group().querySelector("summary") as HTMLElement;
    expect(summary).toHaveTextContent(`${SAM.fullName} deleted 3 guests of Spring Gala`);
    expect(within(summary).queryByRole("link")).toBeNull();
    const lines = within(group()).getAllByText(/deleted the guest 'INV-10\d'/);
    expect(lines).toHaveLength(3);
    expect(lines.every((line) => line !== null && !summary.contains(line))).toBe(true);
    expect(await row(/for 12 guests/)).not.toContainElement(group());
  });

  const OTHER = { id: 99, fullName: "Nora" };
  test.each<[string, HistoryEntry[]]>([
    ["only two", [deleted(103, 20), deleted(102, 20)]],
    ["more than 10 minutes apart", [deleted(103, 22), deleted(102, 11), deleted(101, 0)]],
    ["of another person", [deleted(103, 2), deleted(102, 1, { person: OTHER }), deleted(101, 0)]],
    ["of another event", [deleted(103, 2), deleted(102, 1, { event: { ...GALA, id: 8 } }), deleted(101, 0)]],
    ["with another entry between", [deleted(103, 2), deleted(102, 1), CHANGE, deleted(101, 0)]],
  ])("2.activity.1180 %s are not grouped", async (_name, items) => {
    await openWith(items);
    expect(screen.queryByText(/deleted [\d,]+ guests/)).toBeNull();
    expect(screen.getAllByText(/deleted the guest/)).toHaveLength(
      items.length - (items.includes(CHANGE) ? 1 : 0),
    );
  });

  test("2.activity.1180 the line grows with the list, and stays open", async () => {
    let reachEnd = () => {};
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
          reachEnd = () => seen([{ isIntersecting: true }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    const user = await openWith(
      [deleted(213, 20), deleted(212, 20), deleted(211, 20)],
      [deleted(210, 19), deleted(209, 19)],
    );
    await user.click(screen.getByText(/deleted 3 guests/));
    expect(group()).toHaveAttribute("open");
    reachEnd();
    expect(await screen.findByText(/deleted 5 guests/)).toBeVisible();
    expect(group()).toHaveAttribute("open");
  });
});
