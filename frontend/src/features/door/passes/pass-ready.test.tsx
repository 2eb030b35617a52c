import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { PassMade } from "@/api/types";
import { PassReady } from "@/features/door/passes/pass-ready";
import { GALA, OLIVE } from "@/testing/cast";

const MADE: PassMade = {
  id: 3,
  eventId: GALA.id,
  list: null,
  door: "Gate B",
  helper: null,
  secret: "a-secret",
  claimUntil: "2026-11-28T18:00:00.000Z",
  claimedAt: null,
  createdAt: "2026-11-28T17:30:00.000Z",
  grantId: null,
  lastContactAt: null,
  maker: { id: OLIVE.id, fullName: OLIVE.fullName },
  makesUntil: "2026-11-29T05:30:00.000Z",
  revokedAt: null,
  revokedBy: null,
  waiting: 0,
};

afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
});

test("2.pass.580 on a page without HTTPS the link stands to be copied by hand", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const user = userEvent.setup();
  // Browsers have no clipboard there.
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  render(<PassReady made={MADE} event={GALA} onClose={() => {}} />);
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The link could not be copied: http://localhost:3000/pass#a-secret",
  );
});
