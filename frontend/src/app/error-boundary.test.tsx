import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { SAM } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, serve } from "@/testing/server";

/** The network that brings a page: vitest loads modules without one. */
const { network, fetched } = vi.hoisted(() => {
  const state = { isCut: true };
  const load = async (original: () => Promise<object>) => {
    if (state.isCut) throw new TypeError("Failed to fetch dynamically imported module");
    return original();
  };
  return { network: state, fetched: load };
});
vi.mock("@/pages/create-event-page", fetched);

const COULD_NOT = "This page could not be shown";

beforeEach(() => {
  network.isCut = true;
  vi.spyOn(console, "error").mockImplementation(() => {});
  serve({ "GET /api/events": () => json([]) });
});

test("4.shell.5 a page that could not be loaded gives way to the next one, and is asked for again", async () => {
  const { user } = openApp("/", { as: SAM });
  await user.click(await screen.findByRole("link", { name: "Create Event" }));
  await screen.findByRole("heading", { name: COULD_NOT });
  act(() => window.history.back());
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(screen.queryByText(COULD_NOT)).not.toBeInTheDocument();
  network.isCut = false;
  await user.click(screen.getByRole("link", { name: "Create Event" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Create Event" })).toBeVisible();
});
