/** The only place that asks what time it is, so that a test can set it. Milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

/** Computers put their clocks right bit by bit. A clock that moves by more at once was set. */
const SET_MS = 2000;
let isAway = globalThis.document?.hidden ?? false;
/** The clock minus the monotonic clock, as of the last check. */
let apart = now() - performance.now();
let setBy = 0;

/** Returns how far the device's clock was set since this page began, in whole milliseconds. */
export function clockSetBy(): number {
  const moved = now() - performance.now() - apart;
  apart += moved;
  // While a device sleeps, its monotonic clock may stand still, and its page is hidden.
  const hasSlept = isAway && moved > 0;
  if (Math.abs(moved) > SET_MS && !hasSlept) setBy += Math.round(moved);
  return setBy;
}

globalThis.document?.addEventListener("visibilitychange", () => {
  clockSetBy();
  isAway = document.hidden;
});

/** The time by a clock that nobody sets while this page is open: for whatever lasts, and for the order of things. */
export const steadyNow = (): number => now() - clockSetBy();

/** Today in the device's zone, as the date pickers need it. */
export function today(): Date {
  return new Date(now());
}

/** The device's time zone by its IANA name, or undefined if the browser does not know it. */
export function deviceTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== "Etc/Unknown" ? timeZone : undefined;
}
