import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Attendee } from "@/api/types";
import { saveResult, saveScan } from "@/features/door/outbox/outbox";
import { GuestDialog } from "@/features/door/ui/guest/guest-dialog";
import { attendeeNamed, GALA } from "@/testing/cast";
import { eventually } from "@/testing/eventually";
import { newScan } from "@/testing/outbox";
import { json, laterResponse, serve } from "@/testing/server";

const MINUTE_MS = 60_000;
const OWING = { paymentGroup: "owed", paymentStatus: "unpaid", owedCents: 18_000 } as const;

/** The dialog of a guest who was let in here a while ago, as this page knew them then. */
function openGuest(known: Attendee, key = "let-in", listId?: number) {
  const heard = { onUndo: vi.fn(), onUndone: vi.fn(), onRead: vi.fn(), onClose: vi.fn() };
  const scan = {
    key,
    name: known.fullName,
    table: known.tableNumber,
    time: Date.now() - 30 * MINUTE_MS,
    status: "success",
    guest: known,
    isUnconfirmed: false,
    isUndone: false,
    ...(listId === undefined ? {} : { listId }),
  } as const;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <GuestDialog together={[]} scan={scan} eventId={GALA.id} isSignedIn {...heard} />
    </QueryClientProvider>,
  );
  return heard;
}

test("2.scan.40 a guest is marked as paid only once the server has said what they owe", async () => {
  const known = attendeeNamed("Ada Byron", { id: 1, attended: true, ...OWING });
  const read = laterResponse();
  serve({ "GET /api/attendees/1": () => read.response });
  openGuest(known);
  expect(await screen.findByRole("button", { name: "Mark as paid" })).toBeDisabled();
  read.respond(json(known));
  await eventually(() => expect(screen.getByRole("button", { name: "Mark as paid" })).toBeEnabled());
});

test("2.scan.40 what the server says of the guest is told to Recent Scans", async () => {
  const known = attendeeNamed("Ada Byron", { id: 1, attended: true, ...OWING });
  const paid = { ...known, paymentGroup: "paid", paymentStatus: "paid", owedCents: 0 };
  serve({ "GET /api/attendees/1": () => json(paid) });
  const { onRead } = openGuest(known);
  await eventually(() =>
    expect(onRead).toHaveBeenCalledWith(expect.objectContaining({ paymentStatus: "paid" })),
  );
});

test("4.scan.50 a check-in that another door made since is taken back on the server, not this door's own", async () => {
  const key = "6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a01";
  const own = Date.now() - 30 * MINUTE_MS;
  await saveScan(newScan(key, { attendeeId: 1, at: own }), {
    shown: "admitted",
    certainty: "confirmed",
    asOf: null,
  });
  const answered = {
    attendedAt: new Date(own).toISOString(),
    checkedInBy: null,
    detail: null,
    receivedAt: own,
  };
  await saveResult(key, { kind: "admitted", ...answered });
  const again = attendeeNamed("Ada Byron", {
    id: 1,
    attended: true,
    attendedAt: new Date(own + 20 * MINUTE_MS).toISOString(),
  });
  const calls = serve({
    "GET /api/attendees/1": () => json(again),
    "PATCH /api/attendees/1/attendance": () =>
      json({ attendee: { ...again, attended: false, attendedAt: null }, message: "Marked as absent" }),
  });
  const { onUndo, onUndone } = openGuest(again, key);
  await userEvent.click(await screen.findByRole("button", { name: "Undo check-in" }));
  await eventually(() => expect(onUndone).toHaveBeenCalledWith(key));
  expect(onUndo).not.toHaveBeenCalled();
  expect(calls.some(({ method }) => method === "PATCH")).toBe(true);
});

test("2.lists.1 where each check-in counts, an undo takes the last one back, and leaves the line of the earlier", async () => {
  const [earlier, later] = ["6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a03", "6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a04"];
  for (const [key, ago] of [
    [earlier, 20],
    [later, 10],
  ] as const) {
    const scan = newScan(key, { hash: null, attendeeId: 1, at: Date.now() - ago * MINUTE_MS, listId: 5 });
    await saveScan(scan, { shown: "admitted", certainty: "list", asOf: null });
  }
  serve({ "GET /api/attendees/1": () => json(attendeeNamed("Ada Byron", { id: 1, attended: true })) });
  const { onUndo, onUndone } = openGuest(attendeeNamed("Ada Byron", { id: 1 }), earlier, 5);
  await userEvent.click(await screen.findByRole("button", { name: "Undo check-in" }));
  expect(onUndo).toHaveBeenCalledWith(later);
  expect(onUndone).not.toHaveBeenCalled();
});

test("2.exit.7 a guest who left here has the time of it, and an undo of the exit", async () => {
  const key = "6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a07";
  const at = Date.now() - 5 * MINUTE_MS;
  const exit = newScan(key, { attendeeId: 1, at, direction: "out" });
  await saveScan(exit, { shown: "left", certainty: "confirmed", asOf: null });
  const left = attendeeNamed("Ada Byron", {
    id: 1,
    attended: true,
    attendedAt: new Date(at - 60 * MINUTE_MS).toISOString(),
    inside: false,
    leftAt: new Date(at).toISOString(),
  });
  serve({ "GET /api/attendees/1": () => json(left) });
  const { onUndo } = openGuest(left, key);
  expect((await screen.findAllByText("Left")).length).toBe(2);
  await userEvent.click(await screen.findByRole("button", { name: "Undo exit" }));
  expect(onUndo).toHaveBeenCalledWith(key);
});

test("2.lists.1 the check-in at the entrance is no check-in at the list, and is not taken back there", async () => {
  const attendedAt = new Date(Date.now() - 90 * MINUTE_MS).toISOString();
  const arrived = attendeeNamed("Ada Byron", { id: 1, attended: true, attendedAt });
  serve({ "GET /api/attendees/1": () => json(arrived) });
  const { onRead } = openGuest(arrived, "at-dinner", 5);
  await eventually(() => expect(onRead).toHaveBeenCalled());
  expect(screen.queryByRole("button", { name: "Undo check-in" })).toBeNull();
});

test("2.lists.1 this door's own check-in at the list has its time, and an undo", async () => {
  const key = "6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a09";
  const record = newScan(key, { attendeeId: 1, listId: 5, at: Date.now() - 5 * MINUTE_MS });
  await saveScan(record, { shown: "admitted", certainty: "confirmed", asOf: null });
  const known = attendeeNamed("Ada Byron", { id: 1, attended: false });
  serve({ "GET /api/attendees/1": () => json(known) });
  const { onUndo } = openGuest(known, key, 5);
  await userEvent.click(await screen.findByRole("button", { name: "Undo check-in" }));
  expect(onUndo).toHaveBeenCalledWith(key);
});
