export const doorListUrl = (eventId: number | null): string =>
  `/print-door-list${eventId === null ? "" : `?eventId=${eventId}`}`;
