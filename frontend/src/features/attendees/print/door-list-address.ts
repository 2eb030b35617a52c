export const doorListAddress = (eventId: number | null): string =>
  `/print-door-list${eventId === null ? "" : `?eventId=${eventId}`}`;
