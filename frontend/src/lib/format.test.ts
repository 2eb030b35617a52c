import { afterEach, expect, test, vi } from "vitest";
import {
  amountExamples,
  amountText,
  amountWrong,
  centsOfUnits,
  currencyUnits,
  parseAmount,
} from "@/lib/amount";
import { formatEventMoment, formatTimeOfDay, formatTimestamp } from "@/lib/event-date";
import { exampleDate, formatExactTimestamp } from "@/lib/exact-date";
import { formatMoney } from "@/lib/money";
import { adoptSettings, DEFAULT_SETTINGS, type Settings } from "@/lib/settings";
import { parseTypedDate } from "@/lib/typed-date";

const use = (changed: Partial<Settings>) =>
  adoptSettings({ settings: { ...DEFAULT_SETTINGS, ...changed }, css: "" });
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

afterEach(() => use({}));

test.each<[string, number, string, string, string]>([
  ["AUD", 2, "$1,234.50", "1234.50", "dollars"],
  ["EUR", 2, "€1,234.50", "1234.50", "euros"],
  ["JPY", 0, "¥123,450", "123450", "yen"],
  ["KWD", 3, "KWD 123.450", "123.450", "dinars"],
  ["CHF", 2, "CHF 1,234.50", "1234.50", "francs"],
])("9.settings.2 amounts in %s", (currency, currencyDecimals, shown, typed, units) => {
  use({ currency, currencyDecimals });
  expect(plain(formatMoney(123_450))).toBe(shown);
  expect(amountText(123_450)).toBe(typed);
  expect(parseAmount(typed)).toBe(123_450);
  expect(parseAmount(formatMoney(123_450))).toBe(123_450);
  expect(currencyUnits()).toBe(units);
  expect(centsOfUnits(Number(typed))).toBe(123_450);
  for (const example of amountExamples().split(" or ")) expect(parseAmount(example)).not.toBeNull();
});

test.each<[string, number, string]>([
  ["AUD", 2, "Enter an amount from 0 to 100,000,000 dollars, such as 45 or 45.50"],
  ["JPY", 0, "Enter an amount from 0 to 10,000,000,000 yen, such as 4500"],
  ["KWD", 3, "Enter an amount from 0 to 10,000,000 dinars, such as 45 or 45.500"],
])(
  "2.create-event.1000 the message at a wrong amount names the maximum in %s",
  (currency, currencyDecimals, words) => {
    use({ currency, currencyDecimals });
    expect(amountWrong()).toBe(words);
    const most = /to ([\d,]+)/.exec(words)?.[1] ?? "";
    expect(parseAmount(most)).not.toBeNull();
    expect(parseAmount(`1${most}`)).toBeNull();
  },
);

test("9.settings.2 an amount has no more decimals than its currency", () => {
  use({ currency: "JPY", currencyDecimals: 0 });
  expect(parseAmount("45.50")).toBeNull();
  expect(parseAmount("¥4,500")).toBe(4500);
  expect(parseAmount("4.500")).toBe(4500);
});

test("9.format.1 the defaults", () => {
  const at = new Date(2026, 10, 21, 19, 42, 7).toISOString();
  expect(formatEventMoment("2026-11-21", "19:30")).toBe("Sat 21 Nov 2026 at 19:30");
  expect(formatTimestamp(at)).toBe("21 Nov 2026, 19:42");
  expect(formatExactTimestamp(at)).toBe("21 Nov 2026, 19:42:07");
  expect(formatTimeOfDay(at)).toBe("19:42");
});

test("9.format.2 the month first, and 12 hours", () => {
  const at = new Date(2026, 10, 21, 19, 42, 7).toISOString();
  use({ dateFormat: "monthFirst", timeFormat: "12h" });
  expect(plain(formatEventMoment("2026-11-21", "19:30"))).toBe("Sat, Nov 21, 2026 at 7:30 PM");
  expect(plain(formatEventMoment("2026-11-21", "00:05"))).toBe("Sat, Nov 21, 2026 at 12:05 AM");
  expect(plain(formatTimestamp(at))).toBe("Nov 21, 2026, 7:42 PM");
  expect(plain(formatExactTimestamp(at))).toBe("Nov 21, 2026, 7:42:07 PM");
});

test("2.create-event.1070 the example of a date is in the next year", () => {
  vi.setSystemTime(new Date(2026, 11, 31, 23, 59));
  expect(exampleDate()).toBe("21 Nov 2027");
  use({ dateFormat: "monthFirst" });
  expect(exampleDate()).toBe("Nov 21, 2027");
  vi.useRealTimers();
});

test("9.format.3 of two numbers that are typed the first is the day or the month, as dates are written", () => {
  const now = new Date(2026, 0, 15);
  expect(parseTypedDate("3/4", now)).toBe("2026-04-03");
  use({ dateFormat: "monthFirst" });
  expect(parseTypedDate("3/4", now)).toBe("2026-03-04");
  expect(parseTypedDate("28/11", now)).toBe("2026-11-28");
  expect(parseTypedDate("Sat, Nov 21, 2026", now)).toBe("2026-11-21");
});
