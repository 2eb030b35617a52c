import { expect, test } from "vitest";
import { paymentGroupOf } from "@/features/door/guest-list/payment-group";

test.each([
  ["paid", 0, "paid"],
  ["Free", 0, "complimentary"],
  [" comp ", 0, "complimentary"],
  ["unpaid", 18_000, "owed"],
  ["paid half", 9000, "owed"],
  ["unpaid", null, "owed"],
  ["constructor", 0, "paid"],
] as const)("who owes is what the server has counted: '%s', %s", (text, owedCents, group) => {
  expect(paymentGroupOf(text, owedCents)).toBe(group);
});
