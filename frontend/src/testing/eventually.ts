import { vi } from "vitest";

/** Waits until `check` throws no more, with timers that a test has replaced too. Only a test that fails waits this long. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 50_000 });
