/** Like backend/doorlist/core/text.py; search_vectors.json keeps both equal. */

const ASCII = /^[ -~]*$/;
const JOINTS = /[-\u2010\u2012-\u2015\u2212\u05be.\u00b7\u2027\u30fb]/g;
const UNHEEDED = /['`\u02bb\u201b\u2032+()\u2010\u2012-\u2015\u2212\u05be.\u00b7\u2027\u30fb-]/g;
/** Digit groups without adjacent letters: '0400 111/222'. */
const SPACED_NUMBER = /(^|[^\p{L}\p{N}])([0-9]+(?:[^\p{L}\p{N}]+[0-9]+)+)(?![\p{L}\p{N}])/gu;
/** The last nine digits of a phone number, without leading 0 or country code. */
const LONG_NUMBER = /^[0-9]+([0-9]{9})$/;
/** Letters without a Unicode decomposition, and the apostrophes of phone keyboards. */
const PLAIN: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ς: "σ",
  "\u2018": "'",
  "\u2019": "'",
  "\u02bc": "'",
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "g");
/** In kana, a combining mark makes another letter. */
const KANA_MARKS = "\u3099\u309a";
const LAST_IN_ORDER = "\u0345";
const isAccent = new Map<string, boolean>([[LAST_IN_ORDER, true]]);

/**
 * Returns '' for an accent. A mark is one if it has a combining class, because only then does normalisation reorder
 * it.
 */
function accentOrNothing(mark: string): string {
  let found = isAccent.get(mark);
  if (found === undefined) {
    const pair = LAST_IN_ORDER + mark;
    found = !KANA_MARKS.includes(mark) && pair.normalize("NFD") !== pair;
    isAccent.set(mark, found);
  }
  return found ? "" : mark;
}

/** Decimal digits of a script have consecutive code points. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

function folded(text: string): string {
  const plain = text.replaceAll("\u00b4", "'");
  if (ASCII.test(plain)) return plain.toLowerCase();
  return plain
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, accentOrNothing)
    .normalize("NFC")
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .replace(/\p{Nd}/gu, asciiDigit);
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== "");

/** The form in which the search compares: "José O'Brien-Smith" is 'jose obriensmith', '+61 (0)400' is '610400'. */
export const searchForm = (text: string): string =>
  wordsOf(folded(text).replace(UNHEEDED, "").replaceAll(",", " "))
    .join(" ")
    .replace(SPACED_NUMBER, (_, before: string, number: string) => before + number.replace(/[^0-9]+/g, ""));

/** The words that a match must contain, without words contained in others. */
export function searchWords(query: string): string[] {
  const apart = wordsOf(folded(query)).map((word) => (/\d/.test(word) ? word : word.replace(JOINTS, " ")));
  const formed = wordsOf(searchForm(apart.join(" ")));
  const words = [...new Set(formed.map((word) => word.replace(LONG_NUMBER, "$1")))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}
