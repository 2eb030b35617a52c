import { expect, type Page } from "@playwright/test";
import type { Office } from "../e2e/api";
import { typeAtOnce } from "../e2e/door";
import { chooseEvent } from "../e2e/steps";
import type { Evening } from "./evening";
import { cut, type Held, press, type Screen, says } from "./screen";
import { eventWithLists } from "./wall-screens";

const SCAN = "**/api/attendees/scan";
const PATH = "/scan-attendees";
const LIST_LOADS_MS = 1500;

/** The ticket of a new guest. */
const ticket =
  (values?: { fullName?: string; tableNumber?: number; paymentStatus?: string }) =>
  async ({ newGuest, tonight }: Evening): Promise<Held> => ({
    text: (await newGuest(values)).qrCodeData,
    event: tonight.name,
  });

const start = press("Start");

/** Starts, and waits for the verdict. */
const startUntil = (title: string) => async (page: Page) => {
  await start(page);
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
};

/** The door of tonight's event. */
const chooseTonight = (page: Page, { tonight }: Evening) => chooseEvent(page, tonight.id);

/** A verdict at an event with these values; `past` scans the guest before, in or out. */
function verdictAt(
  title: string,
  values: NonNullable<Parameters<Office["event"]>[0]>,
  { past = [], direction = "In" }: { past?: ("in" | "out")[]; direction?: "In" | "Out" } = {},
): Screen {
  let eventId = 0;
  return {
    path: PATH,
    camera: async ({ office }) => {
      const event = await office.event({ name: "Harbour Weekend", date: "2026-11-21", ...values });
      eventId = event.id;
      const guest = await office.attendee(eventId, { fullName: "Amélie Laurent", tableNumber: 12 });
      const scans = past.map((way) => ({ qrData: guest.qrCodeData, direction: way }));
      if (values.capacity)
        scans.push({ qrData: (await office.attendee(eventId)).qrCodeData, direction: "in" });
      for (const scan of scans)
        await office.call.post("/api/attendees/scan", { data: { ...scan, eventId, device: "Gate A" } });
      return { text: guest.qrCodeData, event: event.name };
    },
    act: async (page) => {
      await chooseEvent(page, eventId);
      await page.waitForTimeout(LIST_LOADS_MS);
      if (direction === "Out")
        await page.getByRole("radio", { name: "Out", exact: true }).check({ force: true });
      await startUntil(title)(page);
    },
  };
}

/** A verdict at the first check-in list of an event, on a guest who did not come in at the entrance. */
function verdictAtList(title: string, ticketType: boolean): Screen {
  let eventId = 0;
  return {
    path: PATH,
    camera: async (evening) => {
      eventId = await eventWithLists(evening);
      const types: { id: number }[] = await (
        await evening.office.call.get(`/api/events/${eventId}/ticket-types`)
      ).json();
      const typed = ticketType ? { ticketTypeId: types[0]?.id } : {};
      const guest = await evening.office.attendee(eventId, { fullName: "Amélie Laurent", ...typed });
      return { text: guest.qrCodeData, event: "Harbour Weekend" };
    },
    act: async (page) => {
      await chooseEvent(page, eventId);
      await page.getByLabel("Check-in list").selectOption({ label: "Backstage" });
      await startUntil(title)(page);
    },
  };
}

/** As a hardware scanner types. */
const type = async (page: Page, code: string) => {
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
};

const search = (text: string, found: string | RegExp) => async (page: Page, evening: Evening) => {
  await chooseTonight(page, evening);
  await press("Find guest")(page);
  await page.getByRole("dialog").getByRole("searchbox").fill(text);
  await page.getByRole("dialog").getByText(found).first().waitFor();
};

