import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { NO_FILTERS } from "@/features/attendees/list/filters";
import type { Selection } from "@/features/attendees/list/selection";
import { PrintDialog } from "@/features/attendees/print/print-dialog";
import { attendeeNamed } from "@/testing/cast";

/** A selection of that many ids of ten digits. */
function ticked(count: number): Selection {
  const ids = Array.from({ length: count }, (_, index) => 1_000_000_000 + index);
  return { kind: "some", chosen: new Map(ids.map((id) => [id, attendeeNamed(`Guest ${id}`, { id })])) };
}

function open(count: number) {
  render(
    <MemoryRouter>
      <PrintDialog
        filters={NO_FILTERS}
        eventName={undefined}
        selection={ticked(count)}
        matches={count}
        onClose={() => {}}
      />
    </MemoryRouter>,
  );
  return screen.findByRole("dialog", { name: "Print" });
}

test("9.print.4 as many are printed as an address of 8,000 characters holds", async () => {
  await open(725);
  const { pathname, search } = new URL(
    (screen.getByRole("link", { name: /^QR tickets/ }) as HTMLAnchorElement).href,
  );
  expect((pathname + search).length).toBe(7993);
});

test("2.print.19, 9.print.4 for more there is no such link, but a word about what to do", async () => {
  const dialog = await open(726);
  expect(screen.getAllByRole("link")).toHaveLength(1);
  expect(dialog).toHaveTextContent(
    "Too many individual choices to print at once. Use filters and 'Select all', or print in batches.",
  );
});
