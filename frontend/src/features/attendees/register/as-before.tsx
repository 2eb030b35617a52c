import { History } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { AS_BEFORE_COPY } from "@/features/attendees/register/copy";
import type { RegisterValues } from "@/features/attendees/register/register-values";
import { formatTable } from "@/features/attendees/row-copy";
import { NOT_GIVEN } from "@/features/attendees/rules";

interface AsBeforeProps {
  form: UseFormReturn<RegisterValues>;
  previous: Attendee;
}

/** Fills in table, ticket type and payment of the guest before; nothing where the form has them. */
export function AsBefore({ form, previous }: AsBeforeProps) {
  const [eventId, tableNumber, ticketTypeId, paymentStatus] = useWatch({
    control: form.control,
    name: ["eventId", "tableNumber", "ticketTypeId", "paymentStatus"],
  });
  const { ticketType } = previous;
  const before = {
    tableNumber: previous.tableNumber > 0 ? String(previous.tableNumber) : NOT_GIVEN,
    ticketTypeId: ticketType ? String(ticketType.id) : "",
    paymentStatus: previous.paymentStatus,
  };
  const isSame =
    tableNumber === before.tableNumber &&
    ticketTypeId === before.ticketTypeId &&
    paymentStatus === before.paymentStatus;
  if (isSame || eventId !== String(previous.eventId)) return null;
  const choices = [formatTable(previous.tableNumber), ticketType?.name, previous.paymentStatus];
  return (
    <Button
      variant="secondary"
      className="min-w-0 self-start"
      onClick={() => {
        for (const name of ["tableNumber", "ticketTypeId", "paymentStatus"] as const)
          form.setValue(name, before[name], {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          });
      }}
    >
      <History />
      <span className="truncate">{AS_BEFORE_COPY.fill(choices.filter(Boolean).join(" · "))}</span>
    </Button>
  );
}
