import { expect, type Page } from "@playwright/test";
import { typeAtOnce } from "../e2e/door";
import type { Evening } from "./evening";
import { cut, press, type Screen, says } from "./screen";

/** The door without a network: verdicts by its own list, and the contradictions found later. */

const PATH = "/scan-attendees";
/** Where a door sends its check-ins: one that it asks about, and what waits. */
const SCAN = /\/api\/(attendees\/scan|door\/scans)$/;
const ATTENDANCE = "**/api/attendees/*/attendance";
const LIVE = "**/api/live**";
const GRANTS = "**/api/door/grants**";

type Attendee = Awaited<ReturnType<Evening["newGuest"]>>;
type Values = Parameters<Evening["newGuest"]>[0];

const withoutNetwork = async (page: Page) => {
  await cut(LIVE)(page);
  await cut(SCAN)(page);
  await cut(ATTENDANCE)(page);
};

/** Takes the door of an event, once its list is on the device. */
async function choose(page: Page, eventId: number): Promise<void> {
  const isRead = page.waitForResponse((answer) => answer.url().includes("/api/door/list") && answer.ok());
  await page.getByLabel("Event", { exact: true }).selectOption(String(eventId));
  await isRead;
}

const untilOffline = (page: Page) =>
  expect(page.getByText(/^Offline/).first()).toBeVisible({ timeout: 15_000 });

/** A door that knows these guests, and then has no network. */
async function openOffline(page: Page, evening: Evening, ...values: Values[]): Promise<Attendee[]> {
  const guests: Attendee[] = [];
  for (const value of values) guests.push(await evening.newGuest(value));
  await choose(page, evening.tonight.id);
  await untilOffline(page);
  return guests;
}

const verdict = (page: Page, title: string) =>
  page.getByRole("heading", { name: title, exact: true }).waitFor();
const noVerdict = (page: Page) =>
  page.getByRole("heading", { name: /Check-in Complete|Already/ }).waitFor({ state: "detached" });

/** Types a code that is no longer in use, and waits for the verdict on it. */
async function type(page: Page, code: string | undefined, title = "Check-in Complete"): Promise<void> {
  await typeAtOnce(page, code ?? "");
  await verdict(page, title);
}

const rapid = (page: Page) => page.getByRole("switch", { name: "Rapid mode" }).check();

/** Lets guests in, one after the other, and waits until nothing covers the screen. */
async function letIn(page: Page, guests: readonly Attendee[]): Promise<void> {
  await rapid(page);
  for (const { fullName, qrCodeData } of guests) {
    await typeAtOnce(page, qrCodeData);
    await page.getByRole("listitem").filter({ hasText: fullName }).first().waitFor();
  }
  await noVerdict(page);
}

/** The calls are there again, and what waits is sent. */
async function backOnline(page: Page): Promise<void> {
  await page.unroute(SCAN);
  await page.unroute(ATTENDANCE);
  await page.evaluate(() => dispatchEvent(new Event("online")));
}

const toCards = (page: Page) =>
  page
    .getByRole("region", { name: "Check Again" })
    .scrollIntoViewIfNeeded()
    .catch(() => {});

const toRecent = (page: Page) => page.getByRole("heading", { name: "Recent Scans" }).scrollIntoViewIfNeeded();

const LONG = {
  fullName: "Wilhelmina Bartholomea Featherstonehaugh-Cholmondeley van den Heuvel",
  tableNumber: 14,
};
const TWELVE = Array.from({ length: 12 }, () => undefined);

/** A ticket in our form that is on no list of this device: it is sold after the list was read. */
async function typeUnlisted(page: Page, evening: Evening): Promise<void> {
  await openOffline(page, evening);
  await type(page, (await evening.newGuest()).qrCodeData, "Invalid QR Code");
}

