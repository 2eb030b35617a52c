import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressedCopies, pagesWithPreloads, routerForProduction } from "./build/app-pages.ts";
import { ALIAS, appShell, OLDEST_BROWSERS, ticketPage } from "./build/workers.ts";

/** TypeScript tests without JSX that need a document, a storage or a window. */
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
  "src/features/door/camera/watch-stream.test.ts",
  "src/features/door/camera/wake-lock.test.ts",
  "src/features/door/camera/decoder.test.ts",
  "src/features/door/scan/ask-server.test.ts",
  "src/features/door/scan/door-bell.test.ts",
  "src/features/spreadsheets/row-errors.test.ts",
  "src/features/ticket-types/quiet-bell.test.ts",
  "src/features/tickets/share-tickets.test.ts",
  "src/features/users/sign-in/session.test.ts",
  "src/lib/settings.test.ts",
  "src/lib/storage.test.ts",
];

/** Tests that replace one of our modules: it must not be loaded before, nor stay for the next file. */
const REPLACE_MODULES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => join("src", file))
  .filter((file) => readFileSync(file, "utf8").includes("vi.mock("));

/**
 * Tests that move the clock, or read state, before any of the page's code has run: an earlier file would affect them.
 */
const HOLD_THE_CLOCK = [
  "src/app/reads.test.tsx",
  "src/components/ui/tooltip.test.tsx",
  "src/features/door/access/door-grant.test.tsx",
  "src/features/door/ui/readiness/readiness-check.test.tsx",
  "src/features/spreadsheets/import-dialog.test.tsx",
];

/** Tests that open a whole screen or lay out whole tickets: `make check` leaves them to `make test`. */
const PAGES = [
  "src/pages/**/*.test.tsx",
  "src/features/door/ui/search/guest-search.test.tsx",
  "src/features/tickets/picture/ticket-layout.test.ts",
];

const SCREENS = { environment: "jsdom", setupFiles: ["./src/testing/setup.ts"] };

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
  resolve: { alias: ALIAS },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  worker: { format: "es" },
  build: {
    target: OLDEST_BROWSERS,
    // `pagesWithPreloads` names the files of the first page; a preload for each later import costs more than it saves.
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files, each requested once: the base of all pages, code that most of them share, code that all forms
          // share, and some icons.
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            // Apart from "door", which would take it along into the forms.
            { name: "key", test: /idempotency-key/, priority: 1 },
            { name: "dialog", test: /[\\/]ui[\\/](dialog|question)\.tsx/, priority: 1 },
            // The scanner is the largest page: code that it does not use stays out.
            {
              name: "staff",
              test: /[\\/]src[\\/](?!features[\\/](attendees|door[\\/](?!passes|figures))|components[\\/](form|ui[\\/](callout|qr-symbol|badge|copy-button|select|switch|checkbox|progress-bar))|api[\\/]upload|lib[\\/](capacity|event-search|save-file|qr|url|sleep|with-timeout|amount|intl-names|exact-date|bytes|typed-date|accent))|query(?!.*[Ii]nfinite)|lucide-react(?!.*[\\/](printer|check|download|copy)\.)/,
              minShareCount: 8,
            },
            // Labels use it as well as forms.
            { name: "amount", test: /[\\/]lib[\\/](amount|intl-names)\.ts/ },
            {
              name: "form",
              test: /react-hook-form|[\\/](@hookform|zod)[\\/]|[\\/]form[\\/]money/,
              minShareCount: 3,
            },
            // Modules that the door shares with its lazy components.
            {
              name: "door",
              test: /src[\\/](lib[\\/](sleep|with-timeout)|features[\\/]door[\\/](scan[\\/]device-settings|guest-list[\\/](wipe-time|qr-hash|use-door-list|index-when-idle)|ui[\\/]guest-moment|outbox[\\/](use-outbox|result)))\.ts/,
              minShareCount: 2,
            },
            // The door, which loads them too, prints, copies, mails and saves nothing.
            {
              name: "icons",
              test: /lucide-react(?!.*[\\/](printer|copy|download|mail|user-x|users|calendar-.*)\.)/,
              minShareCount: 5,
            },
          ],
        },
      },
    },
  },
  test: {
    // The output of passing tests would hide the names of failing ones.
    silent: "passed-only",
    restoreMocks: true,
    unstubGlobals: true,
    // Only a test that fails takes this long: a busy machine is no failure.
    testTimeout: 120_000,
    maxWorkers: 2,
    // A browser's document for each file costs more than most files' tests, so what needs none gets none.
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: ["src/**/*.test.ts"],
          exclude: [...NEED_A_DOCUMENT, ...PAGES],
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
          exclude: [...PAGES, ...REPLACE_MODULES, ...HOLD_THE_CLOCK],
          ...SCREENS,
          // One document and one load of the application for all of a worker's files; `setup.ts` tidies up between tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: PAGES,
          exclude: [...REPLACE_MODULES, ...HOLD_THE_CLOCK],
          ...SCREENS,
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
