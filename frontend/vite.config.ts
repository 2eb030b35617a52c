import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, type Plugin, transformWithOxc } from "vite";
import { defineConfig } from "vitest/config";

const WORTH_COMPRESSING = /\.(html|js|css|svg|wasm|json|webmanifest)$/;
const WORTH_COMPRESSING_BYTES = 1024;

/** Leaves a .br and a .gz beside each file that gets smaller by it; the server sends them as they are. */
function compressedCopies(): Plugin {
  let directory = "";
  return {
    name: "compressed-copies",
    apply: "build",
    configResolved: (config) => {
      directory = config.build.outDir;
    },
    closeBundle: async () => {
      const files = await readdir(directory, { recursive: true });
      await Promise.all(
        files
          .filter((file) => WORTH_COMPRESSING.test(file))
          .map(async (file) => {
            const path = join(directory, file);
            const content = await readFile(path);
            if (content.length < WORTH_COMPRESSING_BYTES) return;
            await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
            await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
          }),
      );
    },
  };
}

/**
 * Leaves a `pages/NAME.html` beside index.html for each `src/pages/NAME-page.tsx`, in which the browser is told of that
 * page's scripts at once. The server sends it for addresses that begin with /NAME, and home.html for /.
 */
function pagesWithPreloads(): Plugin {
  const scripts = new Map<string, string[]>();
  let directory = "";
  return {
    name: "pages-with-preloads",
    apply: "build",
    configResolved: (config) => {
      directory = config.build.outDir;
    },
    generateBundle: (_, bundle) => {
      const withImports = (file: string, seen = new Set<string>()): Set<string> => {
        const chunk = bundle[file];
        if (chunk?.type !== "chunk" || seen.has(file)) return seen;
        seen.add(file);
        for (const imported of chunk.imports) withImports(imported, seen);
        return seen;
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const [, page] = /\/src\/pages\/(.+)-page\.tsx$/.exec(chunk.facadeModuleId ?? "") ?? [];
        if (page) scripts.set(page, [...withImports(chunk.fileName)]);
      }
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      handler: async () => {
        const index = await readFile(join(directory, "index.html"), "utf8");
        await mkdir(join(directory, "pages"), { recursive: true });
        for (const [page, files] of scripts) {
          const links = files
            .filter((file) => !index.includes(`/${file}"`))
            .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
          await writeFile(
            join(directory, "pages", `${page}.html`),
            index.replace(/^ *<link rel="stylesheet"/m, (styles) => links.join("") + styles),
          );
        }
      },
    },
  };
}

/** The oldest browsers that the app runs in (README). `house-rules.test.ts` refuses calls that they lack. */
const OLDEST_BROWSERS = ["safari16.4", "chrome111", "firefox128"];

const WORKER = fileURLToPath(new URL("./src/service-worker.ts", import.meta.url));

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
 * Writes `sw.js`, the worker of the app, and `app-files.json` for browsers that allow no worker. The page that can become any screen is enough; the copies for single screens
 * only save the server's first answer a journey.
 */
