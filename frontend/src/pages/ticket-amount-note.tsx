import { lazyComponent } from "@/components/ui/lazy-component";
import type { TypedPayment } from "@/features/attendees/amount-note";

/** The price of a ticket beneath the amount paid, where a form shows one. */
export const TicketAmountNote = lazyComponent(async () => {
  const { AmountNote } = await import("@/features/attendees/amount-note");
  const { useTicketPrice } = await import("@/features/ticket-types/ticket-type-field");
  return function TicketAmountNote(payment: TypedPayment) {
    return <AmountNote {...payment} priceCents={useTicketPrice(payment.event, payment.ticketTypeId)} />;
  };
});
