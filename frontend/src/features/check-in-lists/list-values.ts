import type { CheckInList, CheckInListCreate, ListRule, TicketType } from "@/api/types";
import { LIST_DIALOG_COPY as COPY } from "@/features/check-in-lists/copy";
import type { ListErrors } from "@/features/check-in-lists/list-refusal";
import { parseCapacity, UNREADABLE } from "@/lib/capacity-text";

/** Maximum length of a name (contract 5). */
export const LIST_NAME_MAX = 40;

export interface ListValues {
  name: string;
  rule: ListRule;
  /** Null for all tickets. */
  ticketTypeIds: number[] | null;
  capacity: string;
  needsEntrance: boolean;
}

/** The values of a list, or of a new one. Types that were deleted since are left out: they admit no one. */
export function valuesOf(list: CheckInList | null, types: readonly TicketType[]): ListValues {
  return {
    name: list?.name ?? "",
    rule: list?.rule ?? "once",
    ticketTypeIds: list?.ticketTypeIds?.filter((id) => types.some((type) => type.id === id)) ?? null,
    capacity: list?.capacity == null ? "" : String(list.capacity),
    needsEntrance: list?.needsEntrance ?? false,
  };
}

export const payloadOf = ({ name, capacity, ...rest }: ListValues): Required<CheckInListCreate> => ({
  ...rest,
  name: name.trim(),
  capacity: parseCapacity(capacity),
});

export const errorsOf = ({ name, ticketTypeIds, capacity }: ListValues): ListErrors => ({
  ...(name.trim() ? {} : { name: COPY.nameMissing }),
  ...(ticketTypeIds?.length === 0 ? { ticketTypeIds: COPY.typesMissing } : {}),
  ...(parseCapacity(capacity) === UNREADABLE ? { capacity: COPY.capacityWrong } : {}),
});
