/** Removes null values, for a query string. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>;
  };

export const addressWith = (values: object): URLSearchParams =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Parses the `{id}` of a route (contract 2); null if it is no integer. */
export function parseRouteId(text: string | undefined): number | null {
  if (!text || !/^\d+$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/** The value of `eventId` for all events, on a page that chooses one without it. */
export const ALL_EVENTS = "all";

/** Parses the event that a URL filters by (contract 2); null if there is none, or it is invalid. */
export function eventIdOf(params: URLSearchParams): number | null {
  const text = params.get("eventId") ?? "";
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** URL of the form of a new guest, with that event chosen unless it is null. */
export const addGuestUrl = (eventId: number | null): string =>
  eventId === null ? "/add-attendee" : `/add-attendee?eventId=${eventId}`;

/** Filters of /manage-attendees that match a number on another screen. */
export interface GuestFilters {
  paymentGroup?: "owed";
  attended?: boolean;
  tableNumber?: number;
  ticketTypeId?: number;
}

/** URL of the list of these guests, of one event or of all (null). */
export function guestsUrl(eventId: number | null, filters: GuestFilters = {}): string {
  const query = addressWith({ ...given({ eventId }), ...filters }).toString();
  return query === "" ? "/manage-attendees" : `/manage-attendees?${query}`;
}
