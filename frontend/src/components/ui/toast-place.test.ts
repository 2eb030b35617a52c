import { expect, test } from "vitest";
import { type Box, coversKey, type Obstacle, placeToast } from "@/components/ui/toast-place";

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 800 };
const ON_PHONE = { width: 358, height: 80 };
const ON_LAPTOP = { width: 420, height: 80 };

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test("2.frame.13 with nothing to press it stands at the lower right", () => {
  expect(placeToast(ON_LAPTOP, LAPTOP, [])).toEqual({ left: 844, top: 704 });
  expect(placeToast(ON_PHONE, PHONE, [])).toEqual({ left: 16, top: 748 });
});

test("2.frame.13 it stands above the buttons at the lower edge", () => {
  const bar = [box(16, 780, 170, 48), box(204, 780, 170, 48)];
  expect(placeToast(ON_PHONE, PHONE, bar)).toEqual({ left: 16, top: 692 });
});

test("2.frame.13 on a laptop it goes to the side that is free", () => {
  expect(placeToast(ON_LAPTOP, LAPTOP, [box(900, 370, 300, 160), box(900, 590, 300, 160)])).toEqual({
    left: 430,
    top: 704,
  });
});

test("2.frame.13 it fits into a gap between two buttons", () => {
  const column = (from: number, to: number) =>
    Array.from({ length: (to - from) / 50 }, (_, index) => box(16, from + index * 50, 358, 44));
  const buttons = [...column(0, 400), ...column(500, 850)];
  expect(placeToast(ON_PHONE, PHONE, buttons)).toEqual({ left: 16, top: 412 });
});

test("2.frame.13 where everything can be pressed it covers the least", () => {
  const rows = Array.from({ length: 11 }, (_, index) => box(0, index * 72, 390, 72));
  const bar = box(16, 792, 358, 48);
  const { top } = placeToast(ON_PHONE, PHONE, [...rows, bar]);
  expect(top + ON_PHONE.height).toBeLessThanOrEqual(bar.top);
});

test("2.frame.13 it may stand on a picture, which can be pressed beside it", () => {
  const picture = box(51, 129, 288, 430);
  const buttons = [box(16, 664, 358, 44), box(16, 720, 358, 44), box(16, 776, 358, 44)];
  expect(placeToast(ON_PHONE, PHONE, [picture, ...buttons])).toEqual({ left: 16, top: 576 });
  expect(placeToast({ width: 358, height: 96 }, PHONE, [picture, ...buttons])).toEqual({
    left: 16,
    top: 567,
  });
  expect(placeToast({ width: 358, height: 130 }, PHONE, [picture, ...buttons])).toEqual({
    left: 16,
    top: 526,
  });
});

test("2.frame.13 what is out of sight keeps nothing free", () => {
  expect(placeToast(ON_PHONE, PHONE, [box(16, 900, 358, 48)])).toEqual({ left: 16, top: 748 });
});

test("2.frame.640 it rather covers a button than the edge of key text", () => {
  const name: Obstacle = { ...box(16, 700, 200, 28), isKey: true };
  const buttons = Array.from({ length: 12 }, (_, index) => box(16, index * 50, 358, 44));
  const { top } = placeToast(ON_PHONE, PHONE, [...buttons, name, box(16, 770, 358, 60)]);
  expect(top + ON_PHONE.height <= 700 || top >= 728).toBe(true);
});

test("2.frame.640 it stands clear of key text where there is room beside it", () => {
  const number: Obstacle = { ...box(40, 300, 200, 470), isKey: true };
  const place = placeToast(ON_PHONE, PHONE, [number]);
  expect(place).toEqual({ left: 16, top: 212 });
});

test("2.frame.1040 it leaves key text that comes beneath it, even for a place on the rows of a list", () => {
  const rows = Array.from({ length: 16 }, (_, index) => box(0, index * 50, 1280, 50));
  const bar: Obstacle = { ...box(480, 740, 700, 60), isKey: true };
  const home = placeToast(ON_LAPTOP, LAPTOP, []);
  expect(coversKey(home, ON_LAPTOP, rows)).toBe(false);
  expect(coversKey(home, ON_LAPTOP, [...rows, bar])).toBe(true);
  expect(coversKey(placeToast(ON_LAPTOP, LAPTOP, [...rows, bar]), ON_LAPTOP, [bar])).toBe(false);
});