function appShell(): Plugin {
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

const TICKET_HTML = "ticket.html";
const TICKET_PAGE = "/ticket";

/**
 * Builds the guest's ticket page beside the app, and its worker. A build of its own shares no file with the staff's
 * screens, whatever they come to have in common (decision 0036).
 */
function ticketPage(): Plugin {
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
          resolve: { alias },
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

/** react-router names its development build alone in its package.json. */
function routerForProduction(): Plugin {
  const build = fileURLToPath(
    new URL("./node_modules/react-router/dist/production/index.mjs", import.meta.url),
  );
  return {
    name: "router-for-production",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => (source === "react-router" ? build : null),
  };
}

/** Tests in TypeScript alone that ask for a document, a storage or a window all the same. */
const NEED_A_DOCUMENT = [
  "src/api/client.test.ts",
  "src/api/confirmation.test.ts",
  "src/api/download.test.ts",
  "src/api/live/refresh.test.ts",
  "src/api/live/server-clock.test.ts",
  "src/api/live/tabs.test.ts",
  "src/api/upload.test.ts",
  "src/components/form/failure.test.ts",
  "src/features/attendees/list/delete-many.test.ts",
  "src/features/checkin/camera/film.test.ts",
  "src/features/checkin/camera/wake-lock.test.ts",
  "src/features/checkin/decoder/decoder.test.ts",
  "src/features/checkin/door/ask-server.test.ts",
  "src/features/checkin/feedback/door-bell.test.ts",
  "src/features/spreadsheets/row-errors.test.ts",
  "src/features/tickets/hand-out.test.ts",
  "src/features/users/sign-in/session.test.ts",
  "src/lib/storage.test.ts",
];

/** Tests that put another module in the place of one of ours: it must not be loaded before, nor stay for the next file. */
const REPLACE_MODULES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => join("src", file))
  .filter((file) => readFileSync(file, "utf8").includes("vi.mock("));

/** Tests that move the clock, or ask how things stand, before anything of the page has run: an earlier file shows in them. */
const HOLD_THE_CLOCK = [
  "src/app/reads.test.tsx",
  "src/components/ui/tooltip.test.tsx",
  "src/features/checkin/grants/door-grant.test.tsx",
  "src/features/checkin/readiness/readiness-check.test.tsx",
];

const SCREENS = { environment: "jsdom", setupFiles: ["./src/testing/setup.ts"] };

const alias = { "@": fileURLToPath(new URL("./src", import.meta.url)) };

export default defineConfig({
  plugins: [
    routerForProduction(),
    react(),
    tailwindcss(),
    pagesWithPreloads(),
    appShell(),
    ticketPage(),
    compressedCopies(),
  ],
  resolve: { alias },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  worker: { format: "es" },
  build: {
    target: OLDEST_BROWSERS,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files, each asked for once: what all pages stand on, what most of them share, what all forms share, and the
          // icons of some.
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            // Apart from "door", which would take it along into the forms.
            { name: "key", test: /idempotency-key/, priority: 1 },
            { name: "dialog", test: /[\\/]ui[\\/]dialog\.tsx/, priority: 1 },
            // The door is the largest: what it has no use for stays out.
            {
              name: "staff",
              test: /[\\/]src[\\/](?!features[\\/](attendees|checkin)|components[\\/](form|ui[\\/](note|qr-symbol|badge))|lib[\\/](save-file|qr|route-id))|query|lucide-react(?!.*[\\/](printer|check|download|copy)\.)/,
              minShareCount: 8,
            },
            {
              name: "form",
              test: /react-hook-form|[\\/](@hookform|zod)[\\/]|[\\/]form[\\/]money/,
              minShareCount: 3,
            },
            // Modules that the door shares with its lazy components.
            {
              name: "door",
              test: /checkin[\\/](camera[\\/]wait|door[\\/]device-memory|door-list[\\/](wiped-at|qr-hash|use-door-list)|screen[\\/]guest-moment|outbox[\\/]use-outbox)\.ts/,
              minShareCount: 2,
            },
            // The door, which loads them too, prints, copies and saves nothing.
            {
              name: "icons",
              test: /lucide-react(?!.*[\\/](printer|copy|download|users|calendar-.*)\.)/,
              minShareCount: 5,
            },
          ],
        },
      },
    },
  },
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    // The suite shares two cores with a database and a browser when everything is tested at once.
    testTimeout: 15_000,
    retry: process.env.CI ? 1 : 0,
    maxWorkers: 2,
    // A browser's document for each file costs more than most files' tests, so what needs none gets none.
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: ["src/**/*.test.ts"],
          exclude: NEED_A_DOCUMENT,
          environment: "node",
          // Functions from values to values: nothing that one file could leave behind for the next.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "screens",
          include: ["src/**/*.test.tsx", ...NEED_A_DOCUMENT],
          exclude: [...REPLACE_MODULES, ...HOLD_THE_CLOCK],
          ...SCREENS,
          // One document and one load of the application for all of a worker's files; `setup.ts` tidies up between tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "screens apart",
          include: [...REPLACE_MODULES, ...HOLD_THE_CLOCK],
          ...SCREENS,
        },
      },
    ],
  },
});
