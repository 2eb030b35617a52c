import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { PRINT_COPY } from "@/features/attendees/print/copy";
import type { PrintOrder } from "@/features/attendees/print/print-order";

interface OrderFieldProps {
  order: PrintOrder;
  onChange: (order: PrintOrder) => void;
}

/** contract 2: by name or by table. */
export function OrderField({ order, onChange }: OrderFieldProps) {
  return (
    <Field label={PRINT_COPY.order} className="min-w-0 flex-1 sm:max-w-48">
      <Select value={order} onChange={({ target }) => onChange(target.value === "table" ? "table" : "name")}>
        <option value="name">{PRINT_COPY.orders.name}</option>
        <option value="table">{PRINT_COPY.orders.table}</option>
      </Select>
    </Field>
  );
}
