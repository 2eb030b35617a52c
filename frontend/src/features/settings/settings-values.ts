import * as z from "zod/mini";
import type { InstallationSettings, SettingsUpdate } from "@/api/types";
import { ORGANISATION_COPY, TICKET_TEXT_COPY } from "@/features/settings/copy";
import { colourText, decimalsOf, isColour, TICKET_TEXT_MAX } from "@/features/settings/rules";
import { changedFields } from "@/hooks/drafts";
import { moneyFormatOf } from "@/lib/intl";
import { currentSettings } from "@/lib/settings";

export const settingsSchema = z.object({
  organisationName: z.string().check(z.trim()),
  accentColor: z.string().check(
    z.overwrite(colourText),
    z.refine((text) => text === "" || isColour(text), ORGANISATION_COPY.accentWrong),
  ),
  currency: z.string(),
  dateFormat: z.enum(["dayFirst", "monthFirst"]),
  timeFormat: z.enum(["24h", "12h"]),
  ticketText: z.string().check(z.trim(), z.maxLength(TICKET_TEXT_MAX, TICKET_TEXT_COPY.tooLong)),
});

/** Values of the form's controls: blank is "". */
export type SettingsValues = z.infer<typeof settingsSchema>;

/** In the order of the form, in which the first wrong one takes the focus. */
export const SETTINGS_FIELDS = ["organisationName", "accentColor", "currency", "ticketText"] as const;

export function valuesOf(settings: InstallationSettings): SettingsValues {
  const { organisationName, accentColor, currency, dateFormat, timeFormat, ticketText } = settings;
  return {
    organisationName: organisationName ?? "",
    accentColor: accentColor ?? "",
    currency,
    dateFormat,
    timeFormat,
    ticketText: ticketText ?? "",
  };
}

/** In the currency's smallest unit. */
const EXAMPLE_AMOUNT = 4500;

/** `$45.00 (AUD)`, `¥4,500 (JPY)`, `CHF 45.00`: how one stored amount reads in a currency. */
export function exampleAmountIn(currency: string): string {
  const currencyDecimals = decimalsOf(currency);
  const format = moneyFormatOf({ ...currentSettings(), currency, currencyDecimals }, "narrowSymbol");
  const text = format.format(EXAMPLE_AMOUNT / 10 ** currencyDecimals);
  return text.includes(currency) ? text : `${text} (${currency})`;
}

/** Only the changed fields, so that another super admin's changes of others stay. */
export function changesOf(mine: SettingsValues, base: SettingsValues): SettingsUpdate {
  const changed = Object.entries(changedFields(mine, base));
  return Object.fromEntries(changed.map(([name, value]) => [name, value === "" ? null : value]));
}
