import type { HistoryEntry, ListRule } from "@/api/types";
import { FIELDS, FORMATS, ROLES, RULES } from "@/features/activity/copy";
import { amountChange } from "@/lib/amount-change";
import { formatCount } from "@/lib/count";
import { formatEventDate, formatEventTime } from "@/lib/event-date";
import { formatMoney } from "@/lib/money";

/** A part of a sentence: text, a name, or a link to an existing record. */
export type Part = string | { name: string; to?: string };

export const textOf = (parts: Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.name)).join("");

export const number = (value: unknown): number => (typeof value === "number" ? value : 0);

/** Longer texts of a guest are shortened. */
const LONGEST = 80;

/** Formats a field's value. */
export function valueLabel(field: string, value: unknown): string {
  if (field === "ticketTypeIds") return Array.isArray(value) ? formatCount(value.length) : "all";
  if (value === null || value === undefined || value === "") return "none";
  if (field.endsWith("Cents")) return formatMoney(number(value));
  if (field === "tableNumber") return value === 0 ? "none" : String(value);
  if (field === "rule") return RULES[value as ListRule] ?? String(value);
  if (field === "role") return ROLES[String(value)] ?? String(value);
  if (typeof value === "boolean") return value ? "on" : "off";
  if (field === "date") return formatEventDate(String(value));
  if (field === "time" || field === "endTime") return formatEventTime(String(value));
  const words = String(value);
  const shown = words.length > LONGEST ? `${words.slice(0, LONGEST)}...` : words;
  if (field === "dateFormat" || field === "timeFormat") return FORMATS[words] ?? words;
  return field === "notes" || field === "ticketText" ? `'${shown}'` : shown;
}

/** Facts about all attendees of a bulk edit. */
const OF_ALL = ["updated", "amountChangeCents"];

export const fieldsOf = ({ before, after }: Pick<HistoryEntry, "before" | "after">): string[] =>
  Object.keys({ ...before, ...after }).filter((field) => !OF_ALL.includes(field));

/** An edit changes a value, so two empty ones mean that they were erased. */
const isErased = ({ before, after }: HistoryEntry, field: string): boolean =>
  before?.[field] === null && after?.[field] === null;

/** A newer server may send unknown fields. */
export const fieldName = (field: string): string => FIELDS[field] ?? field;

/** 'the table of Ada from 4 to 7 and the payment from unpaid to paid'. */
export function changes(entry: HistoryEntry, whose: Part[]): Part[] {
  const fields = fieldsOf(entry);
  return fields.flatMap((field, place) => [
    place === 0 ? "" : place === fields.length - 1 ? " and " : ", ",
    `the ${fieldName(field)}`,
    ...(place === 0 ? whose : []),
    isErased(entry, field) ? " (erased since)" : fromTo(entry, field),
  ]);
}

/** ' from 4 to 7', or nothing where both read alike, as two choices of two ticket types. */
function fromTo({ before, after }: HistoryEntry, field: string): string {
  const [from, to] = [valueLabel(field, before?.[field]), valueLabel(field, after?.[field])];
  return from === to ? "" : ` from ${from} to ${to}`;
}

/** The entry without the values that this guest had before. Erased ones are null. */
export function withoutEqual(entry: HistoryEntry): HistoryEntry {
  const { before, after } = entry;
  const isChanged = (field: string) => before?.[field] === null || before?.[field] !== after?.[field];
  const changed = (values: HistoryEntry["after"]) =>
    values && Object.fromEntries(Object.entries(values).filter(([field]) => isChanged(field)));
  return { ...entry, before: changed(before), after: changed(after) };
}

/** ': $950.00 added to the amounts paid', or nothing. */
export function amountChanged({ after }: HistoryEntry): string {
  const change = amountChange(number(after?.amountChangeCents));
  return change && `: ${change}`;
}
