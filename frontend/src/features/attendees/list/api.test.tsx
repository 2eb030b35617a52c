import { expect, test } from "vitest";
import { changePreviewQuery } from "@/features/attendees/list/api";
import { attendeeNamed } from "@/testing/cast";

test("2.manage.1090 the sums are read again where a price or one of the attendees has changed", () => {
  const [ada, ben] = [
    attendeeNamed("Ada", { id: 3, eventId: 7 }),
    attendeeNamed("Ben", { id: 4, eventId: 7 }),
  ];
  const isAffectedBy = changePreviewQuery({ paymentStatus: "paid" }, [ada, ben]).meta?.isAffectedBy;
  expect(isAffectedBy?.({ events: [7], attendeesOf: [7] }, undefined)).toBe(true);
  expect(isAffectedBy?.({ attendees: [4], attendeesOf: [7] }, undefined)).toBe(true);
  expect(isAffectedBy?.({ attendees: [5], attendeesOf: [7] }, undefined)).toBe(false);
  expect(isAffectedBy?.({ attendeesOf: [8] }, undefined)).toBe(false);
});
