import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { build, type Plugin, transformWithOxc } from "vite";

/** The oldest browsers that the app runs in (README). `house-rules.test.ts` refuses calls that they lack. */
export const OLDEST_BROWSERS = ["safari16.4", "chrome111", "firefox128"];

export const ALIAS = { "@": fileURLToPath(new URL("../src", import.meta.url)) };

const TICKET_HTML = "ticket.html";
const TICKET_PAGE = "/ticket";

const WORKER = fileURLToPath(new URL("../src/service-worker.ts", import.meta.url));

/** Writes a service worker: src/service-worker.ts with its files, each with its hash, and what sets it apart. */
async function writeWorker(
  directory: string,
  name: string,
  paths: readonly string[],
  constants: { PREFIX: string; PAGE: string; NOT_ITS_OWN: string | null },
): Promise<void> {
  const files = await Promise.all(
    [...paths].sort().map(async (path) => {
      const hash = createHash("sha256").update(await readFile(join(directory, path)));
      return {
        url: path === TICKET_HTML ? TICKET_PAGE : `/${path}`,
        integrity: `sha256-${hash.digest("base64")}`,
      };
    }),
  );
  const release = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
  const all = { RELEASE: release, FILES: files, ...constants };
  const lines = Object.entries(all).map(([key, value]) => `const ${key} = ${JSON.stringify(value)};\n`);
  const { code } = await transformWithOxc(await readFile(WORKER, "utf8"), WORKER);
  await writeFile(join(directory, name), lines.join("") + code);
}

/**
 * Writes `sw.js`, the worker of the app, and `app-files.json` for browsers that allow no worker. The page that can become
 * any screen is enough; the copies for single screens only save the server's first answer a journey.
 */
export function appShell(): Plugin {
  let directory = "";
  return {
    name: "app-shell",
    apply: "build",
    configResolved: (config) => {
      directory = config.build.outDir;
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      handler: async () => {
        const entries = await readdir(directory, { recursive: true, withFileTypes: true });
        const paths = entries
          .filter((entry) => entry.isFile())
          .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
          .filter((path) => !path.startsWith("pages"));
        const files = paths
          .filter((path) => /^assets\/[^/]+\.(js|css)$/.test(path))
          .map((path) => `/${path}`);
        await writeFile(join(directory, "app-files.json"), JSON.stringify(files.sort()));
        await writeWorker(directory, "sw.js", paths, {
          PREFIX: "doorlist-shell-",
          PAGE: "/index.html",
          NOT_ITS_OWN: TICKET_PAGE,
        });
      },
    },
  };
}

/**
 * Builds the guest's ticket page beside the app, and its worker. It is a separate build so that it shares no file with
 * the staff's screens (decision 0036).
 */
export function ticketPage(): Plugin {
  let directory = "";
  return {
    name: "ticket-page",
    apply: "build",
    configResolved: (config) => {
      directory = config.build.outDir;
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      handler: async () => {
        const built = await build({
          configFile: false,
          logLevel: "warn",
          plugins: [tailwindcss()],
          resolve: { alias: ALIAS },
          publicDir: false,
          build: {
            target: OLDEST_BROWSERS,
            outDir: directory,
            emptyOutDir: false,
            assetsDir: "assets/ticket",
            modulePreload: false,
            rolldownOptions: { input: TICKET_HTML },
          },
        });
        const [first] = [built].flat();
        if (!first || !("output" in first)) throw new Error("The ticket page was not built");
        const paths = first.output.map(({ fileName }) => fileName);
        await writeWorker(directory, "ticket-worker.js", paths, {
          PREFIX: "doorlist-ticket-",
          PAGE: TICKET_PAGE,
          NOT_ITS_OWN: null,
        });
      },
    },
  };
}
