import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const WORTH_COMPRESSING = /\.(js|css|svg|wasm|json|webmanifest)$/;
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

export default defineConfig({
  plugins: [react(), tailwindcss(), compressedCopies()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  worker: { format: "es" },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./src/testing/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    // The suite shares two cores with a database and a browser when everything is tested at once.
    testTimeout: 15_000,
    // As in playwright.config.ts: a second try is named, and holds up nobody's change on a busy machine.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: 2,
  },
});
