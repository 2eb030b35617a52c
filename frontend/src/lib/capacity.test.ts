import { expect, test } from "vitest";
import { fullnessOf } from "@/lib/capacity";

test.each([
  [0, 1, "roomy"],
  [1, 1, "full"],
  [8, 10, "roomy"],
  [9, 10, "nearly"],
  [269, 300, "roomy"],
  [270, 300, "nearly"],
  [299, 300, "nearly"],
  [300, 300, "full"],
  [301, 300, "full"],
  [2, 3, "roomy"],
  [90_000, 100_000, "nearly"],
] as const)("9.doors.331, 332 with %i of %i in it is %s", (arrived, capacity, fullness) => {
  expect(fullnessOf(arrived, capacity)).toBe(fullness);
});
