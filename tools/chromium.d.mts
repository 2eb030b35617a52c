/** The machine's own Chromium, or undefined where there is none that runs. */
export declare function findChromium(): string | undefined;
/** The machine's own headless shell of Chromium, or undefined where there is none that runs. */
export declare function findHeadlessShell(): string | undefined;
