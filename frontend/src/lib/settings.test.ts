import { beforeEach, expect, test, vi } from "vitest";
import { currentColours, currentSettings, DEFAULT_SETTINGS, SETTINGS_KEY } from "@/lib/settings";

const readAgain = () => window.dispatchEvent(new StorageEvent("storage", { key: SETTINGS_KEY }));
const save = (saved: unknown) => localStorage.setItem(SETTINGS_KEY, JSON.stringify(saved));

beforeEach(() => {
  localStorage.clear();
  readAgain();
});

test("4.settings.6 the copy on the device is in use before anything is loaded", () => {
  save({
    settings: { ...DEFAULT_SETTINGS, currency: "EUR", timeFormat: "12h" },
    css: ":root{--accent:#123456;}",
  });
  readAgain();
  expect(currentSettings()).toMatchObject({ currency: "EUR", timeFormat: "12h" });
  expect(currentColours()).toContain("--accent:#123456");
});

test.each([[null], ["text"], [{}], [{ settings: { currency: "nonsense" } }], [{ settings: null, css: 7 }]])(
  "4.settings.6 damaged content is the defaults: %j",
  (saved) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    save(saved);
    readAgain();
    expect(currentSettings()).toEqual(DEFAULT_SETTINGS);
  },
);
