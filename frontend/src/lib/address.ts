/** Removes null values, for a query string. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>;
  };

export const addressWith = (values: object): URLSearchParams =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
