import { ApiError } from "@/api/api-error";

/** The number of selected guests that the server found, and the ids that it did not (contract 7.update-many, 7.mail). */
export interface SelectionRefusal {
  matching: number;
  missing?: readonly number[] | undefined;
}

/** Returns the refusal of a selection in which some are gone; null for any other error. */
export const selectionRefusal = (error: unknown): SelectionRefusal | null =>
  error instanceof ApiError && error.code === "selection_changed" ? (error.body as SelectionRefusal) : null;
