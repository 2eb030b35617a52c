import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { FieldError, FieldValues, Resolver } from "react-hook-form";

type Schema<Values extends FieldValues> = Parameters<
  typeof standardSchemaResolver<Values, unknown, Values>
>[0];

/** The error of a half-typed time, which a schema may also refuse as a blank one. */
const halfTime = (isRequired: boolean): FieldError => ({
  type: "badInput",
  message: isRequired ? "Enter the whole time" : "Enter the whole time, or clear it",
});

/** Validates by the schema, and refuses a half-typed time, which a browser gives as a blank value. */
export function resolverOf<Values extends FieldValues>(schema: Schema<Values>): Resolver<Values> {
  const bySchema = standardSchemaResolver<Values, unknown, Values>(schema);
  return async (values, context, options) => {
    const result = await bySchema(values, context, options);
    const half = Object.values(options.fields).filter(
      ({ ref }) => ref instanceof HTMLInputElement && ref.type === "time" && ref.validity.badInput,
    );
    if (half.length === 0) return result;
    const errors = Object.fromEntries(
      half.map(({ name, ref }) => [name, { ...halfTime(name in result.errors), ref }]),
    );
    return { values: {}, errors: { ...result.errors, ...errors } } as typeof result;
  };
}
