import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setStreamState } from "@/api/live/live-state";
import { shownToast } from "@/components/ui/toast-store";
import { saveScan, saveVerdict } from "@/features/door/outbox/outbox";
import { unsyncedRecords } from "@/features/door/outbox/record-cache";
import { sessionRecord } from "@/features/users/sign-in/session";
import * as navigation from "@/lib/hard-navigation";
import { OLIVE } from "@/testing/cast";
import { eventually } from "@/testing/eventually";
import { openApp } from "@/testing/open-app";
import { newScan } from "@/testing/outbox";
import { type Call, done, json, problem, serve } from "@/testing/server";
import "@/pages/auth-page";
import "@/pages/home-page";

beforeEach(() => void vi.spyOn(navigation, "reloadPage").mockReturnValue());

describe("without the server", () => {
  const LOGOUT_DUE = "doorlist.logout-due";
  afterEach(() => {
    vi.useRealTimers();
    setStreamState("open");
  });

  const frameLogout = async () =>
    within(await screen.findByRole("banner")).getByRole("button", { name: "Logout" });
  const homeLogout = async () =>
    within(await screen.findByRole("main")).getByRole("button", { name: "Logout" });
  const isOut = () =>
    waitFor(() => {
      expect(window.location.pathname).toBe("/auth");
      expect(sessionRecord().authenticated).toBe(false);
    });
  const logouts = (calls: Call[]) => calls.filter(({ path }) => path === "/api/logout");

  test.each([
    ["no network", () => Promise.reject(new TypeError("offline"))],
    ["a proxy's page", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
  ])(
    "4.logout.11 with %s the frame's logout signs out, and the server hears of it later",
    async (_what, respond) => {
      let isBack = false;
      const calls = serve({
        "GET /api/events": () => json([]),
        "POST /api/logout": () => (isBack ? done() : respond()),
      });
      const { user } = openApp("/", { as: OLIVE });
      await user.click(await frameLogout());
      await isOut();
      expect(shownToast()?.title).toBe("Logged out successfully");
      window.dispatchEvent(new Event("online"));
      await waitFor(() => expect(logouts(calls)).toHaveLength(2));
      isBack = true;
      await waitFor(() => {
        window.dispatchEvent(new Event("online"));
        expect(localStorage.getItem(LOGOUT_DUE)).toBeNull();
      });
      const told = logouts(calls).length;
      window.dispatchEvent(new Event("online"));
      expect(logouts(calls)).toHaveLength(told);
    },
  );

  test("4.logout.11 while it is silent, neither logout waits for it, and home's needs no reload", async () => {
    const calls = serve({
      "GET /api/events": () => json([]),
      "POST /api/logout": () => new Promise(() => {}),
    });
    setStreamState("silent");
    const opened = openApp("/", { as: OLIVE });
    await opened.user.click(await frameLogout());
    await isOut();
    expect(logouts(calls)).toEqual([]);
    opened.unmount();

    const { user } = openApp("/", { as: OLIVE });
    await user.click(await homeLogout());
    await isOut();
    expect(navigation.reloadPage).not.toHaveBeenCalled();
    expect(shownToast()?.title).toBe("Logged Out");
  });

  test("4.logout.11, 9.logout.1 the server is told within 15 seconds", async () => {
    const calls = serve({ "POST /api/logout": () => done() });
    localStorage.setItem(LOGOUT_DUE, "true");
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    openApp("/auth");
    vi.advanceTimersByTime(14_999);
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(1);
    await eventually(() => expect(localStorage.getItem(LOGOUT_DUE)).toBeNull());
    expect(logouts(calls)).toHaveLength(1);
  });

  test("4.logout.12 who signs in meanwhile stays signed in: the late logout is dropped, and none is under way", async () => {
    let hear: (response: Response) => void = () => {};
    const calls = serve({
      "POST /api/logout": () => new Promise<Response>((resolve) => (hear = resolve)),
      "POST /api/login": () => json(OLIVE),
    });
    localStorage.setItem(LOGOUT_DUE, "true");
    const { user } = openApp("/auth");
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(logouts(calls)).toHaveLength(1));
    await user.type(await screen.findByLabelText("Username"), "olive");
    await user.type(screen.getByLabelText("Password"), "secret{Enter}");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls.map(({ path }) => path)).toEqual(["/api/logout"]);
    hear(problem(503, "being_restored", "Wait"));
    await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/login"));
    await waitFor(() => expect(localStorage.getItem(LOGOUT_DUE)).toBeNull());
    window.dispatchEvent(new Event("online"));
    expect(logouts(calls)).toHaveLength(1);
  });
});

