// A Chromium for the browser tests. `node tools/chromium.mjs` makes sure that there is one and prints where it is.
// In this order: one that the machine has; Debian's, when root may install it; Playwright's own.
// `node tools/chromium.mjs shell` does so for the headless shell: the same engine without windows, tabs and profiles
// around it, in two thirds of the processor time. Where there is none, a whole Chromium serves as well.

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { argv, env, exit, getuid, platform, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const SHELL_NAMES = ["chromium-headless-shell", "chrome-headless-shell"];
const MAC_APPLICATIONS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const FRONTEND = fileURLToPath(new URL("../frontend/", import.meta.url));

/** The machine's own Chromium, or undefined where there is none that runs. */
export function findChromium() {
  return firstThatRuns([...places(NAMES), ...MAC_APPLICATIONS]);
}

/** The machine's own headless shell of Chromium, or undefined where there is none that runs. */
export function findHeadlessShell() {
  return firstThatRuns(places(SHELL_NAMES));
}

function places(names) {
  const directories = ["/usr/bin", ...(env.PATH ?? "").split(delimiter)];
  return names.flatMap((name) => directories.map((directory) => join(directory, name)));
}

function firstThatRuns(files) {
  return files.find((file) => isProgram(file) && runs(file));
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ubuntu's /usr/bin/chromium-browser may be no more than a hint to install a snap. */
function runs(file) {
  return spawnSync(file, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;
}

function run(program, args, options = {}) {
  // Standard output is for the path alone.
  return spawnSync(program, args, { stdio: ["ignore", stderr, stderr], ...options }).status === 0;
}

function isDebian() {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

function installDebians(name, options = []) {
  const quietly = { env: { ...env, DEBIAN_FRONTEND: "noninteractive" } };
  const install = ["install", "--yes", "--no-install-recommends", name];
  stderr.write(`No ${name} here: installing Debian's for the browser tests.\n`);
  return (
    run("apt-get", [...options, "update"], quietly) &&
    // Without a font the tests would see tickets without a letter on them.
    run("apt-get", [...options, ...install, "fonts-dejavu-core"], quietly)
  );
}

function mayInstallDebians() {
  return getuid?.() === 0 && isDebian();
}

function installPlaywrights() {
  const isRoot = getuid?.() === 0;
  const withLibraries = isRoot && platform === "linux" ? ["--with-deps"] : [];
  stderr.write("No Chromium here: fetching Playwright's for the browser tests.\n");
  if (!run("npx", ["playwright", "install", ...withLibraries, "chromium"], { cwd: FRONTEND }))
    return undefined;
  return createRequire(join(FRONTEND, "package.json"))("playwright-core").chromium.executablePath();
}

function provideChromium() {
  const present = findChromium();
  if (present) return present;
  if (mayInstallDebians() && installDebians("chromium")) {
    const installed = findChromium();
    if (installed) return installed;
  }
  return installPlaywrights();
}

function provideHeadlessShell() {
  const present = findHeadlessShell();
  if (present) return present;
  // The package only saves time, so a network that does not answer is soon given up.
  const impatiently = ["-o", "Acquire::http::Timeout=10", "-o", "Acquire::Retries=0"];
  if (mayInstallDebians() && installDebians("chromium-headless-shell", impatiently)) {
    const installed = findHeadlessShell();
    if (installed) return installed;
  }
  return provideChromium();
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const file = argv[2] === "shell" ? provideHeadlessShell() : provideChromium();
  if (file) {
    stdout.write(`${file}\n`);
  } else {
    stderr.write(
      "There is no Chromium for the browser tests, and none could be fetched. Install Chromium or Chrome.\n",
    );
    exit(1);
  }
}
