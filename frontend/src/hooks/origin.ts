import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";

/** Where a page was opened from: the state of its entry in the browser's history. */
export interface Origin {
  fromList?: boolean;
  /** The query of the list's URL. */
  listSearch?: string;
  fromActivity?: boolean;
  fromEvent?: boolean;
  /** The form of a new attendee, which keeps what was typed. */
  fromForm?: boolean;
  /** The URL of the guest's details. */
  fromDetails?: string;
  /** The URL of the ticket that is printed. */
  fromTicket?: string;
  /** Entries between this page and the list; 1 by default. */
  steps?: number;
}

export const useOrigin = (): Origin => (useLocation().state ?? {}) as Origin;

/** `onClick` of a link to the page `entries` before this one, or else to the list: it returns to the same position. */
export function useReturn(entries?: number): (clickEvent: MouseEvent) => void {
  const navigate = useNavigate();
  const { steps = 1 } = useOrigin();
  return (clickEvent) => {
    if (clickEvent.metaKey || clickEvent.ctrlKey || clickEvent.shiftKey) return;
    clickEvent.preventDefault();
    navigate(-(entries ?? steps));
  };
}
