import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { shownToast } from "@/components/ui/toast-store";
import { NO_FILTERS } from "@/features/attendees/list/filters";
import { ExportButtons } from "@/features/attendees/list/list-buttons";
import { NOBODY, type Selection } from "@/features/attendees/list/selection";
import { attendeeNamed } from "@/testing/cast";

test("2.manage.930 more than an address holds are refused in words", async () => {
  const ids = Array.from({ length: 760 }, (_, index) => 1_000_000_000 + index);
  const selection: Selection = {
    kind: "some",
    chosen: new Map(ids.map((id) => [id, attendeeNamed(`Guest ${id}`, { id })])),
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportButtons filters={NO_FILTERS} selection={selection} matches={760} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Export CSV (760)" }));
  expect(shownToast()?.title).toBe("Too many were ticked one by one");
});

test.each([
  [0, true],
  [3, false],
  [null, false],
])("2.manage.17 of %j matches the exports are disabled: %j", (matches, isDisabled) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportButtons filters={NO_FILTERS} selection={NOBODY} matches={matches} />
    </QueryClientProvider>,
  );
  for (const button of screen.getAllByRole("button")) expect(button).toHaveProperty("disabled", isDisabled);
});
