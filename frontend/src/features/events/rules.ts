/** Lengths count after trimming (contract 5). */
export const EVENT_NAME_MAX = 200;

/** Maximum of cards of one day on the dashboard (contract 2). */
export const EVENT_CARDS_MAX = 6;

/** URL of the form for a copy of this event. */
export const duplicateEventUrl = (eventId: number): string => `/create-event?copyOf=${eventId}`;

export const VENUE_MAX = 120;
export const ADDRESS_MAX = 300;
export const TICKET_TEXT_MAX = 500;