describe("4.logout.10 with check-ins that are not sent", () => {
  async function keepLetIn(key: string) {
    await saveScan(newScan(key));
    await saveVerdict(key, { shown: "admitted", certainty: "list", asOf: 1 });
  }
  const serveAll = () =>
    serve({
      "GET /api/events": () => json([]),
      "POST /api/door/scans": () => problem(503, "being_restored", "Wait"),
      "POST /api/logout": () => done(),
    });

  test.each(["banner", "main"])("the Logout of the %s asks first; 'Stay' stays", async (place) => {
    await keepLetIn("a");
    await keepLetIn("b");
    const calls = serveAll();
    const { user } = openApp("/", { as: OLIVE });
    const button = within(await screen.findByRole(place)).getByRole("button", { name: "Logout" });
    await user.click(button);
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(
      "2 check-ins are not sent yet. They stay on this device and are sent later.",
    );
    await user.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sessionRecord().authenticated).toBe(true);
    expect(calls.some(({ path }) => path === "/api/logout")).toBe(false);
    await user.click(button);
    await user.click(await screen.findByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(sessionRecord().authenticated).toBe(false));
    await waitFor(() => expect(calls.some(({ path }) => path === "/api/logout")).toBe(true));
    // The records stay.
    expect(unsyncedRecords()).toHaveLength(2);
  });

  test("one is one", async () => {
    await keepLetIn("a");
    serveAll();
    const { user } = openApp("/", { as: OLIVE });
    await user.click(within(await screen.findByRole("banner")).getByRole("button", { name: "Logout" }));
    expect(await screen.findByRole("dialog")).toHaveTextContent(
      "1 check-in is not sent yet. It stays on this device and is sent later.",
    );
  });

  describe("4.logout.13 and are not saved", () => {
    const full = () => {
      vi.spyOn(console, "error").mockImplementation(() => {});
      vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
        throw new DOMException("No space", "QuotaExceededError");
      });
    };
    afterEach(() => void vi.restoreAllMocks());
    async function keepUnsaved(key: string) {
      await keepLetIn(key).catch(() => {});
      await saveVerdict(key, { shown: "admitted", certainty: "list", asOf: 1 }).catch(() => {});
    }
    const ask = async (place = "banner") => {
      const { user } = openApp("/", { as: OLIVE });
      await user.click(within(await screen.findByRole(place)).getByRole("button", { name: "Logout" }));
      return { user, dialog: await screen.findByRole("dialog") };
    };

    test("one of two", async () => {
      await keepLetIn("a");
      full();
      await keepUnsaved("b");
      serveAll();
      expect((await ask()).dialog).toHaveTextContent(
        "2 check-ins are not sent yet. 1 of them is not saved on this device: it is lost if this page closes.",
      );
    });

    test("all of them", async () => {
      full();
      await keepUnsaved("a");
      await keepUnsaved("b");
      serveAll();
      expect((await ask()).dialog).toHaveTextContent(
        "2 check-ins are not sent yet. They are not saved on this device: they are lost if this page closes.",
      );
    });

    test("the only one, and home's logout then keeps the page", async () => {
      full();
      await keepUnsaved("a");
      serveAll();
      const { user, dialog } = await ask("main");
      expect(dialog).toHaveTextContent(
        "1 check-in is not sent yet. It is not saved on this device: it is lost if this page closes.",
      );
      await user.click(within(dialog).getByRole("button", { name: "Sign out" }));
      await waitFor(() => expect(sessionRecord().authenticated).toBe(false));
      expect(navigation.reloadPage).not.toHaveBeenCalled();
      expect(unsyncedRecords()).toHaveLength(1);
    });
  });
});
