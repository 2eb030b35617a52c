import { describe, expect, test } from "vitest";
import { afterKey, NO_BURST } from "@/features/door/scan/use-key-scanner";

/** The codes that are read from keys, each `gap` milliseconds after the one before. */
function read(keys: readonly string[], gap: number | ((index: number) => number)): string[] {
  const codes: string[] = [];
  let at = 0;
  let burst = NO_BURST;
  for (const [index, key] of keys.entries()) {
    at += typeof gap === "number" ? gap : gap(index);
    const next = afterKey(burst, { key, at });
    burst = next.burst;
    if (next.code !== null) codes.push(next.code);
  }
  return codes;
}
const TICKET = "DL1.7.0123456789ABCDEFGHJKMNPQRS";

describe("4.scan.25 a burst of keys that ends with Enter", () => {
  test("is a reading", () => {
    expect(read([...TICKET, "Enter"], 8)).toEqual([TICKET]);
    expect(read([...TICKET, "Enter", ...TICKET, "Enter"], 100)).toEqual([TICKET, TICKET]);
  });

  test("is one with the Shift keys of its capitals", () => {
    expect(read(["Shift", "D", "Shift", "L", "1", ".", "7", ".", "A", "Enter"], 10)).toEqual(["DL1.7.A"]);
  });

  test("is none at a hand's speed, nor when its Enter comes late", () => {
    expect(read([..."hello there", "Enter"], 101)).toEqual([]);
    expect(read([..."hello there", "Enter"], (index) => (index === 11 ? 101 : 5))).toEqual([]);
  });

  test("leaves out what a hand typed before it", () => {
    expect(read(["x", ...TICKET, "Enter"], (index) => (index === 1 ? 500 : 5))).toEqual([TICKET]);
  });

  test("is none when it is short, broken by another key, or without Enter", () => {
    expect(read([..."12345", "Enter"], 5)).toEqual([]);
    expect(read([..."123", "Tab", ..."456", "Enter"], 5)).toEqual([]);
    expect(read([...TICKET], 5)).toEqual([]);
    expect(read(["Enter", "Enter"], 5)).toEqual([]);
  });
});
