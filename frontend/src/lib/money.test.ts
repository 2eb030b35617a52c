import { expect, test } from "vitest";
import { amountText, parseAmount } from "@/lib/amount";
import { formatMoney } from "@/lib/money";

test.each([
  [0, "$0.00"],
  [5, "$0.05"],
  [4500, "$45.00"],
  [4550, "$45.50"],
  [123_456_789, "$1,234,567.89"],
])("%i cents read %s", (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [70, "0.70"],
  [4500, "45.00"],
  [1_000_000_000, "10000000.00"],
])("%i cents stand in a field as %s", (cents, text) => {
  expect(amountText(cents)).toBe(text);
  expect(parseAmount(text)).toBe(cents);
});

test.each([
  ["45", 4500],
  ["45.", 4500],
  ["45.5", 4550],
  ["45.50", 4550],
  ["0", 0],
  ["0.05", 5],
  [".5", 50],
  ["007", 700],
  ["$45", 4500],
  ["$ 45", 4500],
  ["  45.00  ", 4500],
  ["1,250", 125_000],
  ["45,50", 4550],
  ["45,5", 4550],
  ["$0,05", 5],
  ["1250,50", 125_050],
  ["1.250,50", 125_050],
  ["1,234,567.89", 123_456_789],
  // Not 3 cents more or less, whatever floating-point numbers make of them.
  ["0.29", 29],
  ["1.15", 115],
  ["4.35", 435],
  ["8.2", 820],
  ["99999999.99", 9_999_999_999],
  ["100000000", 10_000_000_000],
])("5.event.640 '%s' is %i cents", (text, cents) => {
  expect(parseAmount(text)).toBe(cents);
});

test.each([
  "",
  " ",
  ".",
  "$",
  "free",
  "45.555",
  "-1",
  "+1",
  "1e3",
  "45,",
  ",50",
  "1.250",
  "12,34,567",
  "1.25,50",
  "1.2.3",
  "45 50",
  "45 AUD",
  "Infinity",
  "NaN",
  "٤٥",
  "100000000.01",
  "9".repeat(400),
])("'%s' is no amount", (text) => {
  expect(parseAmount(text)).toBeNull();
});
