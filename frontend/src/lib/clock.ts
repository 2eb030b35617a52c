/** The only place that asks what time it is, so that a test can set it. Milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

/** Today in the device's zone, as the date pickers need it. */
export function today(): Date {
  return new Date(now());
}
