import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setStreamState } from "@/api/live/live-state";
import { shownToast } from "@/components/ui/toast-store";
import { dropAnswered } from "@/features/door/outbox/answered";
import { readRecords } from "@/features/door/outbox/database";
import { saveScan, saveVerdict, undoCheckIn } from "@/features/door/outbox/outbox";
import { findRecord } from "@/features/door/outbox/record-cache";
import { sendNow } from "@/features/door/outbox/sender-status";
import { SignInNotice } from "@/features/door/ui/door-notices";
import { beginSession, expireSession, signOut } from "@/features/users/sign-in/session";
import { attendeeNamed, OLIVE, SAM } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { newScan } from "@/testing/outbox";
import { type Call, json, page, problem, serve } from "@/testing/server";
import "@/pages/home-page";
import "@/pages/auth-page";

const ADA = attendeeNamed("Ada Byron", { id: 3, attended: true, attendedAt: "2026-11-28T19:42:00.000Z" });

async function keepLetIn(key: string, userId = OLIVE.id) {
  await saveScan(newScan(key, { userId }));
  await saveVerdict(key, { shown: "admitted", certainty: "list", asOf: 1 });
}

let answers: ((call: Call) => Response)[] = [];
/** A server that says the same of each record of a batch. */
const scanned =
  (outcome: "admitted" | "already" | "marked_absent", conflict: string | null = null) =>
  (call: Call) => {
    const { items } = call.body as { items: { key: string }[] };
    const { attendedAt } = ADA;
    const rest = {
      attendeeId: ADA.id,
      attendedAt,
      checkedInBy: null,
      detail: null,
      eventDate: null,
      conflict,
    };
    return json({ now: 1, items: items.map(({ key }) => ({ key, outcome, ...rest })) });
  };
const down = () => problem(503, "being_restored", "Wait");

beforeEach(() => {
  answers = [];
  setStreamState("open");
});

const serveAll = () =>
  serve({
    "GET /api/events": () => json([]),
    "GET /api/attendees": () => page([], { total: 0 }),
    "POST /api/door/scans": (call) => (answers.shift() ?? down)(call),
  });
const isSettled = (key: string) => waitFor(() => expect(findRecord(key)?.result).toBeTruthy());

test("4.outbox.11, 8.toast.3 whatever page is open, what an outage left is sent, and told once", async () => {
  await keepLetIn("a");
  await keepLetIn("b");
  answers = [down];
  const calls = serveAll();
  openApp("/", { as: OLIVE });
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith("/scans"))).toHaveLength(1));
  answers = [scanned("admitted")];
  act(() => setStreamState("cut"));
  act(() => setStreamState("open"));
  await isSettled("b");
  await waitFor(() => expect(shownToast()?.title).toBe("2 check-ins sent"));
  expect(shownToast()?.description).toBeUndefined();
});

test("8.toast.3 undos are told as such", async () => {
  await keepLetIn("a");
  answers = [scanned("admitted")];
  serveAll();
  openApp("/", { as: OLIVE });
  await waitFor(() => expect(shownToast()?.title).toBe("1 check-in sent"));
  answers = [scanned("marked_absent")];
  await undoCheckIn("a");
  sendNow();
  await waitFor(() => expect(shownToast()?.title).toBe("1 undone check-in sent"));
  await keepLetIn("b");
  await keepLetIn("c");
  await undoCheckIn("c");
  answers = [scanned("admitted")];
  sendNow();
  await waitFor(() => expect(shownToast()?.title).toBe("2 check-ins and 1 undone check-in sent"));
});

test("8.toast.3 one is one, and the number that needs review is beneath", async () => {
  await keepLetIn("a");
  answers = [scanned("already")];
  serveAll();
  openApp("/", { as: OLIVE });
  await waitFor(() =>
    expect(shownToast()).toMatchObject({ title: "1 check-in sent", description: "1 check-in needs review" }),
  );
  expect(screen.getByRole("link", { name: "Open conflicts" })).toHaveAttribute("href", "/conflicts");
});

test("4.outbox.14 what waits for a sign-in is sent after it", async () => {
  await keepLetIn("a");
  answers = [() => problem(401, "not_signed_in", "Sign in first")];
  serveAll();
  const { unmount } = openApp("/auth");
  await screen.findByRole("heading", { name: "Sign in" });
  await waitFor(() => expect(answers).toEqual([]));
  unmount();
  answers = [scanned("admitted")];
  openApp("/", { as: OLIVE });
  await isSettled("a");
});

test("2.scan.39 'Sign in to send' stands where the server refuses, for as long as it does", async () => {
  await keepLetIn("a");
  await keepLetIn("b");
  await keepLetIn("c", SAM.id);
  let isTaken = false;
  serve({
    "GET /api/events": () => json([]),
    "GET /api/attendees": () => page([], { total: 0 }),
    "POST /api/door/scans": (call) =>
      isTaken || (call.body as { scannedBy: number }).scannedBy === SAM.id
        ? scanned("admitted")(call)
        : problem(403, "not_you", "No"),
  });
  openApp("/", { as: SAM });
  const onSignIn = vi.fn();
  const { rerender } = render(<SignInNotice onSignIn={onSignIn} />);
  expect(await screen.findByText("Sign in to send 2 check-ins")).toBeVisible();
  // 2.pass.297: a helper has no account.
  rerender(<SignInNotice onSignIn={null} />);
  expect(screen.queryByText("Sign in to send 2 check-ins")).toBeNull();
  rerender(<SignInNotice onSignIn={onSignIn} />);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(onSignIn).toHaveBeenCalledOnce();
  isTaken = true;
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.queryByText(/Sign in to send/)).toBeNull());
});

test("4.outbox.23 leaving any page asks first while a let-in is neither saved nor answered", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const asksBeforeLeaving = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  answers = [down];
  const calls = serveAll();
  openApp("/", { as: OLIVE });
  await keepLetIn("a");
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/scans"))).toBe(true));
  expect(asksBeforeLeaving()).toBe(false);
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("No space", "QuotaExceededError");
  });
  await keepLetIn("b").catch(() => {});
  await saveVerdict("b", { shown: "admitted", certainty: "list", asOf: 1 }).catch(() => {});
  expect(asksBeforeLeaving()).toBe(true);
  answers = [scanned("admitted")];
  act(() => setStreamState("cut"));
  act(() => setStreamState("open"));
  await isSettled("b");
  expect(asksBeforeLeaving()).toBe(false);
  put.mockRestore();
});

test.each([
  ["4.outbox.8 an expired session keeps what the server confirmed: it may be restored", expireSession, ["a"]],
  ["4.outbox.521 a sign-out deletes what the server confirmed", signOut, []],
])("%s", async (_what, endSession, kept) => {
  serveAll();
  beginSession(OLIVE);
  endSession();
  await keepLetIn("a");
  answers = [scanned("admitted")];
  openApp("/auth");
  await isSettled("a");
  await dropAnswered();
  expect((await readRecords()).map(({ key }) => key)).toEqual(kept);
});
