import { onStorageChange, readStored } from "@/lib/storage";
import { createStore } from "@/lib/store";

/** The settings of the installation (contract 4.settings), as GET /api/settings returns them. */
export interface Settings {
  organisationName: string | null;
  logoUrl: string | null;
  /** `#0b6e4f`, or null for the product's own colours. */
  accentColor: string | null;
  /** ISO 4217. */
  currency: string;
  /** Digits of an amount after the point. */
  currencyDecimals: number;
  dateFormat: "dayFirst" | "monthFirst";
  timeFormat: "24h" | "12h";
  ticketText: string | null;
}

export const DEFAULT_SETTINGS: Settings = {
  organisationName: null,
  logoUrl: null,
  accentColor: null,
  currency: "AUD",
  currencyDecimals: 2,
  dateFormat: "dayFirst",
  timeFormat: "24h",
  ticketText: null,
};

export interface SavedSettings {
  settings: Settings;
  /** Colours that differ from the style sheet, as CSS: made when they are saved, so that no page computes them first. */
  css: string;
}

/** Key of the copy on this device: the first paint has it, and a door without a network. */
export const SETTINGS_KEY = "doorlist.settings";

const hasDocument = "document" in globalThis;
const style = hasDocument ? document.head.appendChild(document.createElement("style")) : null;
const store = createStore(DEFAULT_SETTINGS);

export const { get: currentSettings, subscribe: onSettings } = store;
export const currentColours = (): string => style?.textContent ?? "";

/** Uses the settings on this page, without saving them. */
export function adoptSettings({ settings, css }: SavedSettings): void {
  if (style) style.textContent = css;
  store.set(settings);
}

function adoptSaved(): void {
  const saved = (hasDocument ? readStored("local", SETTINGS_KEY) : null) as Partial<SavedSettings> | null;
  const settings = { ...DEFAULT_SETTINGS, ...saved?.settings };
  // Intl throws for a code of another form, so damaged content is ignored.
  const isValid = /^[A-Z]{3}$/.test(settings.currency);
  adoptSettings({ settings: isValid ? settings : DEFAULT_SETTINGS, css: saved?.css ?? "" });
}
adoptSaved();
onStorageChange(SETTINGS_KEY, adoptSaved);

/** A value made from the settings, once until they change. */
export function perSettings<Value>(make: (settings: Settings) => Value): () => Value {
  let of: Settings;
  let value: Value;
  return () => {
    if (of !== currentSettings()) {
      of = currentSettings();
      value = make(of);
    }
    return value;
  };
}
