import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import "@/pages/add-attendee-page";
import "@/pages/home-page";
import "@/pages/manage-attendees-page";
import "@/pages/scan-attendees-page";
import { attendeeNamed, GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, page, serve } from "@/testing/server";

const OTHER = { ...GALA, id: 8, name: "Jazz Supper" };

function open(url: string) {
  serve({
    "GET /api/events": () => json([GALA, OTHER]),
    "GET /api/attendees": () => page([attendeeNamed("Ada Byron", { id: 42 })], { total: 1 }),
  });
  return openApp(url, { as: OLIVE });
}

async function openList(url = "/manage-attendees") {
  const opened = open(url);
  await screen.findByRole("link", { name: /Ada Byron/ });
  return { ...opened, search: screen.getByRole("searchbox", { name: "Search" }) };
}

describe("at the list of attendees", () => {
  test("2.keys.1 `/` puts the cursor into the search and is not typed", async () => {
    const { user, search } = await openList();
    expect(search).toHaveAttribute("aria-keyshortcuts", "/");
    await user.keyboard("/");
    expect(search).toHaveFocus();
    expect(search).toHaveValue("");
    await user.keyboard("1/2");
    expect(search).toHaveValue("1/2");
  });

  test("2.keys.2 `n` leads to the form, with the event of the list chosen", async () => {
    const { user } = await openList("/manage-attendees?eventId=8");
    await user.keyboard("n");
    expect(await screen.findByLabelText("Event")).toHaveDisplayValue(/Jazz Supper/);
    expect(window.location.pathname).toBe("/add-attendee");
  });

  test("2.keys.4 a key that is meant for something else does nothing", async () => {
    const { user, search } = await openList();
    for (const held of [
      { ctrlKey: true },
      { altKey: true },
      { metaKey: true },
      { repeat: true },
      { isComposing: true },
    ])
      fireEvent.keyDown(document.body, { key: "/", ...held });
    expect(search).not.toHaveFocus();
    screen.getByRole("combobox", { name: "Attendance" }).focus();
    await user.keyboard("n/");
    screen.getByRole("textbox", { name: "Payment" }).focus();
    await user.keyboard("n/");
    expect(screen.getByRole("textbox", { name: "Payment" })).toHaveValue("n/");
    expect(search).not.toHaveFocus();
    expect(window.location.pathname).toBe("/manage-attendees");
  });

  test("2.keys.3, 4 `?` lists the keys, and under the list none is live", async () => {
    const { user, search } = await openList();
    await user.keyboard("?");
    const help = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(help).toHaveTextContent("Search, on Manage Attendees");
    screen.getByRole("button", { name: "Close" }).focus();
    await user.keyboard("n/");
    expect(help).toBeVisible();
    expect(search).not.toHaveFocus();
  });

  test("2.keys.7 where touch is all there is, none is live", async () => {
    const { user, search } = await openList();
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
    await user.keyboard("/");
    expect(search).not.toHaveFocus();
  });
});

describe("on the dashboard", () => {
  test("2.keys.7 where touch is all there is, none shows", async () => {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
    open("/");
    const entry = await screen.findByRole("link", { name: "Add Attendee" });
    expect(entry).not.toHaveAttribute("aria-keyshortcuts");
  });

  test("2.keys.2, 7 `n` leads to the form, as its entry says", async () => {
    const { user } = open("/");
    const entry = await screen.findByRole("link", { name: "Add Attendee" });
    expect(entry).toHaveAttribute("aria-keyshortcuts", "n");
    // The key may come before the page listens.
    await waitFor(async () => {
      await user.keyboard("n");
      expect(window.location.pathname).toBe("/add-attendee");
    });
  });

  test("2.keys.5 the switch turns them all off, and the device remembers", async () => {
    const { user, unmount } = open("/");
    await user.click(await screen.findByRole("button", { name: "Keyboard shortcuts" }));
    const toggle = screen.getByRole("switch", { name: "Shortcuts on this device" });
    expect(toggle).toBeChecked();
    await user.click(toggle);
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.keyboard("n?");
    expect(window.location.pathname).toBe("/");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Add Attendee" })).not.toHaveAttribute("aria-keyshortcuts");
    unmount();

    const { search, user: again } = await openList();
    await again.keyboard("/");
    expect(search).not.toHaveFocus();
    await again.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
    await again.click(screen.getByRole("switch", { name: "Shortcuts on this device" }));
    await again.click(screen.getByRole("button", { name: "Close" }));
    await again.keyboard("/");
    expect(search).toHaveFocus();
  });
});

test("2.keys.6 the scanner has none: there a scanner types", async () => {
  const { user } = open("/scan-attendees");
  await screen.findByRole("button", { name: "Start" });
  await user.keyboard("n?/");
  expect(window.location.pathname).toBe("/scan-attendees");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Keyboard shortcuts" })).not.toBeInTheDocument();
});
