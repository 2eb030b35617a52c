/** The machine's own Chromium, or undefined. */
export declare function findChromium(): string | undefined;
