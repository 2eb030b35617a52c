import { expect, test } from "vitest";
import { formatBytes } from "@/lib/bytes";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1 KB"],
  [3_450_000, "3.5 MB"],
  [1_200_000_000, "1.2 GB"],
])("%i is %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