/** Lets guests in offline, and goes online again: the first was checked in elsewhere before, the second deleted. */
async function checkAgain(page: Page, evening: Evening, guests: readonly Attendee[]): Promise<void> {
  const [first, second] = guests;
  // Only an earlier check-in elsewhere contradicts this door.
  await evening.samsOffice.scan(first?.qrCodeData ?? "");
  await letIn(page, guests);
  if (second) await evening.office.call.delete(`/api/attendees/${second.id}`);
  await backOnline(page);
  const cards = page.getByRole("region", { name: "Check Again" }).getByRole("button");
  await expect(cards).toHaveCount(Math.min(guests.length, 2), { timeout: 40_000 });
}

/** The scanner of a new event, with the grant of this device. */
async function openGranted(page: Page, { office }: Evening, name: string) {
  const event = await office.event({ name });
  await page.reload();
  const granted = page.waitForResponse((answer) => answer.url().endsWith("/api/door/grants") && answer.ok());
  await page.getByLabel("Event", { exact: true }).selectOption(String(event.id));
  await granted;
  return event;
}

const endSession = async (page: Page) => {
  await page.context().clearCookies({ name: "doorlist_session" });
  await page.reload();
  await says(page, /^No one is signed in/);
};

/** Other devices at the event, as they announce themselves. */
async function otherDevices({ office, samsOffice }: Evening, eventId: number): Promise<void> {
  await office.call.post("/api/door/grants", {
    data: { eventId, device: "Side gate, by the river", waiting: 12 },
  });
  await samsOffice.call.post("/api/door/grants", { data: { eventId, waiting: 1 } });
}

async function removeThisDevice({ samsOffice }: Evening, eventId: number): Promise<void> {
  const devices = await (await samsOffice.call.get(`/api/door/grants?eventId=${eventId}`)).json();
  for (const { id } of devices) await samsOffice.call.delete(`/api/door/grants/${id}`);
}

const openDevices = async (page: Page) => {
  await press("Devices at this event")(page);
  await page.getByRole("dialog").waitFor();
};

const offline = (act: Screen["act"], more: Partial<Screen> = {}): Screen => ({
  path: PATH,
  before: withoutNetwork,
  act,
  ...more,
});

