import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { later } from "@/components/ui/later";

/**
 * Checks a form by a schema that comes after the form, as nobody needs it before there is something to check. Where it
 * cannot be loaded, what was typed goes to the server as it is: the server has the last word about every field anyway,
 * and what it refuses shows at the same fields.
 */
export function laterResolver<Values extends FieldValues>(
  importSchema: () => Promise<z.ZodType<Values, Values>>,
): Resolver<Values> {
  const resolver = later(async () => {
    const [{ zodResolver }, schema] = await Promise.all([import("@hookform/resolvers/zod"), importSchema()]);
    return zodResolver(schema);
  });
  return async (values, ...about) => {
    const check = await resolver.get().catch(() => null);
    return check ? check(values, ...about) : { values, errors: {} };
  };
}
