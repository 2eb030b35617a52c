import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { type Plugin, transformWithOxc } from "vite";
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

/**
 * Writes `sw.js`: src/service-worker.ts with the files of this build, each with its hash. The page that can become any
 * screen is enough; the copies for single screens only save the server's first answer a journey.
 */
function appShell(): Plugin {
  const source = fileURLToPath(new URL("./src/service-worker.ts", import.meta.url));
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
          .filter((path) => !path.startsWith("pages"))
          .sort();
        const files = await Promise.all(
          paths.map(async (path) => {
            const hash = createHash("sha256").update(await readFile(join(directory, path)));
            return { url: `/${path}`, integrity: `sha256-${hash.digest("base64")}` };
          }),
        );
        const release = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
        const constants = `const RELEASE = "${release}";\nconst FILES = ${JSON.stringify(files)};\n`;
        const { code } = await transformWithOxc(await readFile(source, "utf8"), source);
        await writeFile(join(directory, "sw.js"), constants + code);
      },
    },
  };
}

/** Tests in TypeScript alone that ask for a document, a storage or a window all the same. */
const NEED_A_DOCUMENT = [
  "src/api/client.test.ts",
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
  "src/features/checkin/feedback/door-bell.test.ts",
  "src/features/spreadsheets/row-errors.test.ts",
  "src/features/tickets/hand-out.test.ts",
  "src/features/users/sign-in/session.test.ts",
  "src/lib/storage.test.ts",
];

export default defineConfig({
  plugins: [react(), tailwindcss(), pagesWithPreloads(), appShell(), compressedCopies()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  worker: { format: "es" },
  build: {
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files, each asked for once: what all pages stand on, what most of them share, what all forms share, and the
          // icons of some.
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            { name: "dialog", test: /[\\/]ui[\\/]dialog\.tsx/, priority: 1 },
            { name: "staff", test: /[\\/]src[\\/]|query|lucide-react/, minShareCount: 7 },
            {
              name: "form",
              test: /react-hook-form|[\\/](@hookform|zod)[\\/]|[\\/]form[\\/]money/,
              minShareCount: 3,
            },
            { name: "icons", test: /lucide-react/, minShareCount: 3 },
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
          environment: "jsdom",
          setupFiles: ["./src/testing/setup.ts"],
        },
      },
    ],
  },
});