export const DOOR_OFFLINE_SCREENS: Record<string, Screen> = {
  "door offline: checked in": offline(async (page, evening) => {
    const [guest] = await openOffline(page, evening, { fullName: "Amélie Laurent", tableNumber: 12 });
    await type(page, guest?.qrCodeData);
  }),
  "door offline: checked in, owes, with notes": offline(async (page, evening) => {
    const notes = "Wheelchair: the lift by the side gate. Seat beside Ruth Adeyemi.";
    const [guest] = await openOffline(page, evening, { ...LONG, paymentStatus: "unpaid", notes });
    await type(page, guest?.qrCodeData);
  }),
  "door offline: already in, at this door": offline(async (page, evening) => {
    const [guest] = await openOffline(page, evening, { fullName: "Kwame Asante", tableNumber: 7 });
    await letIn(page, guest ? [guest] : []);
    await page.waitForTimeout(3100);
    await type(page, guest?.qrCodeData, "Already Checked In");
  }),
  "door offline: already in, elsewhere": offline(async (page, evening) => {
    const guest = await evening.newGuest({ ...LONG, paymentStatus: "partial" });
    await evening.samsOffice.scan(guest.qrCodeData);
    await openOffline(page, evening);
    await type(page, guest.qrCodeData, "Already Checked In");
  }),
  "door offline: not on the list": offline(typeUnlisted),
  "door offline: let in anyway": offline(async (page, evening) => {
    await typeUnlisted(page, evening);
    await press("Let in anyway")(page);
    await verdict(page, "Check-in Complete");
  }),
  "door offline: cancelled": {
    path: PATH,
    before: cut(SCAN),
    act: async (page, evening) => {
      const guest = await evening.newGuest();
      await choose(page, evening.tonight.id);
      await evening.office.call.delete(`/api/attendees/${guest.id}`);
      // The live stream brings the change to the list.
      await page.waitForTimeout(3000);
      await type(page, guest.qrCodeData, "Invalid QR Code");
    },
  },
  "door offline: another event": offline(async (page, evening) => {
    const guest = await evening.newGuest({ eventId: evening.later.id });
    await openOffline(page, evening);
    await type(page, guest.qrCodeData, "Invalid QR Code");
  }),
  "door offline: not a ticket": offline(async (page, evening) => {
    await openOffline(page, evening);
    await type(page, "https://example.org/menu", "Invalid QR Code");
  }),
  "door offline: let in, but not saved": offline(
    async (page, evening) => {
      const [guest] = await openOffline(page, evening, LONG);
      await type(page, guest?.qrCodeData);
      await says(page, "Let in, but not saved.");
    },
    {
      before: async (page) => {
        await withoutNetwork(page);
        await page.addInitScript(() => {
          const open = indexedDB.open.bind(indexedDB);
          IDBFactory.prototype.open = (name, version) => {
            if (name === "doorlist.outbox") throw new DOMException("Full", "QuotaExceededError");
            return open(name, version);
          };
        });
      },
    },
  ),
  "door offline: contradicted while it shows": offline(async (page, evening) => {
    const [guest] = await openOffline(page, evening, { fullName: "Leila Haddad", tableNumber: 18 });
    await evening.samsOffice.scan(guest?.qrCodeData ?? "");
    await type(page, guest?.qrCodeData);
    await backOnline(page);
    await says(page, /^Check Again: Already checked in/);
  }),
  "door offline: with the camera, 12 to send": offline(
    async (page, evening) => {
      await letIn(page, await openOffline(page, evening, ...TWELVE));
      await press("Start")(page);
      await says(page, "Scanning...");
      await says(page, "Offline: 12 to send");
    },
    {
      camera: async ({ newGuest, tonight }) => ({
        text: (await newGuest()).qrCodeData,
        event: tonight.name,
        blurred: true,
      }),
    },
  ),
  "door offline: with the camera, one to check": offline(
    async (page, evening) => {
      const guests = await openOffline(page, evening, { fullName: "Ruth Adeyemi", tableNumber: 9 });
      await checkAgain(page, evening, guests);
      await press("Start")(page);
      await says(page, "Scanning...");
      await says(page, "Check Again: 1");
    },
    {
      camera: async ({ newGuest, tonight }) => ({
        text: (await newGuest()).qrCodeData,
        event: tonight.name,
        blurred: true,
      }),
    },
  ),
  "door offline: sending": {
    path: PATH,
    before: cut(SCAN),
    act: async (page, evening) => {
      const guests: Attendee[] = [];
      for (const value of TWELVE) guests.push(await evening.newGuest(value));
      await choose(page, evening.tonight.id);
      await letIn(page, guests);
      await page.unroute(SCAN);
      await page.route(SCAN, () => {});
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await says(page, /^Sending 12$/);
    },
    loading: true,
  },
  "door offline: recent scans": offline(async (page, evening) => {
    const guests = await openOffline(page, evening, { fullName: "Kwame Asante", tableNumber: 7 }, LONG, {
      fullName: "Mei-Ling Chow",
      tableNumber: 15,
    });
    await letIn(page, guests);
    await page.getByRole("button", { name: "Undo the check-in of Kwame Asante" }).click();
    await says(page, "Undone");
    await page.waitForTimeout(3100);
    await type(page, guests[2]?.qrCodeData, "Already Checked In");
    await noVerdict(page);
    await toRecent(page);
  }),
  "door offline: check again, one": offline(async (page, evening) => {
    const guests = await openOffline(page, evening, { fullName: "Ruth Adeyemi", tableNumber: 9 });
    await checkAgain(page, evening, guests);
    await toCards(page);
  }),
  "door offline: check again, three": offline(async (page, evening) => {
    const guests = await openOffline(page, evening, LONG, { fullName: "Tomás Herrera" });
    await rapid(page);
    const sold = await evening.newGuest({ fullName: "Ingrid Sørensen", tableNumber: 7 });
    await type(page, sold.qrCodeData, "Invalid QR Code");
    await press("Next guest")(page);
    await checkAgain(page, evening, guests.slice(0, 2)).catch(() => {});
    await expect(page.getByRole("region", { name: "Check Again" }).getByRole("button")).toHaveCount(3);
    await toCards(page);
  }),
  "door offline: find a guest": offline(async (page, evening) => {
    await openOffline(page, evening);
    await press("Find guest")(page);
    await page.getByRole("dialog").getByRole("searchbox").fill("nguyen");
    await page
      .getByRole("dialog")
      .getByText(/Nguyen$/)
      .first()
      .waitFor();
    await says(page, "Phone numbers can't be searched offline.");
  }),
  "door offline: find a guest, nobody": offline(async (page, evening) => {
    await openOffline(page, evening);
    await press("Find guest")(page);
    await page.getByRole("dialog").getByRole("searchbox").fill("0491 570 156");
    await says(page, "No guest matches");
  }),
  "door offline: sign-out": offline(async (page, evening) => {
    await letIn(page, await openOffline(page, evening, undefined, undefined));
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await says(page, /are not sent yet/);
  }),
  "door offline: sign in to send": offline(async (page, evening) => {
    await letIn(page, await openOffline(page, evening, ...TWELVE));
    await page.context().clearCookies();
    await backOnline(page);
    await says(page, /^Sign in to send/);
  }),
  "door offline: ready, choose an event": {
    path: PATH,
    act: async (page) => press("Check this device")(page),
  },
  "door offline: ready after a reload": {
    path: PATH,
    worker: true,
    act: async (page, evening) => {
      await choose(page, evening.tonight.id);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await press("Check this device")(page);
      await says(page, /Ready, also after a reload/);
    },
  },
  "door offline: ready, nothing is saved": {
    path: PATH,
    before: (page) =>
      page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException("Not here", "SecurityError");
        };
      }),
    act: async (page, evening) => {
      await page.getByLabel("Event", { exact: true }).selectOption(String(evening.tonight.id));
      await press("Check this device")(page);
      await says(page, /Not saved on this device/);
    },
  },
  "door devices: name of the door": {
    path: PATH,
    act: async (page, evening) => {
      await openGranted(page, evening, "Rooftop supper");
      await page.getByLabel("Name of this door").fill("Gate B");
    },
  },
  "door devices: nobody signed in": {
    path: PATH,
    act: async (page, evening) => {
      await openGranted(page, evening, "Rooftop supper");
      await endSession(page);
    },
  },
  "door devices: sign-in page": {
    path: PATH,
    act: async (page, evening) => {
      await openGranted(page, evening, "Rooftop supper");
      await endSession(page);
      await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
      await says(page, "Back to the door");
    },
  },
  "door devices: removed": {
    path: PATH,
    act: async (page, evening) => {
      const event = await openGranted(page, evening, "Rooftop supper");
      await removeThisDevice(evening, event.id);
      await page.reload();
      await says(page, /removed this device/);
    },
  },
  "door devices: removed, nobody signed in": {
    path: PATH,
    act: async (page, evening) => {
      const event = await openGranted(page, evening, "Rooftop supper");
      await endSession(page);
      await removeThisDevice(evening, event.id);
      await page.reload();
      await says(page, /removed this device/);
    },
  },
  "door devices: list": {
    path: PATH,
    who: "sam",
    act: async (page, evening) => {
      const event = await openGranted(page, evening, "Rooftop supper");
      await otherDevices(evening, event.id);
      await openDevices(page);
      await says(page, /12 check-ins wait/);
    },
  },
  "door devices: remove": {
    path: PATH,
    who: "sam",
    act: async (page, evening) => {
      const event = await openGranted(page, evening, "Rooftop supper");
      await otherDevices(evening, event.id);
      await openDevices(page);
      await page.getByRole("button", { name: /^Remove Side gate/ }).click();
      await says(page, /^Remove Side gate/);
    },
  },
  "door devices: none": {
    path: PATH,
    before: (page) =>
      page.route(GRANTS, (route) => (route.request().method() === "POST" ? route.abort() : route.fallback())),
    act: async (page, { office }) => {
      const event = await office.event({ name: "Rooftop supper" });
      await page.reload();
      await page.getByLabel("Event", { exact: true }).selectOption(String(event.id));
      await openDevices(page);
      await says(page, "No device is set up for this event");
    },
  },
};
