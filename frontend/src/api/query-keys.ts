/**
 * First part of each feature's query keys. It is here because one feature's mutation changes another's data, and
 * features never import each other. The rest of a key is in the feature's `api.ts`.
 */
export const QUERY_KEY = {
  attendees: ["attendees"],
  events: ["events"],
  users: ["users"],
  imports: ["imports"],
  backup: ["backup"],
  analytics: ["analytics"],
  conflicts: ["conflicts"],
  tickets: ["tickets"],
  doors: ["doors"],
  history: ["history"],
  ticketTypes: ["ticket-types"],
  checkInLists: ["check-in-lists"],
  settings: ["settings"],
} as const;

/** The data that the undo of a change of many, or of an import, changes, for `meta.changes`. */
export const CHANGED_BY_UNDO = [...QUERY_KEY.attendees, ...QUERY_KEY.history];
