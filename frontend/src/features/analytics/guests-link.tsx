import type { ReactNode } from "react";
import { Link } from "react-router";
import { type GuestFilters, guestsUrl } from "@/lib/url";

interface GuestsLinkProps {
  eventId: number | null;
  filters?: GuestFilters;
  /** The number of guests: there is no link to none. */
  count: number;
  label: ReactNode;
}

/** The label of a number, as a link to its guests. The nearest `relative` box around it takes the click. */
export function GuestsLink({ eventId, filters = {}, count, label }: GuestsLinkProps) {
  if (count === 0) return label;
  return (
    <Link
      to={guestsUrl(eventId, filters)}
      className="underline underline-offset-4 after:absolute after:-inset-1.5 after:rounded-md hover:decoration-2"
    >
      {label}
    </Link>
  );
}
