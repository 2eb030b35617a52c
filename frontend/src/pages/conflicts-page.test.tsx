import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Conflict, LoggedStep } from "@/api/types";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { type Call, json, page, problem, serve } from "@/testing/server";

const STEP: LoggedStep = {
  at: "2026-11-28T19:02:00.000Z",
  receivedAt: "2026-11-28T19:20:00.000Z",
  person: { id: OLIVE.id, fullName: OLIVE.fullName },
  helper: null,
  device: "Gate B",
  outcome: "let_in_offline",
  shown: "admitted",
  certainty: "list",
  listAsOf: "2026-11-28T18:50:00.000Z",
  isTimeUnsure: true,
  isCause: true,
};
const ONLINE: LoggedStep = {
  ...STEP,
  at: "2026-11-28T19:05:00.000Z",
  receivedAt: null,
  person: { id: SAM.id, fullName: SAM.fullName },
  helper: null,
  device: "Gate A",
  outcome: "admitted",
  shown: null,
  certainty: null,
  listAsOf: null,
  isTimeUnsure: false,
};
const UNDONE: LoggedStep = {
  ...ONLINE,
  at: "2026-11-28T19:06:00.000Z",
  outcome: "marked_absent",
  isCause: false,
};

const ADA: Conflict = {
  id: 42,
  kind: "twice",
  event: { id: GALA.id, name: GALA.name, date: GALA.date },
  attendee: { id: 5, fullName: "Ada Byron", tableNumber: 12 },
  named: null,
  count: 1,
  device: null,
  person: null,
  helper: null,
  state: "open",
  note: null,
  decidedBy: null,
  decidedAt: null,
  version: 3,
  at: ONLINE.at,
  timeline: [STEP, ONLINE, UNDONE],
  stepsLeftOff: 0,
};
const aConflict = (id: number, facts: Partial<Conflict> = {}): Conflict => ({
  ...ADA,
  id,
  attendee: { id: 1000 + id, fullName: `Guest ${id}`, tableNumber: 1 },
  ...facts,
});

/** A server with these conflicts, in pages; it decides as the real one does. */
function serveConflicts(conflicts: Conflict[], routes: Parameters<typeof serve>[0] = {}) {
  const held = [...conflicts];
  const decide = (id: number) => (call: Call) => {
    const at = held.findIndex((conflict) => conflict.id === id);
    const found = held[at];
    const { state, note, version } = call.body as {
      state: Conflict["state"];
      note?: string;
      version: number;
    };
    if (!found) return problem(404, "conflict_not_found", "This conflict resolved itself.");
    if (found.version !== version)
      return problem(409, "version_conflict", "Changed meanwhile", { current: found });
    const decided: Conflict = {
      ...found,
      state,
      note: note ?? found.note,
      version: version + 1,
      decidedBy: state === "open" ? null : { id: OLIVE.id, fullName: OLIVE.fullName },
      decidedAt: state === "open" ? null : "2026-11-28T20:00:00.000Z",
    };
    held[at] = decided;
    return json(decided);
  };
  const calls = serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/door/conflicts": ({ query }) => {
      const inOrder = [...held].sort((a, b) => Number(b.state === "open") - Number(a.state === "open"));
      const found = inOrder.filter(({ state }) => !query.state || state === query.state);
      const from = Number(query.after ?? 0);
      const end = from + Number(query.limit);
      const next = end < found.length ? String(end) : null;
      return json({
        items: found.slice(from, end),
        next,
        open: held.filter(({ state }) => state === "open").length,
      });
    },
    ...Object.fromEntries(conflicts.map(({ id }) => [`PATCH /api/door/conflicts/${id}`, decide(id)])),
    ...routes,
  });
  return { calls, held };
}

const open = (url = "/conflicts") => openApp(url, { as: OLIVE });
const rowOf = async (name: string) =>
  (await screen.findByRole("button", { name: new RegExp(name) })).closest("li") as HTMLElement;
const patches = (calls: Call[]) => calls.filter(({ method }) => method === "PATCH");

