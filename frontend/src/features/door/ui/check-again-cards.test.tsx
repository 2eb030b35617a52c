import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import type { ContradictedGuest } from "@/features/door/core/contradiction";
import { CheckAgainCards } from "@/features/door/ui/check-again-cards";

const aGuest = (key: string): ContradictedGuest => ({
  key,
  name: `Guest ${key}`,
  table: 1,
  scannedAt: 1000,
  shownAt: null,
  again: { kind: "cancelled" },
});

function Cards() {
  const [guests, setGuests] = useState([aGuest("1"), aGuest("2")]);
  return (
    <CheckAgainCards
      guests={guests}
      onDismiss={(key) => setGuests(guests.filter((guest) => guest.key !== key))}
    />
  );
}

test("4.offline.7 'Dismiss' leaves the focus at the cards, after the last one too", async () => {
  const user = userEvent.setup();
  render(<Cards />);
  const section = screen.getByRole("region", { name: "Check Again" });
  for (const name of ["Guest 1", "Guest 2"]) {
    await user.click(screen.getByRole("button", { name: new RegExp(`Dismiss.*${name}`) }));
    expect(screen.queryByText(name)).toBeNull();
    expect(section).toHaveFocus();
  }
});

test("4.offline.7 the live region is there before its first card", () => {
  render(<CheckAgainCards guests={[]} onDismiss={() => undefined} />);
  const section = screen.getByRole("region", { name: "Check Again" });
  expect(section).toBeEmptyDOMElement();
  // The stylesheet is not here: what takes it out of the accessibility tree is the class.
  expect(section).not.toHaveClass("empty:hidden");
});
