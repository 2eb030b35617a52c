/** Keeps a part of the name of a file at 200 bytes, four to a character at most. */
const NAME_MAX = 50;

/** A text as part of a file's name, as Windows and macOS allow it. `blank` stands for blanks and other characters. */
export const inFileName = (text: string, blank: " " | "-" = " "): string =>
  [...text.normalize("NFC").replace(/[\p{Cc}\p{Z}\u202A-\u202E\u2066-\u2069<>:"/\\|?*]+/gu, blank)]
    .slice(0, NAME_MAX)
    .join("")
    .replace(/^[\s.-]+|[\s.-]+$/gu, "");
