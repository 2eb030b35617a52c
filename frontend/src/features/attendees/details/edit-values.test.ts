import { expect, test } from "vitest";
import { conflictRows, valuesOf } from "@/features/attendees/details/edit-values";
import { attendeeNamed } from "@/testing/cast";

const TYPES: Record<string, string> = { "": "No type", "3": "VIP", "4": "Student" };
const typeName = (id: string) => TYPES[id] ?? "Deleted type";

const ADA = attendeeNamed("Ada Byron", { id: 42 });
const VIP = { ...ADA, ticketType: { id: 3, name: "VIP", color: "gold" as const } };
const typeRow = (ticketTypeId: string, current = ADA) =>
  conflictRows({ ...valuesOf(ADA), ticketTypeId }, current, typeName).find(
    ({ label }) => label === "Ticket Type",
  );

test("2.details.6 both ticket types are shown by their names", () => {
  expect(typeRow("4", VIP)).toMatchObject({ mine: "Student", theirs: "VIP", differs: true });
  expect(typeRow("4")).toMatchObject({ mine: "Student", theirs: "No type", differs: true });
  expect(typeRow("9", VIP)).toMatchObject({ mine: "Deleted type", theirs: "VIP", differs: true });
  expect(typeRow("")).toBeUndefined();
});

test("2.details.6 ticket types are compared by id, not by name", () => {
  const renamed = { ...VIP, ticketType: { ...VIP.ticketType, name: "Patron" } };
  expect(typeRow("3", renamed)).toMatchObject({ mine: "Patron", theirs: "Patron", differs: false });
  const namesake = { ...VIP, ticketType: { ...VIP.ticketType, id: 5 } };
  expect(typeRow("3", namesake)).toMatchObject({ mine: "VIP", theirs: "VIP", differs: true });
});
