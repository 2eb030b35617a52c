import type { ReactNode } from "react";

/** Props that a form passes to the choice of a ticket type. Ids are text; "" means no type. */
export interface TypeFieldProps {
  /** The event whose types there are to choose from. */
  eventId: number | null;
  value: string;
  error: string | undefined;
  /** `name`: of the chosen type. */
  onChoose: (id: string, name?: string) => void;
}

/** In a change of many: the guests are to have no type. */
export const NO_TYPE = "none";

/** The choice of a ticket type, which the page puts into a form; nothing for an event without types. */
export type TypeField = (props: TypeFieldProps) => ReactNode;
