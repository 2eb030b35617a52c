import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { doorListKey } from "@/features/door/guest-list/api";
import type { DoorList } from "@/features/door/guest-list/list-store";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { ArrivedCount } from "@/features/door/ui/arrived-count";

/** The door's list of an event with room for ten, as it is told anew each time. */
function showCount(capacity: number | null | undefined, exits: Partial<DoorList["event"]> = {}) {
  const client = createQueryClient(() => {});
  const bell = { unlock: vi.fn(), ring: vi.fn(), close: vi.fn() };
  const tell = (arrived: number) =>
    act(async () => {
      client.setQueryData(doorListKey(7), {
        list: {
          event: { id: 7, name: "Gala", date: "2099-12-30", time: null, capacity, ...exits },
          asOf: 1000,
          etag: null,
          tickets: DoorTickets.of(
            Array.from({ length: 12 }, (_, at) => [
              `${at}`.padStart(22, "A"),
              at + 1,
              "",
              1,
              "paid",
              0,
              `${at}`,
              at < arrived ? 100 : null,
              null,
            ]),
          ),
        },
        isSaved: true,
        isCurrent: true,
      });
      // The cache tells of it in its own time.
      await new Promise((told) => setTimeout(told));
    });
  render(
    <QueryClientProvider client={client}>
      <ArrivedCount eventId={7} checkInList={null} bell={bell} />
    </QueryClientProvider>,
  );
  return { tell, bell };
}

test("2.scan.330, 2.scan.1102 the stage counts against the capacity: amber, then red with one sound, and no more", async () => {
  const { tell, bell } = showCount(10);
  await tell(8);
  expect(screen.getByText("Arrived 8 of 12 · capacity 10")).toBeVisible();
  expect(screen.queryByText(/full/i)).toBeNull();
  await tell(9);
  expect(screen.getByText("Nearly full · Arrived 9 of 12 · capacity 10")).toBeVisible();
  expect(bell.ring).not.toHaveBeenCalled();
  await tell(10);
  expect(screen.getByText("Full · Arrived 10 of 12 · capacity 10")).toBeVisible();
  await tell(9);
  await tell(11);
  expect(bell.ring.mock.calls).toEqual([["full"]]);
});

test("2.scan.330, 2.scan.1102 an event that is full already makes no sound as the door opens", async () => {
  const { tell, bell } = showCount(10);
  await tell(10);
  await tell(12);
  expect(screen.getByText("Full, 2 over · Arrived 12 of 12 · capacity 10")).toBeVisible();
  expect(bell.ring).not.toHaveBeenCalled();
});

test.each([null, undefined])("2.scan.42 with no capacity (%s) it is the count alone", async (capacity) => {
  const { tell } = showCount(capacity);
  await tell(10);
  expect(screen.getByText("Arrived 10 of 12")).toBeVisible();
  expect(screen.queryByText(/full/i)).toBeNull();
});

test("2.exit.3, 2.exit.5 where exits are counted it leads with the people inside, without those who left unscanned", async () => {
  const kept = { key: "k", eventId: 7, change: 1, at: 1, userId: 1, device: null };
  localStorage.setItem(
    "doorlist.door.leavers",
    JSON.stringify([kept, { ...kept, key: "other", eventId: 8 }]),
  );
  const { tell, bell } = showCount(10, { countsExits: true, leavers: 2 });
  await tell(12);
  expect(screen.getByText("Nearly full · Inside 9 · capacity 10 · Arrived 12 of 12")).toBeVisible();
  await tell(2);
  expect(screen.getByText("Inside 0 · capacity 10 · Arrived 2 of 12")).toBeVisible();
  expect(bell.ring).not.toHaveBeenCalled();
  localStorage.removeItem("doorlist.door.leavers");
});
