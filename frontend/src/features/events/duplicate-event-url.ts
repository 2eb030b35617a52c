/** A form for a new event that begins as a copy of this one. */
export const duplicateEventUrl = (eventId: number): string => `/create-event?copyOf=${eventId}`;
