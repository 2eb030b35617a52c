import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { NO_FILTERS } from "@/features/attendees/list/filters";
import { NOBODY, type Selection } from "@/features/attendees/list/selection";
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

test("2.print.1020 the door list is offered for the selection too, at the event that it shares", async () => {
  await open(2);
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(screen.getByRole("link", { name: /^Door list of the 2 selected/ })).toBeVisible();
  expect(links).toEqual([
    "/print-door-list",
    "/print-door-list?eventId=7&ids=1000000000,1000000001",
    "/print-tickets?ids=1000000000,1000000001",
  ]);
});

test.each([
  ["a search", { ...NO_FILTERS, eventId: 7, search: "ann" }, "/print-door-list?search=ann&eventId=7"],
  ["no filter besides the event", { ...NO_FILTERS, eventId: 7 }, undefined],
])(
  "2.print.1020 without a selection it is offered for what the filters show: %s",
  async (_, filters, url) => {
    render(
      <MemoryRouter>
        <PrintDialog filters={filters} eventName="Gala" selection={NOBODY} matches={23} onClose={() => {}} />
      </MemoryRouter>,
    );
    await screen.findByRole("dialog", { name: "Print" });
    const part = screen.queryByRole("link", { name: /^Door list of the 23 that the filters show/ });
    expect(part?.getAttribute("href")).toBe(url);
    expect(screen.getByRole("link", { name: /^Door list Everyone at Gala/ })).toHaveAttribute(
      "href",
      "/print-door-list?eventId=7",
    );
  },
);

test("2.print.19, 9.print.4 for more there is no such link, but a word about what to do", async () => {
  const dialog = await open(726);
  expect(screen.getAllByRole("link")).toHaveLength(1);
  expect(dialog).toHaveTextContent(
    "Too many individual choices to print at once. Use filters and 'Select all', or print in batches.",
  );
});
