/** The device's zone by its IANA name, or undefined where the browser cannot tell. */
export function deviceTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== "Etc/Unknown" ? timeZone : undefined;
}
