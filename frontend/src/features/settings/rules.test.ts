import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { CURRENCIES } from "@/features/settings/rules";

test("9.settings.2 the form offers the currencies that the server accepts", () => {
  const file = resolve(import.meta.dirname, "../../../../openapi.json");
  const { components } = JSON.parse(readFileSync(file, "utf8"));
  const { anyOf } = components.schemas.SettingsChanges.properties.currency;
  expect([...CURRENCIES].sort()).toEqual(anyOf[0].enum);
});
