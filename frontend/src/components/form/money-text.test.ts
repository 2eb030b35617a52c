import { expect, test } from "vitest";
import { centsOf } from "@/components/form/money-text";

test.each([
  ["a blank is no amount", "  ", null],
  ["dollars are whole cents", "$1,045.50", 104_550],
  ["what is no amount is one that the server refuses", "45.555", -1],
])("%s", (_what, text, cents) => {
  expect(centsOf(text)).toBe(cents);
});
