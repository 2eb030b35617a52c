import { expect, test } from "vitest";
import {
  amongRows,
  isSelected,
  NOBODY,
  selectAll,
  selectedAttendees,
  selectedCount,
  withoutDeleted,
  withRows,
  withToggled,
} from "@/features/attendees/list/selection";
import { attendeeNamed } from "@/testing/cast";

const ADA = attendeeNamed("Ada", { id: 3 });
const BEN = attendeeNamed("Ben", { id: 2 });
const LATE = attendeeNamed("Late", { id: 4 });

async function* everyone() {
  yield LATE;
  yield ADA;
  yield BEN;
}

async function ids(selection: Parameters<typeof selectedAttendees>[0]) {
  const found: number[] = [];
  for await (const { id } of selectedAttendees(selection, everyone)) found.push(id);
  return found;
}

test("rows are ticked and unticked one by one", async () => {
  const two = withToggled(withToggled(NOBODY, ADA), BEN);
  expect(selectedCount(two)).toBe(2);
  expect(await ids(withToggled(two, ADA))).toEqual([2]);
  expect(selectedCount(NOBODY)).toBe(0);
});

test("2.manage.7 all that match, but for those unticked and those who came later", async () => {
  const all = selectAll(2, 3);
  expect(selectedCount(all)).toBe(2);
  expect(isSelected(all, LATE.id)).toBe(false);
  expect(selectedCount(withToggled(all, LATE))).toBe(2);
  expect(await ids(all)).toEqual([3, 2]);
  const one = withToggled(all, ADA);
  expect(selectedCount(one)).toBe(1);
  expect(await ids(one)).toEqual([2]);
  expect(await ids(withToggled(one, ADA))).toEqual([3, 2]);
});

test("2.manage.940 many rows are ticked or unticked together", async () => {
  const two = withRows(NOBODY, [ADA, BEN], true);
  expect(await ids(two)).toEqual([3, 2]);
  expect(await ids(withRows(two, [BEN], false))).toEqual([3]);
  const one = withRows(selectAll(2, 3), [LATE, BEN], false);
  expect(selectedCount(one)).toBe(1);
  expect(selectedCount(withRows(one, [LATE, BEN], true))).toBe(2);
});

test("who was deleted is selected no more", () => {
  const some = withToggled(withToggled(NOBODY, ADA), BEN);
  const left = withoutDeleted(some as Parameters<typeof withoutDeleted>[0], [3]);
  expect(isSelected(left, 3)).toBe(false);
  expect(isSelected(left, 2)).toBe(true);
});

test("2.manage.7 a chosen row that matches no longer is not selected, and is again once it matches", async () => {
  const two = withToggled(withToggled(NOBODY, ADA), BEN);
  expect(await ids(amongRows(two, [LATE, BEN]))).toEqual([2]);
  expect(amongRows(two, [ADA, BEN])).toBe(two);
  expect(selectedCount(amongRows(selectAll(2, 3), [LATE]))).toBe(2);
});
