// `node network-partition/build.mjs DIRECTORY` writes main.js there, which runs an evening of doors
// (backend/tests/door/network_partition). The doors' own code goes beside it as one script, so that each page runs it anew.

import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const outDir = argv[2];
const shared = {
  configFile: false,
  root: here(".."),
  logLevel: "error",
  resolve: { alias: { "@": here("../src") } },
  define: { "process.env.NODE_ENV": '"production"' },
};

await build({
  ...shared,
  build: {
    outDir,
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    lib: { entry: here("core.ts"), formats: ["iife"], name: "core", fileName: () => "core.js" },
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
await build({
  ...shared,
  ssr: { noExternal: true },
  build: { ssr: here("main.ts"), outDir, emptyOutDir: false, copyPublicDir: false, minify: false },
});
