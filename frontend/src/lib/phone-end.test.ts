import { expect, test } from "vitest";
import { phoneEnd } from "@/lib/phone-end";

test.each([
  ["+61 400 123 456", "…3456"],
  ["0400-12 34 56 (work)", "…3456"],
  ["1234", "1234"],
  ["12", "12"],
  ["unknown", ""],
])("2.print.10 of the phone %s the list says %s", (phone, shown) => {
  expect(phoneEnd(phone)).toBe(shown);
});
