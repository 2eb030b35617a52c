import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { clearGrant, saveGrant } from "@/features/door/access/current-grant";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { saveScan } from "@/features/door/outbox/outbox";
import { RecentScansList } from "@/features/door/ui/recent-scans-list";
import { steadyNow } from "@/lib/clock";
import { attendeeNamed } from "@/testing/cast";
import { newScan } from "@/testing/outbox";

const SCAN = {
  key: "6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a01",
  name: "Ada Byron",
  table: 12,
  time: Date.now(),
  status: "success",
  guest: null,
  isUnconfirmed: false,
  isUndone: false,
} as const;

const guestOfTest = (id: number) => attendeeNamed("Ada Byron", { id, attended: true });

test("4.offline.9 'Undo' is not offered where this device has no record of the check-in", () => {
  render(<RecentScansList scans={[SCAN]} party={[]} isSignedIn onUndo={vi.fn()} onOpen={vi.fn()} />);
  expect(screen.getByRole("listitem")).toHaveTextContent("Checked in");
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("4.offline.520 a check-in that the server has not counted is told so, and cannot be undone", async () => {
  await saveScan(newScan(SCAN.key, { userId: 1, eventId: 7 }));
  render(
    <RecentScansList
      scans={[{ ...SCAN, isRejected: true }]}
      party={[]}
      isSignedIn
      onUndo={vi.fn()}
      onOpen={vi.fn()}
    />,
  );
  const row = screen.getByRole("listitem");
  expect(within(row).getByRole("status")).toHaveTextContent("Not counted");
  expect(row).not.toHaveTextContent("Checked in");
  expect(within(row).queryByRole("button", { name: /^Undo/ })).toBeNull();
});

function List() {
  const [isUndone, setIsUndone] = useState(false);
  return (
    <RecentScansList
      scans={[{ ...SCAN, isUndone }]}
      party={[]}
      isSignedIn
      onUndo={() => setIsUndone(true)}
      onOpen={vi.fn()}
    />
  );
}

test("4.offline.9 'Undo' leaves the focus at its row, and 'Undone' is said", async () => {
  await saveScan(newScan(SCAN.key, { userId: 1, eventId: 7 }));
  const user = userEvent.setup();
  render(<List />);
  const row = screen.getByRole("listitem");
  // It is there before it has anything to say: a region that comes with its words is not read out.
  const status = within(row).getByRole("status");
  expect(status).toBeEmptyDOMElement();
  await user.click(within(row).getByRole("button", { name: "Undo the check-in of Ada Byron" }));
  expect(within(row).queryByRole("button", { name: /^Undo/ })).toBeNull();
  expect(row).toHaveFocus();
  expect(status).toHaveTextContent("Undone");
});

test("2.scan.622 the last of a party offers one undo for all of it", async () => {
  const [first, last] = [SCAN, { ...SCAN, key: "6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a02", name: "Bea" }];
  for (const { key } of [first, last]) await saveScan(newScan(key, { userId: 1, eventId: 7 }));
  const onUndo = vi.fn();
  render(
    <RecentScansList
      scans={[last, first]}
      party={[first.key, last.key]}
      isSignedIn
      onUndo={onUndo}
      onOpen={vi.fn()}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Undo all 2" }));
  expect(onUndo).toHaveBeenCalledWith(first.key, last.key);
});

describe("6.pass.520 on a helper's phone", () => {
  const MINUTE = 60_000;
  const helpers = {
    userId: 1,
    fullName: "Olive",
    helper: "Kim",
    eventId: 7,
    eventName: null,
    eventDate: null,
  };
  const undo = () => screen.queryByRole("button", { name: /^Undo/ });
  afterEach(() => {
    vi.useRealTimers();
    clearGrant();
  });

  test("'Undo' goes after ten minutes by itself, and stays where staff are signed in", async () => {
    await saveScan(newScan(SCAN.key, { userId: 1, eventId: 7 }));
    vi.useFakeTimers();
    const time = steadyNow();
    saveGrant({ id: 4, ...helpers, device: null, makesUntil: Date.now() + 60 * MINUTE });
    const list = (isSignedIn: boolean) => (
      <RecentScansList
        scans={[{ ...SCAN, time }]}
        party={[]}
        isSignedIn={isSignedIn}
        onUndo={vi.fn()}
        onOpen={vi.fn()}
      />
    );
    const { rerender } = render(list(false));
    act(() => void vi.advanceTimersByTime(10 * MINUTE - 1));
    expect(undo()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(undo()).toBeNull();
    rerender(list(true));
    expect(undo()).not.toBeNull();
  });
});

test("2.exit.6 'Undo' is at a guest's last entry or exit alone, and each has its word", async () => {
  const guest = guestOfTest(3);
  const row = (n: number, status: RecentScan["status"], more: Partial<RecentScan> = {}): RecentScan => ({
    ...SCAN,
    key: `6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a1${n}`,
    time: SCAN.time - n * 1000,
    status,
    guest,
    ...more,
  });
  const scans = [
    row(1, "not_inside"),
    row(2, "left"),
    row(3, "already_left"),
    row(4, "success"),
    row(5, "success", { guest: guestOfTest(4), name: "Bea" }),
  ];
  for (const { key } of scans) await saveScan(newScan(key, { userId: 1, eventId: 7 }));
  const onUndo = vi.fn();
  const { rerender } = render(
    <RecentScansList scans={scans} party={[]} isSignedIn onUndo={onUndo} onOpen={vi.fn()} />,
  );
  const rows = screen.getAllByRole("listitem");
  ["Not inside", "Left", "Already left", "Checked in"].forEach((word, at) => {
    expect(rows[at]).toHaveTextContent(word);
  });
  const undos = () => screen.getAllByRole("button", { name: /^Undo/ }).map((button) => button.ariaLabel);
  expect(undos()).toEqual(["Undo the exit of Ada Byron", "Undo the check-in of Bea"]);
  // Without the exit the entry before it is the last one.
  rerender(
    <RecentScansList
      scans={scans.map((scan) => (scan.status === "left" ? { ...scan, isUndone: true } : scan))}
      party={[]}
      isSignedIn
      onUndo={onUndo}
      onOpen={vi.fn()}
    />,
  );
  expect(undos()).toEqual(["Undo the check-in of Ada Byron", "Undo the check-in of Bea"]);
});
