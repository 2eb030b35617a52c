import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { AttendeeRow } from "@/features/attendees/list/attendee-row";
import { attendeeNamed } from "@/testing/cast";

test.each([
  ["paid", "paid", "Paid", "bg-success-soft"],
  ["comp", "complimentary", "Free", "bg-neutral-soft"],
  ["half now", "owed", "half now", "bg-warning-soft"],
] as const)(
  "2.manage.12, 2.manage.13 '%s' is a badge in the row, not plain text",
  (paymentStatus, paymentGroup, word, look) => {
    render(
      <MemoryRouter>
        <AttendeeRow
          attendee={attendeeNamed("Ada Lovelace", { id: 40, paymentStatus, paymentGroup })}
          index={0}
          matches={1}
          offset={0}
          selected={false}
          shape="block"
          showsOwed={false}
          listSearch=""
          onToggle={() => {}}
          onOpen={() => {}}
        />
      </MemoryRouter>,
    );
    expect(screen.getByText(word).parentElement).toHaveClass("rounded-full", look);
  },
);
