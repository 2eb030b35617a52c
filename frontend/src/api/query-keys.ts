/**
 * The first part of each room's query keys. It stands here, below the rooms, because one room's mutation changes what
 * another has read, and rooms never import each other. The rest of a key is its room's own, in its `api.ts`.
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
} as const;
