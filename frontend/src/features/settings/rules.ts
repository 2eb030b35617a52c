/** Limits of the settings (contract 9.settings). */
export const ORGANISATION_NAME_MAX = 80;
export const TICKET_TEXT_MAX = 500;
/** Above this the text is set small on a ticket. */
export const TICKET_TEXT_READABLE = 120;
export const LOGO_KIB_MAX = 512;
export const LOGO_TYPES = ".png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp";

/** The currencies that the server accepts: a test compares them. */
export const CURRENCIES = (
  "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF " +
  "CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG " +
  "HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA " +
  "MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD " +
  "RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX " +
  "USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG"
).split(" ");

const NO_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
const THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND";

/** The digits after the point by ISO 4217; a test compares them with the server's. */
export const decimalsOf = (currency: string): number =>
  NO_DECIMALS.includes(currency) ? 0 : THREE_DECIMALS.includes(currency) ? 3 : 2;

/** A typed colour as the server takes it; its '#' may be missing. */
export const colourText = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^[0-9a-f]{6}$/, "#$&");

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);
