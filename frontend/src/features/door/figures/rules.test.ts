import { expect, test } from "vitest";
import type { Door } from "@/api/types";
import { inOrder, lineOf } from "@/features/door/figures/rules";

const at = (time: string, count: number) => ({ minute: `2026-11-28T${time}:00.000Z`, count });
const lineAt = (asOf: string, ...minutes: ReturnType<typeof at>[]) =>
  lineOf({ minutes, asOf: `2026-11-28T${asOf}Z` });

test("2.doors.334 the line has each minute, the empty ones too, and ends with the running one", () => {
  const line = lineAt("19:03:20.500", at("19:00", 3), at("19:02", 5), at("19:03", 1));
  expect(line?.counts.slice(-4)).toEqual([3, 0, 5, 1]);
  expect(line?.counts).toHaveLength(30);
  expect(line?.most).toBe(5);
  expect(new Date(line?.last ?? 0).toISOString()).toBe("2026-11-28T19:03:00.000Z");
  expect(new Date(line?.first ?? 0).toISOString()).toBe("2026-11-28T18:34:00.000Z");
});

test("2.doors.334 while nobody comes it goes on, and falls to nought", () => {
  expect(lineAt("19:05:00.000", at("19:00", 3))?.counts.slice(-6)).toEqual([3, 0, 0, 0, 0, 0]);
});

test("2.doors.334 it shows three hours at most", () => {
  const line = lineAt("22:00:59.999", at("18:59", 9), at("19:01", 3), at("22:00", 4));
  expect(line?.counts).toHaveLength(180);
  expect([line?.counts[0], line?.counts.at(-1), line?.most]).toEqual([3, 4, 4]);
});

test("2.doors.334 of an evening that is over it ends with the last guest; a server's clock set back loses nobody", () => {
  expect(lineAt("23:00:00.000", at("19:00", 3), at("19:10", 4))?.counts.at(-1)).toBe(4);
  expect(lineAt("18:00:00.000", at("19:00", 3), at("19:10", 4))?.counts.at(-1)).toBe(4);
});

test("before the first guest there is no line", () => {
  expect(lineAt("19:00:00.000")).toBeNull();
});

test("2.doors.530 of more doors than are seen at once those without contact come first", () => {
  const doors = Array.from(
    { length: 9 },
    (_, number) =>
      ({
        door: `Gate ${number}`,
        lastContactAt: number % 4 === 0 ? null : "2026-11-28T19:00:00.000Z",
        isOnline: number % 3 !== 0,
      }) as Door,
  );
  const names = (some: Door[]) => inOrder(some).map(({ door }) => door?.slice(5));
  expect(names(doors).join("")).toBe("360124578");
  expect(names(doors.slice(1)).join("")).toBe("12345678");
});
