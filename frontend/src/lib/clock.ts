/** The only place that asks what time it is, so that a test can set it. Milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

/** Today in the device's zone, as the date pickers need it. */
export function today(): Date {
  return new Date(now());
}

/** The device's zone by its IANA name, or undefined where the browser cannot tell. */
export function deviceTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== "Etc/Unknown" ? timeZone : undefined;
}
