import { afterEach, expect, test } from "vitest";
import { adoptSettings, DEFAULT_SETTINGS } from "@/lib/settings";
import { parseTypedTime, timeText } from "@/lib/typed-time";

const useClock = (timeFormat: "24h" | "12h") =>
  adoptSettings({ settings: { ...DEFAULT_SETTINGS, timeFormat }, css: "" });

afterEach(() => useClock("24h"));

test.each([
  ["9", "09:00", "21:00"],
  ["930", "09:30", "21:30"],
  ["9.30", "09:30", "21:30"],
  [" 7 30 ", "07:30", "19:30"],
  ["12", "12:00", "12:00"],
  ["1230", "12:30", "12:30"],
  ["7", "07:00", "19:00"],
  ["7:30", "07:30", "19:30"],
  ["07:30", "07:30", "07:30"],
  ["0930", "09:30", "09:30"],
  ["0", "00:00", "00:00"],
  ["1930", "19:30", "19:30"],
  ["19:30", "19:30", "19:30"],
  ["19.30", "19:30", "19:30"],
  ["19", "19:00", "19:00"],
  ["7pm", "19:00", "19:00"],
  ["7:30 PM", "19:30", "19:30"],
  ["7:30\u202fPM", "19:30", "19:30"],
  ["7.30 p.m.", "19:30", "19:30"],
  ["07:30 PM", "19:30", "19:30"],
  ["730am", "07:30", "07:30"],
  ["12am", "00:00", "00:00"],
  ["12:15 pm", "12:15", "12:15"],
  ["Noon", "12:00", "12:00"],
  [" midnight ", "00:00", "00:00"],
])("2.create-event.1114, 1115 typed %j is %s by 24 hours and %s by 12", (typed, by24, by12) => {
  expect(parseTypedTime(typed)).toBe(by24);
  useClock("12h");
  expect(parseTypedTime(typed)).toBe(by12);
});

test.each([
  ["2", "19:30", "02:00"],
  ["11", "19:30", "23:00"],
  ["12", "19:30", "00:00"],
  ["7:30", "19:30", "07:30"],
  ["7:30", "07:30", "19:30"],
  ["2", "10:00", "14:00"],
  ["11", "10:00", "11:00"],
  ["1", "00:30", "01:00"],
  ["2pm", "19:30", "14:00"],
  ["02:00", "10:00", "02:00"],
])("2.create-event.1116 by 12 hours an end typed as %j after a start at %s is %s", (typed, start, end) => {
  useClock("12h");
  expect(parseTypedTime(typed, start)).toBe(end);
});

test.each([
  "",
  "pm",
  "93",
  "193",
  "1 9",
  "24:00",
  "7:5",
  "7:60",
  "19:30:00",
  "13pm",
  "0am",
  "00:30 am",
  "19:30 pm",
  "7p",
  "-7",
  "half past seven",
  "19:30 or later",
])("2.create-event.1066 typed %j is no time", (typed) => {
  expect(parseTypedTime(typed)).toBeNull();
  useClock("12h");
  expect(parseTypedTime(typed)).toBeNull();
});

test.each(["24h", "12h"] as const)("by %s each time that the screen shows can be typed back", (clock) => {
  useClock(clock);
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const time = new Date(minute * 60_000).toISOString().slice(11, 16);
    expect(parseTypedTime(timeText(time))).toBe(time);
  }
});
