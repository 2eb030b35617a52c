import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import type { Door } from "@/features/door/core/door-state";
import type { Ticket } from "@/features/door/core/scan";
import type { Verdict } from "@/features/door/core/verdict";
import { PartyOffer } from "@/features/door/ui/party/party-offer";
import { now } from "@/lib/clock";
import { attendeeNamed } from "@/testing/cast";
import { json, serve } from "@/testing/server";

const [ROSA, SECOND, THIRD] = [
  attendeeNamed("Rosa", { id: 1, attended: true }),
  attendeeNamed("Rosa (2)", { id: 2 }),
  attendeeNamed("Rosa (3)", { id: 3 }),
];

type DoorPart = Pick<Door, "recent" | "phase" | "shown" | "last">;

const letIn = (sinceMs: number): DoorPart => ({
  recent: [
    {
      key: "k",
      name: "Rosa",
      table: 7,
      time: now() - sinceMs,
      status: "success",
      guest: ROSA,
      isUnconfirmed: false,
      isUndone: false,
    },
  ],
  phase: { kind: "scanning" },
  shown: null,
  last: null,
});

/** A door that decides what it is handed, until `answer` says what came of it. */
function openDoor(first: DoorPart) {
  serve({ "GET /api/attendees/1/party": () => json([SECOND, THIRD]) });
  const picked: (Ticket & { partyOf: string })[] = [];
  let answer: (verdict: Verdict) => void = () => {};
  function Harness() {
    const [door, setDoor] = useState(first);
    const [open, setOpen] = useState(false);
    answer = (verdict) =>
      setDoor({
        ...door,
        phase: { kind: "scanning" },
        shown: { id: picked.length, verdict, scan: null, at: 0, until: null },
      });
    const pick = (ticket: Ticket, partyOf: string) => {
      picked.push({ ...ticket, partyOf });
      const scan = { ...ticket, idempotencyKey: "k", eventId: null, readAt: 0 };
      setDoor({ ...door, phase: { kind: "deciding", scan, until: 0 } });
    };
    return <PartyOffer door={door} isSignedIn open={open} onOpenChange={setOpen} onPick={pick} />;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Harness />
    </QueryClientProvider>,
  );
  return { picked, answer: (verdict: Verdict) => act(() => answer(verdict)) };
}

const offer = () => screen.findByRole("button", { name: "2 more of this party" });

async function letAllIn() {
  await userEvent.click(await offer());
  await userEvent.click(screen.getByRole("checkbox", { name: "All 2" }));
  await userEvent.click(screen.getByRole("button", { name: "Check in 2" }));
}

test("2.scan.620 the others are offered by name and none is ticked: only the ticked ones are let in", async () => {
  const { picked, answer } = openDoor(letIn(0));
  await userEvent.click(await offer());
  const boxes = screen.getAllByRole("checkbox");
  expect(boxes.map((box) => box.closest("label")?.textContent)).toEqual(["All 2", "Rosa (2)", "Rosa (3)"]);
  for (const box of boxes) expect(box).not.toBeChecked();
  expect(screen.getByRole("button", { name: "Check in" })).toBeDisabled();
  await userEvent.click(screen.getByRole("checkbox", { name: "Rosa (3)" }));
  expect(screen.getByRole("checkbox", { name: "All 2" })).toBePartiallyChecked();
  await userEvent.click(screen.getByRole("button", { name: "Check in 1" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  answer({ kind: "admitted", attendee: THIRD });
  expect(picked).toEqual([{ qrData: THIRD.qrCodeData, partyOf: "k" }]);
});

test("2.scan.60 each of the rest is taken once the one before is decided", async () => {
  const { picked, answer } = openDoor(letIn(0));
  await letAllIn();
  expect(picked).toEqual([{ qrData: SECOND.qrCodeData, partyOf: "k" }]);
  answer({ kind: "admitted", attendee: SECOND });
  expect(picked).toEqual([
    { qrData: SECOND.qrCodeData, partyOf: "k" },
    { qrData: THIRD.qrCodeData, partyOf: "k" },
  ]);
  answer({ kind: "admitted", attendee: THIRD });
  expect(picked).toHaveLength(2);
});

test("2.scan.61 after one that nobody decided the rest is not sent", async () => {
  const { picked, answer } = openDoor(letIn(0));
  await letAllIn();
  answer({ kind: "unanswered", title: "Connection Issue", reason: "" });
  expect(picked).toEqual([{ qrData: SECOND.qrCodeData, partyOf: "k" }]);
  expect(await offer()).toBeVisible();
});

test("9.scan.60 a guest of long ago is offered nobody", async () => {
  openDoor(letIn(3 * 60 * 1000));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByRole("button")).toBeNull();
});

test("2.scan.60 who is in already is seen before the next one is taken", async () => {
  const { picked, answer } = openDoor(letIn(0));
  await letAllIn();
  answer({ kind: "already", attendee: SECOND });
  expect(picked).toHaveLength(1);
  answer({ kind: "admitted", attendee: SECOND });
  expect(picked).toHaveLength(2);
});

test("2.scan.60 under what another ticket came to nobody is offered", async () => {
  const other = { qrData: "x", idempotencyKey: "other", eventId: null, readAt: 0 };
  const shown = {
    id: 1,
    verdict: { kind: "failed", reason: "Wait" },
    scan: other,
    at: 0,
    until: null,
  } as const;
  openDoor({ ...letIn(0), shown, last: shown });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByRole("button")).toBeNull();
});
