import type { Page } from "@playwright/test";
import { openOffice } from "../e2e/api";
import { codeOf } from "../e2e/one-time-code";
import { fillSignIn } from "../e2e/steps";
import { type Evening, newColleague } from "./evening";
import { cut, hold, press, type Screen, says } from "./screen";

/** Second factors, sign-ins, and who did what. */

const OWN = "a kettle on the back step";

/** A colleague who has chosen their own password. */
async function newStaff(evening: Evening): Promise<{ username: string; password: string }> {
  const { username, password } = await newColleague(evening);
  const theirs = await openOffice(evening.url, {
    username,
    password,
    fullName: "Nora Lindqvist",
    role: "organizer",
  });
  await theirs.call.put("/api/me/password", { data: { currentPassword: password, newPassword: OWN } });
  await theirs.call.dispose();
  return { username, password: OWN };
}

const openOwn = async (page: Page) => {
  await page.getByRole("button", { name: /change password/ }).click();
  await page.getByRole("dialog").waitFor();
};

const signInNew = async (page: Page, evening: Evening) => {
  const staff = await newStaff(evening);
  await fillSignIn(page, staff);
  await press("Sign In")(page);
  await page.waitForURL("/");
  return staff;
};

/** Up to the QR code; the secret of it. */
const beginFactor = async (page: Page, evening: Evening): Promise<string> => {
  await signInNew(page, evening);
  await openOwn(page);
  await page.getByRole("button", { name: "Set up: Second factor" }).click();
  await page.getByLabel("Current password").fill(OWN);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = page.getByRole("status").filter({ hasText: /^[A-Z2-7 ]+$/ });
  return (await secret.innerText()).replaceAll(" ", "");
};

const turnOn = async (page: Page, evening: Evening) => {
  const secret = await beginFactor(page, evening);
  await page.getByLabel("Code from the app").fill(codeOf(secret, 0, evening.now().getTime()));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
};

const atAuth = (act: Screen["act"], rest: Partial<Screen> = {}): Screen => ({
  who: "nobody",
  path: "/auth",
  act,
  ...rest,
});

/** Someone with a second factor types their password. */
const codeStep = async (page: Page, evening: Evening) => {
  await turnOn(page, evening);
  await page.getByRole("button", { name: "I have kept them" }).click();
  const { username } = await (await page.request.get("/api/me")).json();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("/auth");
  await fillSignIn(page, { username, password: OWN });
  await press("Sign In")(page);
  await page.getByLabel("Code", { exact: true }).waitFor();
};

const FACTOR: Record<string, Screen> = {
  "factor: code to scan": atAuth(beginFactor),
  "factor: wrong code": atAuth(async (page, evening) => {
    await beginFactor(page, evening);
    await page.getByLabel("Code from the app").fill("000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.locator("[aria-invalid=true]").waitFor();
  }),
  "factor: recovery codes": atAuth(turnOn),
  "factor: sign-in": atAuth(codeStep),
  "factor: sign-in, wrong code": atAuth(async (page, evening) => {
    await codeStep(page, evening);
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await press("Sign In")(page);
    await says(page, /This code is wrong/);
  }),
  "factor: sign-in, recovery code": atAuth(async (page, evening) => {
    await codeStep(page, evening);
    await press("Use a recovery code")(page);
  }),
  "factor: change": atAuth(async (page, evening) => {
    await turnOn(page, evening);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await openOwn(page);
    await page.getByRole("button", { name: "Change: Second factor" }).click();
    await says(page, /recovery codes are left/);
  }),
  "factor: require it": {
    who: "sam",
    path: "/user-management",
    act: async (page) => {
      await page.getByLabel("Second factor: who must have one").selectOption("Everyone");
      await page.getByRole("dialog", { name: "Require a second factor?" }).waitFor();
    },
  },
  "factor: required": atAuth(
    async (page, evening) => {
      const staff = await newStaff(evening);
      await fillSignIn(page, staff);
      await press("Sign In")(page);
      await page.getByRole("heading", { name: "Set up your second factor" }).waitFor();
    },
    {
      // As though everyone must have one: the others of the evening go on without.
      before: (page) =>
        page.route(/\/api\/(login|me)$/, async (route) => {
          const answer = await route.fetch();
          const json = await answer.json();
          await route.fulfill({ response: answer, json: required(json) });
        }),
    },
  ),
};

const required = (json: Record<string, unknown>) =>
  "user" in json
    ? { ...json, user: { ...(json.user as object), mustSetUpSecondFactor: true } }
    : { ...json, mustSetUpSecondFactor: true };

/** The dialog behind one's name, after a sign-in on another device. */
const SIGN_INS: Record<string, Screen> = {
  "sign-ins: own": atAuth(async (page, evening) => {
    const staff = await signInNew(page, evening);
    const headers = {
      "content-type": "application/json",
      "user-agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1",
    };
    await fetch(`${evening.url}/api/login`, { method: "POST", headers, body: JSON.stringify(staff) });
    await openOwn(page);
    await says(page, "This device");
  }),
  "sign-ins: of a colleague": {
    who: "sam",
    path: "/user-management",
    act: async (page) => {
      await page.getByRole("button", { name: "Sign-ins of Olive Hartmann" }).first().click();
      await page.getByRole("button", { name: "Sign out everywhere" }).first().waitFor();
    },
  },
  "sign-ins: sign out everywhere": {
    who: "sam",
    path: "/user-management",
    act: async (page) => {
      await page.getByRole("button", { name: "Sign-ins of Olive Hartmann" }).first().click();
      await page.getByRole("button", { name: "Sign out everywhere" }).first().click();
    },
  },
};

const ACTIVITY: Record<string, Screen> = {
  "activity: everything": { who: "sam", path: "/activity", endless: true },
  "activity: doors": { who: "sam", path: "/activity?kind=event", endless: true },
  "activity: nothing": { who: "sam", path: "/activity?day=2020-01-01" },
  "activity: loading": { who: "sam", path: "/activity", before: hold("**/api/history*"), loading: true },
  "activity: not to be read": { who: "sam", path: "/activity", before: cut(/\/api\/history/) },
};

export const ACCOUNT_SCREENS: Record<string, Screen> = { ...FACTOR, ...SIGN_INS, ...ACTIVITY };
