import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { setStreamState } from "@/api/live/live-state";
import { createQueryClient } from "@/api/query-client";
import { LivePaused } from "@/components/layout/live-paused";
import { clearGrant, saveGrant } from "@/features/door/access/current-grant";
import { DoorDevices } from "@/features/door/access/door-devices";
import { PendingScansNotice } from "@/features/door/ui/door-notices";
import { GALA } from "@/testing/cast";

afterEach(() => {
  clearGrant();
  setStreamState("open");
  vi.useRealTimers();
});

const wrapped = (element: ReactElement) => (
  <QueryClientProvider client={createQueryClient(() => {})}>{element}</QueryClientProvider>
);

// A screen reader reads out what changes in an element, not the element that comes with its text.
test("2.frame.580 the first pending scan is read out", () => {
  const note = (count: number) => <PendingScansNotice count={count} trying={false} onTryAgain={() => {}} />;
  const { rerender } = render(note(0));
  const status = screen.getByRole("status");
  expect(status).toBeEmptyDOMElement();
  rerender(note(1));
  expect(status).toHaveTextContent("1 scan is not checked in yet");
});

test("2.frame.580 that a door goes on without a session is read out", () => {
  saveGrant({
    id: 1,
    userId: 1,
    fullName: "Olive Organizer",
    eventId: GALA.id,
    eventName: GALA.name,
    eventDate: GALA.date,
    device: "Gate B",
    makesUntil: Date.now() + 3_600_000,
  });
  const door = (isSignedIn: boolean) =>
    wrapped(
      <DoorDevices
        event={GALA}
        isSignedIn={isSignedIn}
        mayRemove={() => false}
        open={false}
        onOpenChange={() => {}}
      />,
    );
  const { rerender } = render(door(true));
  const status = screen.getByRole("status");
  expect(status).toBeEmptyDOMElement();
  rerender(door(false));
  expect(status).toHaveTextContent(/^No one is signed in\. You can keep scanning until/);
});

test("2.frame.580 that a screen no longer follows by itself is read out", () => {
  vi.useFakeTimers();
  render(wrapped(<LivePaused />));
  const status = screen.getByRole("status");
  expect(status).toBeEmptyDOMElement();
  setStreamState("cut");
  act(() => vi.advanceTimersByTime(10_000));
  expect(status).toHaveTextContent("Live updates paused");
});
