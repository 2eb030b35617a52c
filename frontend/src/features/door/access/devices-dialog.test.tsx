import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { DoorDevice } from "@/api/types";
import { DevicesDialog } from "@/features/door/access/devices-dialog";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { eventually } from "@/testing/eventually";
import { done, json, laterResponse, problem, serve } from "@/testing/server";

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE - 1000).toISOString();

const device = (facts: Partial<DoorDevice> & { id: number }): DoorDevice => ({
  user: { id: OLIVE.id, fullName: OLIVE.fullName },
  helper: null,
  device: "Gate B",
  createdAt: ago(200),
  makesUntil: ago(-700),
  lastContactAt: ago(0),
  waiting: 0,
  isThisDevice: false,
  ...facts,
});

function open(mayRemove: (userId: number) => boolean = () => true) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <DevicesDialog event={GALA} mayRemove={mayRemove} onClose={onClose} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onClose };
}

const rows = () => screen.findAllByRole("listitem");
const TWO = [
  device({ id: 1, isThisDevice: true, lastContactAt: ago(0) }),
  device({ id: 2, device: null, user: SAM, lastContactAt: ago(5), waiting: 3 }),
];

test("2.doors.3 it loads, and lists door, person, last contact, what waits and this device", async () => {
  const devices = laterResponse();
  serve({
    "GET /api/door/grants": ({ query }) => {
      expect(query).toEqual({ eventId: "7" });
      return devices.response;
    },
  });
  open();
  expect(await screen.findByText("Loading the devices...")).toBeVisible();
  devices.respond(
    json([
      ...TWO,
      device({ id: 3, lastContactAt: ago(59), waiting: 1 }),
      device({ id: 4, lastContactAt: ago(60) }),
      device({ id: 5, lastContactAt: ago(60 * 49) }),
    ]),
  );
  const texts = (await rows()).map(({ textContent }) => textContent);
  expect(texts[0]).toContain(
    "Gate BThis deviceOlive OrganizerLast contact just now. Nothing waits to be sent.",
  );
  expect(texts[1]).toContain(
    "Door without a nameSam SuperadminLast contact 5 min ago. 3 check-ins wait to be sent.",
  );
  expect(texts[2]).toContain("Last contact 59 min ago. 1 check-in waits to be sent.");
  expect(texts[3]).toContain("Last contact 1 h ago.");
  expect(texts[4]).toContain("Last contact 2 days ago.");
});

test("2.doors.3 without devices it says how one comes here; a failure can be tried again", async () => {
  let isDown = true;
  serve({ "GET /api/door/grants": () => (isDown ? problem(503, "busy", "Busy just now") : json([])) });
  const { user } = open();
  expect(await screen.findByRole("alert")).toHaveTextContent("The devices could not be loaded");
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No device is set up for this event")).toBeVisible();
});

test("2.doors.3 'Remove' asks first, says what is lost, and takes the device off", async () => {
  let devices = TWO;
  const calls = serve({
    "GET /api/door/grants": () => json(devices),
    "DELETE /api/door/grants/2": () => {
      devices = TWO.slice(0, 1);
      return done();
    },
  });
  const { user } = open();
  const remove = async () =>
    user.click(await screen.findByRole("button", { name: "Remove Door without a name of Sam Superadmin" }));
  await remove();
  const question = await screen.findByRole("dialog", { name: "Remove Door without a name?" });
  expect(question).toHaveAccessibleDescription(
    "Sam Superadmin can no longer check people in with it. What it has not sent yet (3 check-ins) will not count. It will be shown under Conflicts.",
  );
  await user.click(within(question).getByRole("button", { name: "Keep it" }));
  expect(await rows()).toHaveLength(2);
  expect(calls.filter(({ method }) => method === "DELETE")).toEqual([]);
  await remove();
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  await eventually(async () => expect(await rows()).toHaveLength(1));
  expect(screen.getByText("This device")).toBeVisible();
});

test("2.doors.3 who may not remove a device is offered no 'Remove', and a refusal is shown in the dialog", async () => {
  serve({
    "GET /api/door/grants": () => json(TWO),
    "DELETE /api/door/grants/1": () => problem(403, "forbidden", "Only its user may end its access."),
  });
  const { user } = open((userId) => userId === OLIVE.id);
  expect(await screen.findAllByRole("button", { name: /^Remove/ })).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Remove Gate B of Olive Organizer" }));
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Only its user may end its access.");
  expect(await rows()).toHaveLength(2);
});
