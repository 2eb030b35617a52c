import { expect, test } from "vitest";
import type { UserSales } from "@/api/types";
import { byTicketsSold, percentOf, performanceOf } from "@/features/analytics/rules";
import { centsOfUnits } from "@/lib/amount";

test.each([
  [0, "low"],
  [19, "low"],
  [20, "good"],
  [49, "good"],
  [50, "high"],
  [1000, "high"],
])("9.analytics.1, 2, 3 who sold %i is '%s'", (ticketsSold, performance) => {
  expect(performanceOf(ticketsSold)).toBe(performance);
});

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [7, 7, 100],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [1, 200, 1],
  [1, 201, 0],
  // Binary fractions put this one below its half.
  [29, 200, 15],
  [999_999, 1_000_000, 100],
])("3.overview.4, 5, 10 %i of %i is %i %%", (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

test("every percentage is the nearest whole one, and the upper of two", () => {
  const wrong: string[] = [];
  for (let whole = 1; whole <= 400; whole++) {
    for (let part = 0; part <= whole; part++) {
      const off = 100 * part - percentOf(part, whole) * whole;
      if (2 * off < -whole || 2 * off >= whole) wrong.push(`${part} of ${whole}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  [0, 0],
  [0.29, 29],
  [1.1, 110],
  [57, 5700],
  [1999999999.99, 199999999999],
])("$%d is %i cents", (dollars, cents) => {
  expect(centsOfUnits(dollars)).toBe(cents);
});

test("who sold most comes first, and names keep their order among those who sold as many", () => {
  const sales = (fullName: string, totalSold: number): UserSales => ({
    user: { id: 1, fullName, username: "x", role: "organizer" },
    stats: { totalSold, paidTickets: 0, unpaidTickets: 0, complimentaryTickets: 0, revenue: 0 },
  });
  const ranked = byTicketsSold([sales("Ada", 1), sales("Bea", 5), sales("Cleo", 1)]);
  expect(ranked.map(({ user }) => user.fullName)).toEqual(["Bea", "Ada", "Cleo"]);
});
