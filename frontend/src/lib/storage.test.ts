import { expect, test, vi } from "vitest";
import { readStored, writeStored } from "@/lib/storage";

test("what is written is read", () => {
  writeStored("local", "k", { a: 1 });
  expect(readStored("local", "k")).toEqual({ a: 1 });
});

test("3.record.3 a store that holds nonsense gives the default and is logged", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  localStorage.setItem("k", "{nonsense");
  expect(readStored("local", "k", 7)).toBe(7);
  expect(logged).toHaveBeenCalledOnce();
});

test("3.record.3 a store that refuses is logged, and nothing is thrown", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  writeStored("session", "k", 1);
  expect(readStored("session", "k", "default")).toBe("default");
  expect(logged).toHaveBeenCalledTimes(2);
});
