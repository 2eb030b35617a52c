import { beforeEach, describe, expect, test, vi } from "vitest";
import { beginSession, isValidSession, sessionRecord } from "@/features/users/sign-in/session";
import * as navigation from "@/lib/hard-navigation";
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

describe("4.session.10 a page that the browser brings back whole", () => {
  const KEY = "doorlist.session";
  const comeBack = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

  beforeEach(() => {
    // jsdom does not navigate.
    vi.spyOn(navigation, "reloadPage").mockReturnValue();
    beginSession(SAM);
  });

  test("follows a sign-out that it missed", () => {
    localStorage.setItem(KEY, JSON.stringify({ user: null, authenticated: false, authTime: 0 }));
    comeBack(false);
    expect(sessionRecord().authenticated).toBe(true);
    comeBack(true);
    expect(sessionRecord()).toEqual({ user: null, authenticated: false, authTime: 0 });
  });

  test("loads afresh where another user has signed in", () => {
    localStorage.setItem(
      KEY,
      JSON.stringify({ user: { ...SAM, id: 99 }, authenticated: true, authTime: Date.now() }),
    );
    comeBack(true);
    expect(navigation.reloadPage).toHaveBeenCalledOnce();
  });
});

test("4.clock.520 a clock that was behind at the sign-in and is right now ends no session early", () => {
  const at = 1_900_000_000_000;
  const record = { ...signedIn, authTime: at - 20 * HOUR, serverAhead: 20 * HOUR };
  expect(isValidSession(record, at + HOUR)).toBe(true);
  expect(isValidSession(record, at + 8 * HOUR)).toBe(false);
});
