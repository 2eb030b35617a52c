import { expect, test } from "vitest";
import { isValidSession } from "@/features/users/sign-in/session";
import { SAM } from "@/testing/cast";

const HOUR = 60 * 60 * 1000;
const signedIn = { user: SAM, authenticated: true, authTime: 1_000_000 };

test.each([
  ["just signed in", signedIn, 0, true],
  ["a millisecond short of 8 hours", signedIn, 8 * HOUR - 1, true],
  ["8 hours", signedIn, 8 * HOUR, false],
  ["the flag not set", { ...signedIn, authenticated: false }, 0, false],
  ["no user stored", { ...signedIn, user: null }, 0, false],
  ["the time 0", { ...signedIn, authTime: 0 }, 8 * HOUR, false],
])("4.session.1, 9.session.1 %s", (_what, record, later, valid) => {
  expect(isValidSession(record, signedIn.authTime + later)).toBe(valid);
});
