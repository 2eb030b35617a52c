import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_COMPRESSING = /\.(html|js|css|svg|wasm|json|webmanifest)$/;
const WORTH_COMPRESSING_BYTES = 1024;

/** Leaves a .br and a .gz beside each file that gets smaller by it; the server sends them as they are. */
export function compressedCopies(): Plugin {
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
 * Writes a `pages/NAME.html` beside index.html for each `src/pages/NAME-page.tsx`, with preload links for that page's
 * scripts. The server sends it for addresses that begin with /NAME, and home.html for /.
 */
export function pagesWithPreloads(): Plugin {
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

/** react-router names its development build alone in its package.json. */
export function routerForProduction(): Plugin {
  const build = fileURLToPath(
    new URL("../node_modules/react-router/dist/production/index.mjs", import.meta.url),
  );
  return {
    name: "router-for-production",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => (source === "react-router" ? build : null),
  };
}
