import { expect, test } from "vitest";
import { paymentGroupOf } from "@/features/checkin/door-list/payment-group";

test.each([
  ["paid", "paid"],
  [" PAID ", "paid"],
  ["ｐａｉｄ", "paid"],
  ["Free", "complimentary"],
  ["comp", "complimentary"],
  ["unpaid", "owed"],
  ["paid half", "owed"],
  ["constructor", "owed"],
  ["", "owed"],
])("a payment text counts as the server counts it: '%s'", (text, group) => {
  expect(paymentGroupOf(text)).toBe(group);
});
