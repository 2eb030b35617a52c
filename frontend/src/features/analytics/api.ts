import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesConflicts, touchesEvents, touchesList, touchesUsers } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type {
  ArrivalsPerMinute,
  EventFigures,
  EventSales,
  Overview,
  PaymentGroupSales,
  TableTickets,
  TypeTickets,
  UserSales,
} from "@/api/types";
import { now } from "@/lib/clock";
import { businessDay } from "@/lib/event-day";

const analyticsKeys = { figures: (eventId: number | null) => [...QUERY_KEY.analytics, eventId] as const };

/** The data of the screen, its event (null: all) and the time it was read (milliseconds). */
export interface Figures {
  eventId: number | null;
  overview: Overview;
  /** Null for all events. */
  presence: Pick<EventFigures, "inside" | "left"> | null;
  users: UserSales[];
  /** Empty for one event. */
  events: EventSales[];
  arrivals: ArrivalsPerMinute[];
  payments: PaymentGroupSales[];
  tables: TableTickets[];
  types: TypeTickets[];
  readAt: number;
}

/**
 * All numbers of one event, or of all events, read together so that they share one time. Presence, arrivals, tables
 * and ticket types only exist for one event, the sales of each event only for all. The cache entry is removed when the
 * page closes, so that opening it again reloads; the previous event's numbers stay visible meanwhile.
 */
export const figuresQuery = (eventId: number | null) =>
  queryOptions({
    queryKey: analyticsKeys.figures(eventId),
    queryFn: async (): Promise<Figures> => {
      const params = { params: { query: { eventId } } };
      const seen = { params: { query: { eventId, today: businessDay() } } };
      const ofOne = eventId !== null;
      const [overview, presence, users, events, arrivals, payments, tables, types] = await Promise.all([
        unwrap(api.GET("/api/analytics/overview", seen)),
        ofOne ? unwrap(api.GET("/api/attendees/figures", { params: { query: { eventId } } })) : null,
        unwrap(api.GET("/api/analytics/users", params)),
        ofOne ? [] : unwrap(api.GET("/api/analytics/events")),
        ofOne ? unwrap(api.GET("/api/analytics/arrivals", params)) : [],
        unwrap(api.GET("/api/analytics/payments", params)),
        ofOne ? unwrap(api.GET("/api/analytics/tables", params)) : [],
        ofOne ? unwrap(api.GET("/api/analytics/types", params)) : [],
      ]);
      return { eventId, overview, presence, users, events, arrivals, payments, tables, types, readAt: now() };
    },
    gcTime: 0,
    meta: {
      isAffectedBy: (facts) =>
        touchesList(facts, eventId) ||
        touchesEvents(facts) ||
        touchesUsers(facts) ||
        touchesConflicts(facts, eventId),
    },
    placeholderData: keepPreviousData,
  });
