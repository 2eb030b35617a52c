import { expect, test } from "vitest";
import type { UserSales } from "@/api/types";
import { byTicketsSold, capacityUse, percentOf, performanceOf } from "@/features/analytics/rules";
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

test.each([
  [
    "before its day by the registered guests",
    "2026-12-05",
    { sold: 120, in: 0, inside: null },
    120,
    "registered",
    null,
  ],
  ["overbooked", "2026-12-05", { sold: 160, in: 0, inside: null }, 160, "registered", "overbooked by 10"],
  ["where exits are counted", "2026-12-05", { sold: 160, in: 0, inside: 0 }, 160, "registered", null],
  ["after an early arrival", "2026-12-05", { sold: 160, in: 1, inside: null }, 1, "arrived", null],
  [
    "tonight by the arrivals",
    "2026-11-28",
    { sold: 160, in: 152, inside: null },
    152,
    "arrived",
    "Full, 2 over",
  ],
  [
    "tonight by who is inside",
    "2026-11-28",
    { sold: 160, in: 152, inside: 140 },
    140,
    "inside",
    "Nearly full",
  ],
  [
    "after it by the arrivals, in numbers alone",
    "2026-11-27",
    { sold: 160, in: 152, inside: 3 },
    152,
    "arrived",
    null,
  ],
] as const)("2.analytics.1140 the capacity counts, %s", (_when, date, count, people, countedAs, label) => {
  const overview = { totalTicketsSold: count.sold, scannedTickets: count.in };
  const use = capacityUse({ date, time: "19:30" }, 150, overview, count.inside, "2026-11-28");
  expect(use).toEqual({ people, countedAs, label });
});
