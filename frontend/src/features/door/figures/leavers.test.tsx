import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { LeaverButtons } from "@/features/door/figures/leaver-buttons";
import { sendLeavers } from "@/features/door/figures/leavers";
import { eventually } from "@/testing/eventually";
import { type Call, json, problem, serve } from "@/testing/server";

let respond: () => Response | Promise<Response>;
let calls: Call[];

beforeEach(() => {
  localStorage.clear();
  respond = () => json({ inside: 3 });
  calls = serve({ "POST /api/door/leavers": () => respond() });
});

const bodies = () => calls.map(({ body }) => body as { key: string; change: number });
const unsent = () => JSON.parse(localStorage.getItem("doorlist.door.leavers") ?? "[]") as object[];

function open(leavers = 0) {
  render(<LeaverButtons eventId={7} leavers={leavers} by={{ userId: 1, device: "Gate B" }} />);
  const user = userEvent.setup();
  const press = (name: RegExp) => user.click(screen.getByRole("button", { name }));
  return { more: () => press(/^One more/), fewer: () => press(/^One fewer/) };
}

test("2.exit.5 a person who left is sent with door, person and time, and is no longer kept", async () => {
  const { more } = open();
  await more();
  await eventually(() => expect(unsent()).toEqual([]));
  expect(bodies()).toEqual([
    {
      key: expect.any(String),
      eventId: 7,
      change: 1,
      at: expect.any(Number),
      device: "Gate B",
      scannedBy: 1,
    },
  ]);
});

test("2.exit.5 without the server they are counted at once, kept, and sent later under their keys", async () => {
  respond = () => Promise.reject(new TypeError("Failed to fetch"));
  const { more, fewer } = open(2);
  expect(screen.getByRole("status")).toHaveTextContent("2 left without a scan");
  await more();
  await more();
  await fewer();
  expect(screen.getByRole("status")).toHaveTextContent("3 left without a scan");
  expect(unsent()).toHaveLength(3);
  const first = bodies()[0]?.key;
  respond = () => json({ inside: 3 });
  calls.length = 0;
  await eventually(async () => {
    await sendLeavers();
    expect(unsent()).toEqual([]);
  });
  expect(bodies().map(({ change }) => change)).toEqual([1, 1, -1]);
  expect(bodies()[0]?.key).toBe(first);
  expect(new Set(bodies().map(({ key }) => key)).size).toBe(3);
});

test.each([
  [401, "not_signed_in", 1],
  [503, "database_unavailable", 1],
  [409, "exits_not_counted", 0],
  [400, "validation_failed", 0],
])("2.exit.5 after %i %s of the server %i are kept", async (status, code, kept) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  respond = () => problem(status, code, "No");
  const { more } = open();
  await more();
  await eventually(() => expect(calls).toHaveLength(1));
  await eventually(() => expect(unsent()).toHaveLength(kept));
});

test("2.exit.5 nobody is taken back below 0", () => {
  open();
  expect(screen.getByRole("button", { name: /^One fewer/ })).toBeDisabled();
});

test("2.exit.5 people counted by a user who must sign in hold up nobody else's", async () => {
  const { more } = open();
  respond = () => problem(401, "not_signed_in", "No");
  await more();
  await eventually(() => expect(calls).toHaveLength(1));
  respond = () => json({ inside: 3 });
  const [first] = bodies();
  calls.length = 0;
  serve({
    "POST /api/door/leavers": ({ body }: Call) =>
      (body as { key: string }).key === first?.key ? problem(403, "not_you", "No") : json({ inside: 3 }),
  });
  await more();
  await eventually(() => expect(unsent()).toHaveLength(1));
  expect(unsent()).toMatchObject([{ key: first?.key }]);
});
