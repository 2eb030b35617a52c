import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { CURRENCIES, decimalsOf } from "@/features/settings/rules";

test("9.settings.2 the form offers the currencies that the server accepts", () => {
  const file = resolve(import.meta.dirname, "../../../../openapi.json");
  const { components } = JSON.parse(readFileSync(file, "utf8"));
  const { anyOf } = components.schemas.SettingsChanges.properties.currency;
  expect([...CURRENCIES].sort()).toEqual(anyOf[0].enum);
});

test("9.settings.2 the decimals of each currency are the server's", () => {
  const rules = readFileSync(
    resolve(import.meta.dirname, "../../../../backend/doorlist/settings/rules.py"),
    "utf8",
  );
  const unusual = [...rules.matchAll(/dict\.fromkeys\(\(([^)]+)\), (\d)\)/g)].flatMap(
    ([, codes = "", digits]) =>
      (codes.match(/[A-Z]{3}/g) ?? []).map((code) => [code, Number(digits)] as const),
  );
  const server = new Map(unusual);
  expect(server.get("KWD")).toBe(3);
  for (const code of CURRENCIES) expect([code, decimalsOf(code)]).toEqual([code, server.get(code) ?? 2]);
});
