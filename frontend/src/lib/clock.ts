/** The only access to the clock, so that tests can set it. Milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

/** Computers correct their clocks in small steps. A larger step means that the clock was set. */
const SET_MS = 2000;
let isAway = globalThis.document?.hidden ?? false;
/** The clock minus the monotonic clock, as of the last check. */
let apart = now() - performance.now();
let setBy = 0;

/** Returns how far the device's clock was set since this page began, in whole milliseconds. */
export function clockSetBy(): number {
  const moved = now() - performance.now() - apart;
  apart += moved;
  // During sleep the monotonic clock may stop, and the page is hidden.
  const hasSlept = isAway && moved > 0;
  if (Math.abs(moved) > SET_MS && !hasSlept) setBy += Math.round(moved);
  return setBy;
}

globalThis.document?.addEventListener("visibilitychange", () => {
  clockSetBy();
  isAway = document.hidden;
});

/** A clock that is not affected by setting the device's: for durations and order. */
export const steadyNow = (): number => now() - clockSetBy();

/** Forgets earlier changes of the device's clock, as on a new page. Tests share one page. */
export function resetSteadyClock(): void {
  isAway = globalThis.document?.hidden ?? false;
  apart = now() - performance.now();
  setBy = 0;
}

export function today(): Date {
  return new Date(now());
}

/** The device's time zone by its IANA name, or undefined if the browser does not know it. */
export function deviceTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== "Etc/Unknown" ? timeZone : undefined;
}
