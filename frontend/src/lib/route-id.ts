/** Contract 2: the `{id}` of a route is an integer; null for anything else. */
export function parseRouteId(text: string | undefined): number | null {
  if (!text || !/^\d+$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/** The event that an address filters by (contract 2); null for none, and for what makes no sense. */
export function eventIdOf(address: URLSearchParams): number | null {
  const text = address.get("eventId") ?? "";
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
