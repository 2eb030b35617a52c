import { type BrowserContext, expect } from "@playwright/test";

/** Notes what no page may do: log an error, break the Content-Security-Policy, call another host, get a 5xx. */
export interface Watch {
  /** Watches another browser, whose pages may call these hosts. */
  follow(context: BrowserContext, ...hosts: string[]): void;
  /** Troubles that a test brings about on purpose. */
  expectTrouble(pattern: RegExp): void;
  expectNone(): void;
}

export function newWatch(): Watch {
  const troubles: string[] = [];
  const expected: RegExp[] = [];
  return {
    follow: (context, ...hosts) => follow(context, hosts, (trouble) => troubles.push(trouble)),
    expectTrouble: (pattern) => expected.push(pattern),
    expectNone: () => {
      const unexpected = troubles.filter((trouble) => !expected.some((pattern) => pattern.test(trouble)));
      expect(unexpected, "troubles that the browser noted").toEqual([]);
    },
  };
}

function follow(context: BrowserContext, hosts: readonly string[], note: (trouble: string) => void): void {
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    // Chromium reports every response of 400 and more as an error. Refusals by the API are for the test to judge.
    const refusedByApi =
      message.text().startsWith("Failed to load resource") && isApi(message.location().url);
    if (!refusedByApi) note(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => note(`exception: ${error.error().stack || error.error().message}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    const local = url.protocol === "data:" || url.protocol === "blob:" || hosts.includes(url.host);
    if (!local) note(`request to another host: ${request.url()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500) note(`${response.status()} from ${response.url()}`);
  });
}

function isApi(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname.startsWith("/api/");
}