describe("the list", () => {
  test("2.conflicts.1 a row has guest, kind, event, and both doors with people and times", async () => {
    serveConflicts([ADA, aConflict(43, { state: "kept" })]);
    open();
    const ada = await rowOf("Ada Byron");
    expect(ada).toHaveTextContent("Let in twice · Midwinter Gala");
    expect(ada).toHaveTextContent(/\d\d:02Gate B, Olive Organizer/);
    expect(ada).toHaveTextContent(/\d\d:05Gate A, Sam Superadmin/);
    expect(within(ada).getByRole("checkbox", { name: "Select Ada Byron" })).toBeVisible();
    expect(screen.getByText("1 open")).toBeVisible();
    const closed = await rowOf("Guest 43");
    expect(closed).toHaveTextContent("Two people entered");
    expect(within(closed).queryByRole("checkbox")).toBeNull();
  });

  test.each([
    ["twice", "Let in twice"],
    ["turned_away", "Turned away with a valid ticket"],
    ["not_on_list", "Let in without being on the list"],
    ["cancelled", "Let in with a cancelled ticket"],
    ["other_event", "Let in with a ticket of another event"],
    ["revoked_device", "Let in by a removed device"],
    ["missing", "Check-ins of a device are missing"],
  ] as const)("4.conflict.4 %s reads '%s'", async (kind, words) => {
    serveConflicts([aConflict(1, { kind })]);
    open();
    expect(await rowOf("Guest 1")).toHaveTextContent(words);
  });

  test("7.conflict.516 a ticket that is nobody's, a deleted guest and a device have names too", async () => {
    const nobody = { attendee: null, event: null };
    serveConflicts([
      aConflict(1, { kind: "not_on_list", named: `sha256:${"a".repeat(43)}`, ...nobody }),
      aConflict(2, { kind: "not_on_list", named: "HELLO", ...nobody }),
      aConflict(3, nobody),
      aConflict(4, { kind: "missing", device: "Gate C", person: STEP.person, timeline: [], ...nobody }),
      aConflict(5, {
        kind: "missing",
        device: "Hall",
        person: STEP.person,
        helper: "Kim",
        timeline: [],
        ...nobody,
      }),
    ]);
    open();
    for (const name of ["Ticket without a name", "Ticket 'HELLO'", "Deleted guest"])
      expect(await rowOf(name)).toHaveTextContent("No event, or a deleted one");
    expect(await rowOf("Gate C")).toHaveTextContent("Gate C, Olive Organizer");
    expect(await rowOf("Hall")).toHaveTextContent("Hall, Kim (pass of Olive Organizer)");
  });

  test("2.conflicts.570 the check-ins of an ended access are one row with their number, and each guest by name", async () => {
    const uncounted = { ...STEP, outcome: "not_counted", isTimeUnsure: false } as const;
    const guest = (id: number, fullName: string) => ({
      ...uncounted,
      attendee: { id, fullName, tableNumber: id },
    });
    const device = { kind: "revoked_device", device: "Gate C", person: STEP.person, helper: "Kim" } as const;
    const timeline = [guest(4, "Grace Hopper"), guest(6, "Alan Turing"), uncounted];
    serveConflicts([aConflict(1, { ...device, attendee: null, count: 1200, timeline, stepsLeftOff: 1197 })]);
    const { user } = open();
    const row = await rowOf("Gate C");
    expect(row).toHaveTextContent("1,200 let in by a removed device");
    expect(row).toHaveTextContent("and 1,199 more");
    await user.click(within(row).getByRole("button"));
    const dialog = await screen.findByRole("dialog", { name: "Gate C" });
    expect(dialog).toHaveTextContent("Gate C, Kim (pass of Olive Organizer)");
    for (const name of ["Grace Hopper · Table 4", "Alan Turing · Table 6"])
      expect(within(dialog).getByText(name)).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Extra people entered" })).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "No extra people" })).toBeVisible();
  });

  test("2.conflicts.2 event and state are asked of the server and stand in the address", async () => {
    const { calls } = serveConflicts([ADA, aConflict(43, { state: "kept" })]);
    const { user } = open("/conflicts?state=nonsense");
    await rowOf("Ada Byron");
    await user.selectOptions(screen.getByLabelText("Event"), "7");
    await user.selectOptions(screen.getByLabelText("Show"), "Extra people entered");
    await waitFor(() => expect(window.location.search).toBe("?eventId=7&state=kept"));
    await rowOf("Guest 43");
    expect(calls.at(-1)?.query).toMatchObject({ eventId: "7", state: "kept" });
    await waitFor(() => expect(screen.queryByText("Ada Byron")).toBeNull());
  });

  test("2.conflicts.9 where there is none it says so", async () => {
    serveConflicts([]);
    const { unmount } = open();
    expect(await screen.findByText("No conflicts")).toBeVisible();
    unmount();
    serveConflicts([ADA]);
    const { user } = open("/conflicts?state=dismissed");
    await user.click(await screen.findByRole("button", { name: "Show all" }));
    await rowOf("Ada Byron");
  });

  test("what cannot be read says so and is asked for again", async () => {
    let isDown = true;
    serveConflicts([ADA], {
      "GET /api/door/conflicts": () =>
        isDown ? new Response("", { status: 503 }) : json({ items: [ADA], next: null, open: 1 }),
    });
    const { user } = open();
    await screen.findByText("The conflicts could not be loaded");
    isDown = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await rowOf("Ada Byron");
  });

  test("2.conflicts.8 of five hundred only those near the screen are drawn", async () => {
    serveConflicts(Array.from({ length: 500 }, (_, id) => aConflict(id + 1)));
    const { user } = open();
    await rowOf("Guest 1,|Guest 1 |Guest 1$|Guest 1Let");
    await user.click(screen.getByRole("checkbox", { name: "Select all open" }));
    expect(await screen.findByText("500 selected")).toBeVisible();
    const list = screen.getByRole("list", { name: "Conflicts" });
    expect(within(list).getAllByRole("listitem").length).toBeLessThan(60);
    expect(within(list).getAllByRole("listitem")[0]).toHaveAttribute("aria-setsize", "500");
  });
});

