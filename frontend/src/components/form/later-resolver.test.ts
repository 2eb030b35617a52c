import { expect, test, vi } from "vitest";
import { laterResolver } from "@/components/form/later-resolver";
import { z } from "@/lib/schema";

interface Values {
  name: string;
}

const schema = z.object({ name: z.string().trim().min(1, "Name it") });
const options = { fields: {}, shouldUseNativeValidation: false };

test("a form is checked by its schema, which is loaded once", async () => {
  const importSchema = vi.fn(async () => schema);
  const check = laterResolver<Values>(importSchema);
  const refused = await check({ name: " " }, undefined, options);
  expect(refused).toMatchObject({ values: {}, errors: { name: { message: "Name it" } } });
  expect(await check({ name: " Ball " }, undefined, options)).toEqual({
    values: { name: "Ball" },
    errors: {},
  });
  expect(importSchema).toHaveBeenCalledOnce();
});

test("where the schema cannot be loaded, what was typed passes, and the next check asks for it again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const importSchema = vi.fn(async () => schema).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const check = laterResolver<Values>(importSchema);
  expect(await check({ name: " " }, undefined, options)).toEqual({ values: { name: " " }, errors: {} });
  expect(await check({ name: " " }, undefined, options)).toMatchObject({
    errors: { name: { message: "Name it" } },
  });
});
