import type { InstallationSettings, SettingsUpdate } from "@/api/types";
import { ORGANISATION_COPY, TICKET_TEXT_COPY } from "@/features/settings/copy";
import { decimalsOf, isColour, TICKET_TEXT_MAX } from "@/features/settings/rules";
import { changedFields } from "@/hooks/drafts";
import { moneyFormatOf } from "@/lib/intl";
import { currentSettings } from "@/lib/settings";

/** Values of the form's controls: blank is "". */
export interface SettingsValues {
  organisationName: string;
  accentColor: string;
  currency: string;
  dateFormat: InstallationSettings["dateFormat"];
  timeFormat: InstallationSettings["timeFormat"];
  ticketText: string;
}

export type Wrong = Partial<Record<keyof SettingsValues, string>>;

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

const trimmed = (values: SettingsValues): SettingsValues => ({
  ...values,
  organisationName: values.organisationName.trim(),
  accentColor: values.accentColor.trim().toLowerCase(),
  ticketText: values.ticketText.trim(),
});

/** Only the changed fields, so that another super admin's changes of others stay. */
export function changesOf(mine: SettingsValues, base: SettingsValues): SettingsUpdate {
  const changed = Object.entries(changedFields(trimmed(mine), base));
  return Object.fromEntries(changed.map(([name, value]) => [name, value === "" ? null : value]));
}

export function problemsOf({ accentColor, ticketText }: SettingsValues): Wrong {
  const colour = accentColor.trim();
  return {
    ...(colour === "" || isColour(colour) ? {} : { accentColor: ORGANISATION_COPY.accentWrong }),
    ...(ticketText.trim().length > TICKET_TEXT_MAX ? { ticketText: TICKET_TEXT_COPY.tooLong } : {}),
  };
}
