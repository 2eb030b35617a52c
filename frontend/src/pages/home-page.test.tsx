import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { showCarriedToast } from "@/components/ui/toast-store";
import { sessionRecord } from "@/features/users/session";
import { reloadPage } from "@/lib/page-load";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { done, json, page, problem, serve } from "@/testing/server";

vi.mock("@/lib/page-load", () => ({ redirectTo: vi.fn(), reloadPage: vi.fn() }));
const reloaded = vi.mocked(reloadPage);
beforeEach(() => reloaded.mockReset());

const untimed = {
  ...GALA,
  id: 8,
  name: "New Year Breakfast",
  date: "2027-01-01",
  time: null,
};

/** The count of attendees comes with the first page of their list (contract 7). */
const COUNT = { "GET /api/attendees": () => page([], { total: 123 }) };

test("Your Events: each leads to its event and shows its date at its time", async () => {
  serve({ "GET /api/events": () => json([GALA, untimed]), ...COUNT });
  openApp("/", { as: OLIVE });
  await screen.findByRole("heading", { name: "Your Events" });
  const gala = screen.getByRole("link", { name: /Midwinter Gala/ });
  expect(gala).toHaveAttribute("href", "/edit-event/7");
  expect(gala).toHaveTextContent("Sat 28 Nov 2026 at 19:30");
  expect(screen.getByRole("link", { name: /New Year Breakfast/ })).toHaveTextContent(/Fri 1 Jan 2027$/);
});

test("2.home.16 Quick Overview counts events, and attendees without reading them", async () => {
  const calls = serve({ "GET /api/events": () => json([GALA, untimed]), ...COUNT });
  openApp("/", { as: OLIVE });
  const figure = (label: string) => screen.getByText(label).parentElement ?? document.body;
  await waitFor(() => expect(within(figure("Total Events")).getByText("2")).toBeVisible());
  expect(await within(figure("Total Attendees")).findByText("123")).toBeVisible();
  expect(calls.find(({ path }) => path === "/api/attendees")?.query).toEqual({ limit: "1" });
});

test("without events there is no list", async () => {
  serve({ "GET /api/events": () => json([]), ...COUNT });
  openApp("/", { as: OLIVE });
  await waitFor(() => expect(screen.getByText("Total Events").parentElement).toHaveTextContent("0"));
  expect(screen.queryByRole("heading", { name: "Your Events" })).toBeNull();
});

test("events that could not be read are said, and asked for again", async () => {
  const answers = [problem(503, "database_unavailable", "Down"), json([GALA])];
  serve({ "GET /api/events": () => answers.shift() ?? json([]), ...COUNT });
  const { user } = openApp("/", { as: OLIVE });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: /Midwinter Gala/ });
});

test("the dashboard's Logout waits for nobody: flag and time go, the page reloads, its own words follow", async () => {
  const calls = serve({ "GET /api/events": () => json([]), "POST /api/logout": () => new Promise(() => {}) });
  const { user } = openApp("/", { as: OLIVE });
  const main = await screen.findByRole("main");
  await user.click(within(main).getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
  expect(calls.at(-1)).toMatchObject({ path: "/api/logout", keepalive: true });
  showCarriedToast();
  await waitFor(() =>
    expect(toastRegion()).toHaveTextContent("Logged OutYou have been successfully logged out"),
  );
});

test("the frame's logout waits for the server, then forgets the user and goes to /auth", async () => {
  serve({ "GET /api/events": () => json([]), "POST /api/logout": () => done() });
  const { user } = openApp("/", { as: OLIVE });
  const frame = await screen.findByRole("banner");
  await user.click(within(frame).getByRole("button", { name: "Logout" }));
  await screen.findByRole("heading", { name: "Sign in" });
  expect(toastRegion()).toHaveTextContent("Logged out successfullyYou have been logged out of the system");
  expect(sessionRecord()).toEqual({ user: null, authenticated: false, authTime: 0 });
  expect(reloaded).not.toHaveBeenCalled();
});

test("a logout that fails says so and stays", async () => {
  serve({
    "GET /api/events": () => json([]),
    "POST /api/logout": () => Promise.reject(new TypeError("offline")),
  });
  const { user } = openApp("/", { as: OLIVE });
  const frame = await screen.findByRole("banner");
  await user.click(within(frame).getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("Logout failedThere was an error logging out"));
  expect(sessionRecord().authenticated).toBe(true);
});

test("the name opens the change of one's own password", async () => {
  const calls = serve({ "GET /api/events": () => json([]), "PUT /api/me/password": () => done() });
  const { user } = openApp("/", { as: OLIVE });
  await user.click(await screen.findByRole("button", { name: /Olive Organizer/ }));
  await user.type(await screen.findByLabelText("Current password"), "the old password");
  await user.type(screen.getByLabelText("New password"), "a better password");
  await user.type(screen.getByLabelText("Repeat new password"), "a better password");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("SuccessPassword changed"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.at(-1)?.body).toEqual({
    currentPassword: "the old password",
    newPassword: "a better password",
  });
});
