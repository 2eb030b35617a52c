import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Attendee, AttendeeChanges } from "@/api/types";
import { AttendanceCard } from "@/features/attendees/details/attendance-card";
import { AttendeeFacts } from "@/features/attendees/details/attendee-facts";
import { EditAttendeeForm } from "@/features/attendees/details/edit-attendee-form";
import { changesOf, valuesOf } from "@/features/attendees/details/edit-values";
import { attendeeNamed, GALA } from "@/testing/cast";

/** A field that the API gains is missing here until it has a place on the screen: tsc names it. */
const CONTROLS: Record<Exclude<keyof AttendeeChanges, "version">, string> = {
  fullName: "Full Name",
  phone: "Phone Number",
  tableNumber: "Table Number",
  paymentStatus: "Payment Status",
  amountPaidCents: "Amount Paid (AUD)",
  notes: "Notes",
  email: "Email",
  ticketTypeId: "Ticket Type",
};

const HELD_BACK = "not for this card";
const FACTS: Record<keyof Attendee, string> = {
  fullName: "Ada Lovelace",
  phone: "0400 123 456",
  event: "Midwinter Gala",
  tableNumber: "Table 12",
  paymentStatus: "half now",
  amountPaidCents: "$20.00",
  owedCents: "$25.50",
  notes: "Wheelchair, ramp at the side door",
  email: "ada@example.com",
  ticketType: "VIP",
  invoiceNumber: "INV-5",
  seller: "Olive Organizer",
  attended: "Present",
  attendedAt: "Checked in",
  scanner: "pass of Sam Superadmin",
  checkInDoor: "Kim, Main entrance",
  inside: "Inside",
  // Shown by the fields above.
  eventId: HELD_BACK,
  paymentGroup: HELD_BACK,
  soldBy: HELD_BACK,
  scannedBy: HELD_BACK,
  // On the ticket.
  qrCodeData: HELD_BACK,
  // For edit conflicts of the record.
  id: HELD_BACK,
  createdAt: HELD_BACK,
  updatedAt: HELD_BACK,
  updatedBy: HELD_BACK,
  // Only attendees who left have it.
  leftAt: HELD_BACK,
  // Beside the ticket.
  ticketMail: HELD_BACK,
  // Only erased attendees have it.
  erasedAt: HELD_BACK,
  version: HELD_BACK,
};

const ADA = attendeeNamed("Ada Lovelace", {
  id: 5,
  tableNumber: 12,
  paymentStatus: "half now",
  paymentGroup: "owed",
  amountPaidCents: 2000,
  owedCents: 2550,
  notes: "Wheelchair,\nramp at the side door",
  email: "ada@example.com",
  ticketType: { id: 3, name: "VIP", color: "gold" },
  attended: true,
  attendedAt: "2026-11-28T09:00:00.000Z",
  scanner: { id: 2, fullName: "Sam Superadmin" },
  checkInDoor: { door: "Main entrance", helper: "Kim" },
});

const show = (children: ReactNode) =>
  render(<QueryClientProvider client={createQueryClient(() => {})}>{children}</QueryClientProvider>);

test("each field that an edit may change has a control, and what it holds is sent", () => {
  show(
    <EditAttendeeForm
      attendee={ADA}
      typeField={({ value }) => (
        <label>
          Ticket Type <input readOnly value={value} />
        </label>
      )}
      typeName={String}
      amountNote={() => null}
      onDone={() => {}}
    />,
  );
  for (const label of Object.values(CONTROLS)) expect(screen.getByLabelText(label)).toBeEnabled();
  const values = valuesOf(ADA);
  expect(
    Object.keys(
      changesOf({ ...values, amountPaid: "1", notes: "Late", email: "", ticketTypeId: "" }, values),
    ).sort(),
  ).toEqual(Object.keys(CONTROLS).sort());
});

test("each field of an attendee has its place in the details", () => {
  show(
    <>
      <AttendeeFacts attendee={ADA} focusEdit={false} onEdit={() => {}} />
      <AttendanceCard
        attendee={ADA}
        userId={1}
        event={{ ...GALA, countsExits: true }}
        readEvent={async () => GALA}
      />
    </>,
  );
  for (const text of Object.values(FACTS)) {
    if (text !== HELD_BACK) expect(document.body).toHaveTextContent(text);
  }
});
