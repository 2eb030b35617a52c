import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { noteStream } from "@/api/live/live-state";
import { shownToast } from "@/components/ui/toast-store";
import { keepScan, noteShown, recordWith } from "@/features/checkin/outbox/outbox";
import { SignInNote } from "@/features/checkin/outbox/sign-in-note";
import { attendeeNamed, GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, page, problem, serve } from "@/testing/server";
import "@/pages/home-page";
import "@/pages/auth-page";

const ADA = attendeeNamed("Ada Byron", { id: 3, attended: true, attendedAt: "2026-11-28T19:42:00.000Z" });

async function keepLetIn(key: string, userId = OLIVE.id) {
  await keepScan({
    kind: "check_in",
    key,
    userId,
    grantId: null,
    eventId: GALA.id,
    device: null,
    hash: key.padEnd(43, "A"),
    attendeeId: null,
    text: null,
    at: 1000,
    monotonic: 0,
    clockOffset: null,
    undoes: null,
  });
  await noteShown(key, { shown: "admitted", certainty: "list", asOf: 1 });
}

let answers: (() => Response)[] = [];
const scanned = (alreadyScanned: boolean) => () => json({ alreadyScanned, attendee: ADA, message: "" });
const down = () => problem(503, "being_restored", "Wait");

beforeEach(() => {
  answers = [];
  noteStream("open");
});

const serveAll = () =>
  serve({
    "GET /api/events": () => json([]),
    "GET /api/attendees": () => page([], { total: 0 }),
    "POST /api/attendees/scan": () => (answers.shift() ?? down)(),
  });
const isSettled = (key: string) => waitFor(() => expect(recordWith(key)?.result).toBeTruthy());

test("4.outbox.11, 8.toast.3 whatever page is open, what an outage left is sent, and told once", async () => {
  await keepLetIn("a");
  await keepLetIn("b");
  answers = [down];
  const calls = serveAll();
  openApp("/", { as: OLIVE });
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith("/scan"))).toHaveLength(1));
  answers = [scanned(false), scanned(false)];
  act(() => noteStream("cut"));
  act(() => noteStream("open"));
  await isSettled("b");
  await waitFor(() => expect(shownToast()?.title).toBe("2 check-ins sent"));
  expect(shownToast()?.description).toBeUndefined();
});

test("8.toast.3 one is one, and what needs a look is told with it", async () => {
  await keepLetIn("a");
  answers = [scanned(true)];
  serveAll();
  openApp("/", { as: OLIVE });
  await waitFor(() =>
    expect(shownToast()).toMatchObject({ title: "1 check-in sent", description: "1 check-in needs a look" }),
  );
});

test("4.outbox.14 what waits for a sign-in is sent after it", async () => {
  await keepLetIn("a");
  answers = [() => problem(401, "not_signed_in", "Sign in first")];
  serveAll();
  const { unmount } = openApp("/auth");
  await screen.findByRole("heading", { name: "Sign in" });
  await waitFor(() => expect(answers).toEqual([]));
  unmount();
  answers = [scanned(false)];
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
    "POST /api/attendees/scan": ({ body }) =>
      isTaken || (body as { scannedBy: number }).scannedBy === SAM.id
        ? scanned(false)()
        : problem(403, "not_you", "No"),
  });
  openApp("/", { as: SAM });
  const onSignIn = vi.fn();
  render(<SignInNote onSignIn={onSignIn} />);
  expect(await screen.findByText("Sign in to send 2 check-ins")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(onSignIn).toHaveBeenCalledOnce();
  isTaken = true;
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.queryByText(/Sign in to send/)).toBeNull());
});
