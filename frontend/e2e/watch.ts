import { type BrowserContext, expect } from "@playwright/test";

/** Notes what no page may do: log an error, break the Content-Security-Policy, call another host, get a 5xx. */
export interface Watch {
  /** Troubles that a test brings about on purpose. */
  expectTrouble(pattern: RegExp): void;
  expectNone(): void;
}

export function watch(context: BrowserContext, ...hosts: string[]): Watch {
  const troubles: string[] = [];
  const expected: RegExp[] = [];

  context.on("console", (message) => {
    if (message.type() !== "error") return;
    // Chromium reports every answer of 400 and more as an error. What the API refuses is for the test to judge.
    const refusedByApi =
      message.text().startsWith("Failed to load resource") && isApi(message.location().url);
    if (!refusedByApi) troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) =>
    troubles.push(`exception: ${error.error().stack ?? error.error().message}`),
  );
  context.on("request", (request) => {
    const url = new URL(request.url());
    const local = url.protocol === "data:" || url.protocol === "blob:" || hosts.includes(url.host);
    if (!local) troubles.push(`request to another host: ${request.url()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500) troubles.push(`${response.status()} from ${response.url()}`);
  });

  return {
    expectTrouble: (pattern) => expected.push(pattern),
    expectNone: () => {
      const unexpected = troubles.filter((trouble) => !expected.some((pattern) => pattern.test(trouble)));
      expect(unexpected, "troubles that the browser noted").toEqual([]);
    },
  };
}

function isApi(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname.startsWith("/api/");
}
