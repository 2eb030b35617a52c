import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

/** The built front end, and a copy in which every script and style sheet has a new name, as in another build. */

const BUILT = fileURLToPath(new URL("../dist/", import.meta.url));
const PACKED = /\.(br|gz)$/;
const TEXT = new Set([".html", ".js", ".css"]);
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

export interface Releases {
  url: string;
  /** The start script of each release's page. */
  first: string;
  second: string;
  /** From now on the second release is served, and no file of the first. */
  deploySecond(): void;
  /** Ends the server: from now on nothing is answered. */
  stop(): Promise<void>;
}

/** Serves the build's files without an API: every call to it is a `503`. */
export async function serveReleases(): Promise<Releases> {
  const second = makeSecond();
  let served = BUILT;
  const server = createServer(({ url }, answer) => {
    const { pathname } = new URL(url ?? "/", "http://server");
    if (pathname.startsWith("/api/")) return void answer.writeHead(503).end();
    const file = join(served, pathname);
    const found = existsSync(file) && statSync(file).isFile();
    // A path without a file is a page of the app, unless it has a file's extension.
    if (!found && extname(file)) return void answer.writeHead(404).end();
    const path = found ? file : join(served, "index.html");
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    answer.writeHead(200, { "Content-Type": type, "Cache-Control": "no-store" }).end(readFileSync(path));
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    first: startOf(BUILT),
    second: startOf(second),
    deploySecond: () => {
      served = second;
    },
    stop: async () => {
      rmSync(second, { recursive: true, force: true });
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

function startOf(directory: string): string {
  const [, start] =
    /<script type="module" crossorigin src="([^"]+)"/.exec(read(directory, "index.html")) ?? [];
  if (!start) throw new Error("The page begins with no script.");
  return start;
}

const read = (directory: string, path: string) => readFileSync(join(directory, path), "utf8");

/** Serves the pages of this tab from the release in `directory`; its calls still go to the server. */
export async function showRelease(page: Page, directory: string): Promise<void> {
  await page.route(
    ({ pathname }) => !pathname.startsWith("/api/"),
    (route) => {
      const { pathname } = new URL(route.request().url());
      const file = join(directory, extname(pathname) ? pathname : "index.html");
      return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 });
    },
  );
}

/** Copies the build under new names, and writes its worker as build/workers.ts does. */
export function makeSecond(): string {
  const directory = mkdtempSync(join(tmpdir(), "doorlist-release-"));
  const assets = readdirSync(join(BUILT, "assets")).filter((name) => !PACKED.test(name));
  const renamed = (text: string) => text.replaceAll(NAME_OF(assets), (name) => newName(name));
  for (const path of filesOf(BUILT)) {
    const to = join(directory, path.startsWith("assets/") ? renamed(path) : path);
    cpSync(join(BUILT, path), to);
    if (TEXT.has(extname(to))) writeFileSync(to, renamed(readFileSync(to, "utf8")));
  }
  const files = filesOf(directory)
    .filter((path) => path !== "sw.js" && !path.startsWith("pages"))
    .map((path) => {
      const hash = createHash("sha256").update(readFileSync(join(directory, path)));
      return { url: `/${path}`, integrity: `sha256-${hash.digest("base64")}` };
    });
  const worker = read(directory, "sw.js")
    .replace(/^const RELEASE = .*$/m, 'const RELEASE = "second";')
    .replace(/^const FILES = .*$/m, () => `const FILES = ${JSON.stringify(files)};`);
  writeFileSync(join(directory, "sw.js"), worker);
  return directory;
}

const NAME_OF = (names: readonly string[]) =>
  new RegExp(names.map((name) => name.replace(/[.]/g, "\\.")).join("|"), "g");
const newName = (name: string) => name.replace(/(\.[a-z0-9]+)$/, "-2$1");

const filesOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !PACKED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(directory, "/").length));