export const DOOR_SCREENS: Record<string, Screen> = {
  "scan-attendees: ready": { path: PATH },
  "scan-attendees: running": {
    path: PATH,
    camera: async (evening) => ({ ...(await ticket()(evening)), blurred: true }),
    act: async (page, evening) => {
      await chooseTonight(page, evening);
      await start(page);
      await says(page, "Scanning...");
      await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 0.5);
    },
  },
  "scan-attendees: checking": {
    path: PATH,
    camera: ticket(),
    before: (page) => page.route(SCAN, () => {}),
    act: async (page) => {
      await start(page);
      await says(page, "Checking the ticket...");
    },
    loading: true,
  },
  "scan-attendees: checked in": {
    path: PATH,
    camera: ticket({ fullName: "Amélie Laurent", tableNumber: 12 }),
    act: async (page, evening) => {
      await chooseTonight(page, evening);
      await startUntil("Check-in Complete")(page);
    },
    front: { name: "door", device: "phone" },
  },
  "scan-attendees: checked in, and owes": {
    path: PATH,
    camera: ticket({ fullName: "Bartholomew Featherstonehaugh", tableNumber: 3, paymentStatus: "unpaid" }),
    act: startUntil("Check-in Complete"),
  },
  "scan-attendees: guest of a recent scan": {
    path: PATH,
    camera: ticket({ fullName: "Bartholomew Featherstonehaugh", tableNumber: 3, paymentStatus: "unpaid" }),
    act: async (page) => {
      await startUntil("Check-in Complete")(page);
      await press("Details")(page);
      await page.getByRole("dialog").getByText("INV-").waitFor();
    },
  },
  "scan-attendees: last result": {
    path: PATH,
    camera: async (evening) => ({ ...(await ticket()(evening)), blurred: true }),
    act: async (page, evening) => {
      await chooseTonight(page, evening);
      await start(page);
      await says(page, "Scanning...");
      const { text } = await ticket({ fullName: "Amélie Laurent", tableNumber: 12 })(evening);
      await typeAtOnce(page, text);
      await page.getByRole("button", { name: "Last result: Amélie Laurent" }).waitFor();
    },
  },
  "scan-attendees: add a guest": {
    path: PATH,
    act: async (page, evening) => {
      await search("Nora Newcomer", "No guest matches")(page, evening);
      await press("Add this guest")(page);
      await page.getByLabel("Phone Number").waitFor();
    },
  },
  "scan-attendees: already in": {
    path: PATH,
    camera: async ({ newGuest, office, tonight }) => {
      const { qrCodeData } = await newGuest();
      await office.scan(qrCodeData);
      return { text: qrCodeData, event: tonight.name };
    },
    act: startUntil("Already Checked In"),
  },
  "scan-attendees: goodbye": verdictAt("Goodbye", { countsExits: true }, { past: ["in"], direction: "Out" }),
  "scan-attendees: not inside": verdictAt("Not Inside", { countsExits: true }, { direction: "Out" }),
  "scan-attendees: welcome back": verdictAt("Welcome Back", { countsExits: true }, { past: ["in", "out"] }),
  "scan-attendees: already left": verdictAt(
    "Already Left",
    { countsExits: true, reentry: false },
    { past: ["in", "out"] },
  ),
  "scan-attendees: full": verdictAt("Full", { capacity: 1, stopsAtCapacity: true }),
  "scan-attendees: fills up": verdictAt("Check-in Complete", { capacity: 2 }),
  "scan-attendees: not for this list": verdictAtList("Not For This List", false),
  "scan-attendees: not at the entrance yet": verdictAtList("Not At The Entrance Yet", true),
  "scan-attendees: another event": {
    path: PATH,
    camera: async ({ newGuest, later }) => ({
      text: (await newGuest({ eventId: later.id })).qrCodeData,
      event: later.name,
    }),
    act: async (page, evening) => {
      await chooseTonight(page, evening);
      await startUntil("Invalid QR Code")(page);
    },
  },
  "scan-attendees: not a ticket": {
    path: PATH,
    camera: async () => ({ text: "https://example.org/menu", event: "Tonight's menu" }),
    act: startUntil("Invalid QR Code"),
  },
  "scan-attendees: no connection": {
    path: PATH,
    camera: ticket(),
    before: cut(SCAN),
    act: startUntil("Connection Issue"),
  },
  "scan-attendees: server in trouble": {
    path: PATH,
    camera: ticket(),
    before: (page) => page.route(SCAN, (route) => route.fulfill({ status: 503, body: "" })),
    act: startUntil("Temporary Issue"),
  },
  "scan-attendees: sign-in ended": {
    path: PATH,
    camera: ticket(),
    act: async (page) => {
      await page.context().clearCookies();
      await startUntil("Not checked in: sign in again")(page);
    },
  },
  "scan-attendees: session ended": {
    path: PATH,
    act: async (page) => {
      await page.context().clearCookies();
      await press("Find guest")(page);
      await page.getByRole("dialog").getByRole("searchbox").fill("nguyen");
      await says(page, "Your session has ended. Sign in again to continue.");
    },
  },
  "scan-attendees: event deleted": {
    path: PATH,
    act: async (page, { office }) => {
      const event = await office.event({ name: "Rained off" });
      await page.getByLabel("Event", { exact: true }).selectOption(String(event.id));
      await office.call.delete(`/api/events/${event.id}`);
      await says(page, "This event was deleted. Choose another event.");
    },
  },
  "scan-attendees: failed": {
    path: PATH,
    camera: ticket(),
    before: (page) =>
      page.route(SCAN, (route) => route.fulfill({ status: 403, json: { code: "forbidden" } })),
    act: startUntil("Scan Failed"),
  },
  "scan-attendees: scans waiting": {
    path: PATH,
    act: async (page, evening) => {
      for (const fullName of ["Kwame Asante", "Ingrid Sørensen", "Mei-Ling Chow"]) {
        await typeAtOnce(page, (await evening.newGuest({ fullName, paymentStatus: "unpaid" })).qrCodeData);
      }
      await page.getByRole("heading", { name: "Check-in Complete" }).waitFor();
      await says(page, /waiting$/);
    },
    loading: true,
  },
  "scan-attendees: find a guest, not loaded": {
    path: PATH,
    before: cut("**/assets/guest-search-*.js"),
    act: async (page) => {
      await press("Find guest")(page);
      await says(page, /could not be loaded/);
    },
  },
  "scan-attendees: scans kept": {
    path: PATH,
    camera: ticket(),
    before: cut(SCAN),
    act: async (page) => {
      await startUntil("Connection Issue")(page);
      await press("Next guest")(page);
      await press("Stop")(page);
    },
  },
  "scan-attendees: recent scans": {
    path: PATH,
    act: async (page, evening) => {
      await page.getByRole("switch", { name: "Rapid mode" }).check();
      for (const [fullName, tableNumber] of [
        ["Kwame Asante", 7],
        ["Ingrid Sørensen", 7],
        ["Mei-Ling Chow", 15],
      ] as const) {
        await type(page, (await evening.newGuest({ fullName, tableNumber })).qrCodeData);
        await page.getByRole("listitem").filter({ hasText: fullName }).waitFor();
      }
      await page.getByRole("heading", { name: "Check-in Complete" }).waitFor({ state: "detached" });
    },
  },
  "scan-attendees: no camera": {
    path: PATH,
    before: (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException("Requested device not found", "NotFoundError"));
      }),
    act: async (page) => {
      await start(page);
      await says(page, "No camera found on this device.");
    },
  },
  "scan-attendees: camera starting": {
    path: PATH,
    before: (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
      }),
    act: async (page) => {
      await start(page);
      await says(page, "Starting the camera...");
    },
    loading: true,
  },
  "scan-attendees: camera busy": {
    path: PATH,
    before: (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException("Could not start video source", "NotReadableError"));
      }),
    act: async (page) => {
      await start(page);
      await says(page, /Another app may be using the camera/);
    },
  },
  "scan-attendees: camera paused": {
    path: PATH,
    camera: ticket(),
    before: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(MediaStreamTrack.prototype, "muted", { get: () => true });
      }),
    act: async (page) => {
      await start(page);
      await says(page, "Camera paused by another app");
    },
  },
  "scan-attendees: camera without a picture": {
    path: PATH,
    before: (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = async () => {
          const canvas = document.createElement("canvas");
          canvas.getContext("2d");
          return canvas.captureStream(0);
        };
      }),
    act: async (page) => {
      await start(page);
      await expect(page.getByText("The camera gives no picture.")).toBeVisible({ timeout: 15_000 });
    },
  },
  "scan-attendees: reader does not answer": {
    path: PATH,
    camera: ticket(),
    before: (page) =>
      page.route(/decoder\.worker.*\.js$/, (route) =>
        route.fulfill({
          contentType: "text/javascript",
          body: 'postMessage({ kind: "ready" }); onmessage = () => { throw new Error("out of memory"); };',
        }),
      ),
    act: async (page) => {
      await start(page);
      await expect(page.getByText("The QR reader does not answer")).toBeVisible({ timeout: 30_000 });
    },
  },
  "scan-attendees: check this device": {
    path: PATH,
    camera: async ({ newGuest, tonight }) => ({
      text: (await newGuest()).qrCodeData,
      event: tonight.name,
      blurred: true,
    }),
    act: async (page, evening) => {
      await chooseTonight(page, evening);
      await press("Check this device")(page);
      await says(page, /Ready for the door$|things? to look at/);
    },
  },
  "scan-attendees: offline": {
    path: PATH,
    camera: async (evening) => ({ ...(await ticket()(evening)), blurred: true }),
    before: cut("**/api/live**"),
    act: async (page, evening) => {
      await chooseTonight(page, evening);
      await start(page);
      await says(page, "Scanning...");
      await expect(page.getByText("Offline", { exact: true })).toBeVisible({ timeout: 15_000 });
    },
  },
  "scan-attendees: find a guest": { path: PATH, act: search("", "Find a guest") },
  "scan-attendees: find a guest, found": { path: PATH, act: search("nguyen", /Nguyen$/) },
  "scan-attendees: find a guest, similar": { path: PATH, act: search("ngyuen", "Did you mean") },
  "scan-attendees: find a guest, nobody": {
    path: PATH,
    act: search("nobody of this name", "No guest matches"),
  },
};
