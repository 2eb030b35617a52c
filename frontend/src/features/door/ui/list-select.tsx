import { Select } from "@/components/ui/select";
import { LIST_COPY } from "@/features/door/ui/copy";

interface ListSelectProps {
  lists: readonly { id: number; name: string }[];
  /** Null for the entrance. */
  listId: number | null;
  /** The name of a chosen list that is not among these. */
  otherName?: string | null | undefined;
  disabled?: boolean;
  onChoose: (listId: number | null) => void;
}

/** The entrance and the check-in lists of an event, in a `Field`. */
export function ListSelect({
  lists,
  listId,
  otherName = LIST_COPY.deleted,
  disabled = false,
  onChoose,
}: ListSelectProps) {
  const isListed = listId === null || lists.some(({ id }) => id === listId);
  return (
    <Select
      disabled={disabled}
      value={listId ?? ""}
      onChange={({ target }) => onChoose(target.value === "" ? null : Number(target.value))}
    >
      <option value="">{LIST_COPY.entrance}</option>
      {isListed ? null : <option value={listId}>{otherName}</option>}
      {lists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
