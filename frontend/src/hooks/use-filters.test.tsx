import { act, renderHook } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { addressOf, filtersOf } from "@/features/attendees/list/filters";
import { useFilters } from "@/hooks/use-filters";

const inAddress = (address: string) =>
  renderHook(() => useFilters(filtersOf, addressOf), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  }).result;

test("2.manage.25 two filters that change in the same instant both hold", () => {
  const result = inAddress("/manage-attendees?payment=paid");
  act(() => {
    result.current.changeFilters({ search: "ada" });
    result.current.changeFilters({ eventId: 7 });
    result.current.changeFilters({ attended: false });
  });
  expect(result.current.filters).toMatchObject({
    search: "ada",
    eventId: 7,
    payment: "paid",
    attended: false,
  });
});

test("2.manage.25 a later change builds on the filters as they stand", () => {
  const result = inAddress("/manage-attendees");
  act(() => result.current.changeFilters({ search: "ada" }));
  act(() => result.current.changeFilters({ search: "", eventId: 7 }));
  act(() => result.current.changeFilters({ attended: true }));
  expect(result.current.filters).toMatchObject({ search: "", eventId: 7, payment: "", attended: true });
});
