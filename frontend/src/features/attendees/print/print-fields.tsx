import type { ComponentProps } from "react";
import { EventSelect } from "@/components/form/event-select";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { PRINT_COPY } from "@/features/attendees/print/copy";
import { PRINT_ORDERS, type PrintOrder } from "@/features/attendees/print/print-order";

interface OrderFieldProps {
  order: PrintOrder;
  onChange: (order: PrintOrder) => void;
}

/** Sort order: last name, name or table (contract 2). */
export function OrderField({ order, onChange }: OrderFieldProps) {
  return (
    <Field label={PRINT_COPY.order} className="min-w-0 flex-1 sm:max-w-48">
      <Select
        value={order}
        onChange={({ target }) => onChange(PRINT_ORDERS.find((one) => one === target.value) ?? "lastName")}
      >
        {PRINT_ORDERS.map((one) => (
          <option key={one} value={one}>
            {PRINT_COPY.orders[one]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function PrintedEventField(props: ComponentProps<typeof EventSelect>) {
  return (
    <Field label={PRINT_COPY.event} className="min-w-0 flex-1 max-sm:basis-full sm:max-w-96">
      <EventSelect {...props} />
    </Field>
  );
}