describe("one conflict", () => {
  const openAda = async (state: Partial<Conflict> = {}, routes = {}) => {
    const served = serveConflicts([{ ...ADA, ...state }], routes);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: /Ada Byron/ }));
    return { ...served, user, dialog: await screen.findByRole("dialog", { name: "Ada Byron" }) };
  };

  test("2.conflicts.3 shows everything in the order of door time, with how sure each was", async () => {
    const { dialog } = await openAda();
    expect(dialog).toHaveTextContent("Table 12 · Midwinter Gala");
    const steps = within(dialog).getAllByRole("listitem");
    expect(steps).toHaveLength(3);
    expect(steps[0]).toHaveTextContent(/:02Let in without the serverGate B, Olive Organizer/);
    expect(steps[0]).toHaveTextContent(/By the guest list of \d\d:50\. Sent later, at \d\d:20\. Time unsure/);
    expect(steps[1]).toHaveTextContent(/:05Let inGate A, Sam SuperadminDecided by the server/);
    expect(steps[2]).toHaveTextContent(/:06Check-in undone/);
  });

  test("2.conflicts.900 a step at a check-in list names it", async () => {
    const list = { id: 11, name: "Backstage" };
    const unknown = { ...STEP, outcome: "unknown" as const, list };
    const { dialog } = await openAda({
      timeline: [{ ...STEP, list }, unknown, { ...ONLINE, outcome: "wrong_ticket_type", list }],
    });
    const [step, refused, wrong] = within(dialog).getAllByRole("listitem");
    expect(step).toHaveTextContent("Let in without the server at BackstageGate B, Olive Organizer");
    expect(refused).toHaveTextContent("Let in by the door at Backstage; the server knows no such ticket");
    expect(wrong).toHaveTextContent("Refused: wrong ticket type at Backstage");
  });

  test("2.conflicts.4, 4.conflict.2 'Two people entered' closes it as kept, with the note", async () => {
    const { calls, user, dialog } = await openAda();
    await user.click(within(dialog).getByRole("button", { name: "Add a note" }));
    await user.type(within(dialog).getByLabelText("Note"), "Twins");
    await user.click(within(dialog).getByRole("button", { name: "Two people entered" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(patches(calls)[0]?.body).toEqual({ state: "kept", note: "Twins", version: 3 });
    expect(await rowOf("Ada Byron")).toHaveTextContent("Two people entered");
    expect(await screen.findByText("0 open")).toBeVisible();
  });

  test("2.conflicts.4 a late response closes no other conflict", async () => {
    let answer: (response: Response) => void = () => {};
    serveConflicts([ADA, aConflict(2)], {
      [`PATCH /api/door/conflicts/${ADA.id}`]: () => new Promise<Response>((resolve) => (answer = resolve)),
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: /Ada Byron/ }));
    await user.click(await screen.findByRole("button", { name: "One person" }));
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: /Guest 2/ }));
    const other = await screen.findByRole("dialog", { name: "Guest 2" });
    await user.click(within(other).getByRole("button", { name: "Add a note" }));
    await user.type(within(other).getByLabelText("Note"), "Twins");
    answer(json({ ...ADA, state: "dismissed", version: 4 }));
    await waitFor(() => expect(screen.getByRole("region", { name: /^Messages/ })).toBeInTheDocument());
    await new Promise((done) => setTimeout(done, 300));
    expect(within(other).getByLabelText("Note")).toHaveValue("Twins");
  });

  test("4.conflict.2 'One person' closes it as dismissed", async () => {
    const { calls, user, dialog } = await openAda();
    await user.click(within(dialog).getByRole("button", { name: "One person" }));
    await waitFor(() => expect(patches(calls)[0]?.body).toMatchObject({ state: "dismissed" }));
  });

  test("2.conflicts.4 where nobody entered there is one way to close it", async () => {
    const { calls, user, dialog } = await openAda({ kind: "turned_away" });
    expect(within(dialog).queryByRole("button", { name: /entered|person/ })).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(patches(calls)[0]?.body).toMatchObject({ state: "dismissed" }));
  });

  test("2.conflicts.5 a closed one says by whom, when and how, and is opened again", async () => {
    const closed = {
      state: "kept",
      note: "Twins",
      decidedBy: { id: 2, fullName: "Sam Superadmin" },
      decidedAt: "2026-11-28T20:00:00.000Z",
    } as const;
    const { calls, user, dialog } = await openAda(closed);
    expect(dialog).toHaveTextContent(
      /Closed as 'Two people entered' by Sam Superadmin, 2\d Nov 2026, \d\d:00Twins/,
    );
    await user.click(within(dialog).getByRole("button", { name: "Open again" }));
    await waitFor(() => expect(patches(calls)[0]?.body).toMatchObject({ state: "open", version: 3 }));
    expect(await screen.findByText("1 open")).toBeVisible();
  });

  test("2.conflicts.7 one that changed meanwhile stays as it is and is shown as it is now", async () => {
    const theirs = {
      ...ADA,
      version: 4,
      state: "dismissed" as const,
      decidedBy: { id: 2, fullName: "Sam Superadmin" },
      decidedAt: "2026-11-28T20:00:00.000Z",
    };
    const { user, dialog } = await openAda({}, {
      "PATCH /api/door/conflicts/42": () => problem(409, "version_conflict", "Changed", { current: theirs }),
    } as Parameters<typeof serve>[0]);
    await user.click(within(dialog).getByRole("button", { name: "Two people entered" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("Someone changed this conflict");
  });

  test("2.conflicts.7, 4.conflict.3 one that left the list is shown as it is now, and keeps the note of the other person", async () => {
    const { calls, held } = serveConflicts([ADA]);
    const { user } = open("/conflicts?state=open");
    await user.click(await screen.findByRole("button", { name: /Ada Byron/ }));
    const dialog = await screen.findByRole("dialog", { name: "Ada Byron" });
    await user.click(within(dialog).getByRole("button", { name: "Add a note" }));
    await user.type(within(dialog).getByLabelText("Note"), "Twins");
    held[0] = {
      ...ADA,
      version: 4,
      state: "dismissed",
      note: "Scanned again",
      decidedBy: { id: 2, fullName: "Sam Superadmin" },
      decidedAt: "2026-11-28T20:00:00.000Z",
    };
    await user.click(within(dialog).getByRole("button", { name: "Two people entered" }));
    await screen.findByRole("button", { name: "Show all", hidden: true });
    expect(within(dialog).getByRole("alert")).toHaveTextContent("Someone changed this conflict");
    expect(dialog).toHaveTextContent(/Closed as 'One person' by Sam Superadmin.*Scanned again/);
    await user.click(within(dialog).getByRole("button", { name: "Open again" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(patches(calls).at(-1)?.body).toEqual({ state: "open", version: 4 });
    expect(held[0]).toMatchObject({ state: "open", note: "Scanned again" });
  });

  test("2.conflicts.10 a note that nobody changed is not sent, a cleared one is", async () => {
    const { calls, user, dialog } = await openAda({ note: "Twins" });
    await user.click(within(dialog).getByRole("button", { name: "One person" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(patches(calls)[0]?.body).toEqual({ state: "dismissed", version: 3 });
    await user.click(await screen.findByRole("button", { name: /Ada Byron/ }));
    await user.click(await screen.findByRole("button", { name: "Open again" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(await screen.findByRole("button", { name: /Ada Byron/ }));
    await user.clear(await screen.findByLabelText("Note"));
    await user.click(screen.getByRole("button", { name: "One person" }));
    await waitFor(() =>
      expect(patches(calls)[2]?.body).toEqual({ state: "dismissed", note: "", version: 5 }),
    );
  });

  test("2.conflicts.7 one that is no conflict any longer says so", async () => {
    const { held, user, dialog } = await openAda();
    held.length = 0;
    await user.click(within(dialog).getByRole("button", { name: "One person" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("This conflict resolved itself"));
    expect(await screen.findByText("No conflicts")).toBeVisible();
  });

  test("what could not be closed says so, and the note stays", async () => {
    const { user, dialog } = await openAda({}, {
      "PATCH /api/door/conflicts/42": () => new Response("", { status: 503 }),
    } as Parameters<typeof serve>[0]);
    await user.click(within(dialog).getByRole("button", { name: "Add a note" }));
    await user.type(within(dialog).getByLabelText("Note"), "Twins");
    await user.click(within(dialog).getByRole("button", { name: "One person" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("could not be closed");
    expect(within(dialog).getByLabelText("Note")).toHaveValue("Twins");
  });
});

describe("several at once", () => {
  const select = async (user: ReturnType<typeof open>["user"], ...names: string[]) => {
    for (const name of names)
      await user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
  };

  test("2.conflicts.6 are closed with a PATCH each, and leave the selection", async () => {
    const { calls } = serveConflicts([aConflict(1), aConflict(2), aConflict(3)]);
    const { user } = open();
    await select(user, "Guest 1", "Guest 3");
    await user.click(screen.getByRole("button", { name: "One person" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("2 conflicts closed"));
    expect(patches(calls).map(({ path, body }) => [path.slice(-1), body])).toEqual([
      ["1", { state: "dismissed", version: 3 }],
      ["3", { state: "dismissed", version: 3 }],
    ]);
    expect(await screen.findByText("1 open")).toBeVisible();
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  test("2.conflicts.6 of different kinds have words that fit all, and nobody entered where a guest was turned away", async () => {
    const kinds = [
      aConflict(1),
      aConflict(2, { kind: "not_on_list" }),
      aConflict(3, { kind: "turned_away" }),
    ];
    const { calls } = serveConflicts(kinds);
    const { user } = open();
    await user.click(await screen.findByRole("checkbox", { name: "Select all open" }));
    await user.click(await screen.findByRole("button", { name: "Extra people entered" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("3 conflicts closed"));
    expect(patches(calls).map(({ body }) => (body as Conflict).state)).toEqual(["kept", "kept", "dismissed"]);
  });

  test("2.conflicts.7 those that changed meanwhile stay as they are and selected", async () => {
    const changed = () =>
      problem(409, "version_conflict", "Changed", { current: aConflict(2, { version: 4 }) });
    serveConflicts([aConflict(1), aConflict(2)], { "PATCH /api/door/conflicts/2": changed });
    const { user } = open();
    await select(user, "Guest 1", "Guest 2");
    await user.click(screen.getByRole("button", { name: "Two people entered" }));
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("1 changed meanwhile and was left as it is."),
    );
    expect(screen.getByText("1 selected")).toBeVisible();
  });

  test("a failure stops the rest, and says how far it came", async () => {
    const many = Array.from({ length: 30 }, (_, id) => aConflict(id + 1));
    const { calls } = serveConflicts(many, {
      "PATCH /api/door/conflicts/5": () => new Response("", { status: 503 }),
    });
    const { user } = open();
    await user.click(await screen.findByRole("checkbox", { name: "Select all open" }));
    await user.click(await screen.findByRole("button", { name: "One person" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Some conflicts could not be closed"));
    expect(patches(calls).length).toBeLessThan(12);
  });
});

describe("Home", () => {
  const serveHome = (count: number) =>
    serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees": () => page([], { total: 1 }),
      "GET /api/door/conflicts": () => json({ items: [], next: null, open: count }),
    });

  test("2.home.21 has an entry with the number while any is open, and reads no list for it", async () => {
    const calls = serveHome(12);
    openApp("/", { as: OLIVE });
    expect(await screen.findByRole("link", { name: /Conflicts \(12\)/ })).toHaveAttribute(
      "href",
      "/conflicts",
    );
    expect(calls.find(({ path }) => path === "/api/door/conflicts")?.query).toEqual({ limit: "0" });
  });

  test("2.home.21 has none where none is open", async () => {
    serveHome(0);
    openApp("/", { as: OLIVE });
    await screen.findByRole("link", { name: /Midwinter Gala/ });
    expect(screen.queryByRole("link", { name: /Conflicts/ })).toBeNull();
  });
});
