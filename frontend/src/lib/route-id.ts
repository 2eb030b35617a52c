/** Contract 2: the `{id}` of a route is an integer; null for anything else. */
export function parseRouteId(text: string | undefined): number | null {
  if (!text || !/^\d+$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}
