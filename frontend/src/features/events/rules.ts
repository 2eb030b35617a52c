/** Contract 5: lengths are counted after trimming. */
export const EVENT_NAME_MAX = 200;

/** contract 5: the most people that an event may have room for. */
export const CAPACITY_MAX = 100_000;

/** contract 2: so many events of one day have a card on the dashboard. */
export const EVENT_CARDS_MAX = 6;

/** A form for a new event that begins as a copy of this one. */
export const duplicateEventUrl = (eventId: number): string => `/create-event?copyOf=${eventId}`;
