/** What a door knows when it has to decide: plain values, so that vectors can hold them. Times: the server's clock, ms since 1970. */
export interface Facts {
  now: number;
  /** The event of the door; null for all events. */
  eventId: number | null;
  /** What the server said, if it answered in time. */
  answer: ServerAnswer | null;
  /** The list of that event on this device, and the ticket as it stands there. */
  list: { asOf: number; ticket: ListedState | null } | null;
  /** The last time that this device let the ticket in, unless it has taken that back since. */
  own: { at: number; deliveredAt: number | null } | null;
  /** What the text says of itself; null for a guest who was found by name. */
  text: { form: "ours"; eventId: number } | { form: "other" } | null;
}

/**
 * A ticket on the list; `cancelled` is one that the list had and the server has deleted since. `markedAbsentAt`: when a guest
 * who is out was last marked absent.
 */
export type ListedState =
  | { attendedAt: number | null; checkedInBy: string | null; markedAbsentAt?: number | null }
  | "cancelled";

/** What the server can say of a ticket. */
export type ServerAnswer = "admitted" | "already" | "unknown" | "invalid" | "other_event";

/** What a door says of a ticket. Of a confirmed `already` and `other_event` the server's answer itself tells more. */
export type DoorVerdict =
  | { kind: "admitted" }
  /** `here`: at this door. Else when it was, and who let the guest in. */
  | { kind: "already"; since: number | null; by: string | null; here: boolean }
  /** In our form, of this event, and not on the list: sold since? Confirmed, the server knows no such ticket. */
  | { kind: "not_on_list" }
  | { kind: "cancelled" }
  /** `eventId` null where only the server knows it. */
  | { kind: "other_event"; eventId: number | null }
  | { kind: "invalid" }
  | { kind: "undecided" };

/** What a verdict rests on. */
export type Certainty = "confirmed" | "list" | "this_door" | "text" | "none";

/** `age` of the list in ms, where the verdict rests on it. */
export interface Decision {
  verdict: DoorVerdict;
  certainty: Certainty;
  age: number | null;
}
