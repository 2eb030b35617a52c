import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { INSECURE_HOST } from "./browser";

const BACKEND = fileURLToPath(new URL("../../backend/", import.meta.url));
export const DOORLIST = join(BACKEND, ".venv/bin/doorlist");
export const PYTHON = join(BACKEND, ".venv/bin/python");
const CERTIFY = `import sys
from datetime import UTC, datetime
from pathlib import Path
from doorlist.core.http.tls import lan_certificate
lan_certificate(Path(sys.argv[1]), datetime.now(UTC), [], "door")`;
const START_MS = 60_000;
const STOP_MS = 10_000;

export interface Staff {
  username: string;
  fullName: string;
  role: "organizer" | "super_admin";
  password: string;
}

export const OLIVE: Staff = {
  username: "olive",
  fullName: "Olive Organizer",
  role: "organizer",
  password: "a lantern by the side gate",
};
export const SAM: Staff = {
  username: "sam",
  fullName: "Sam Superadmin",
  role: "super_admin",
  password: "three geese cross the bridge",
};

/** A real server with a separate database. */
export interface Doorlist {
  url: string;
  port: number;
  /** The output of the server so far. */
  printed(): string;
  /** Ends the server, and starts it again on the same port and database. `kill` gives it no time, like a power cut. */
  restart(options?: { kill: boolean }): Promise<void>;
  /** Suspends the process: connections stay open without responses, until `thaw`. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** The program that is started. */
export type Command = readonly [string, ...string[]];

const environmentOf = (directory: string) => ({
  ...process.env,
  DOORLIST_DATA_DIR: dataOf(directory),
  DOORLIST_DATABASE_URL: "",
  DOORLIST_ALLOWED_HOSTS: INSECURE_HOST,
});
const dataOf = (directory: string) => join(directory, "data");
const makeDirectory = () => mkdtempSync(join(tmpdir(), "doorlist-e2e-"));
const remove = (directory: string) => rmSync(directory, { recursive: true, force: true });

/** A data directory with only the users `staff`, changed by `prepare`, for servers to start from. */
export interface Template {
  directory: string;
  remove(): void;
}

/** Each user costs a start of the program, so a template is made once and copied for each server. */
export function makeTemplate(
  staff: readonly Staff[],
  command: Command = [DOORLIST],
  prepare: readonly (readonly string[])[] = [],
): Template {
  const directory = makeDirectory();
  try {
    const [file, ...leading] = command;
    const run = (args: readonly string[], input = "") => {
      const env = environmentOf(directory);
      const done = spawnSync(file, [...leading, ...args], { cwd: BACKEND, env, input });
      if (done.status !== 0) throw new Error(`doorlist ${args.join(" ")}: ${done.error ?? done.stderr}`);
    };
    for (const { username, fullName, role, password } of staff) {
      const person = ["--username", username, "--full-name", fullName, "--role", role];
      run(["users", "create", ...person, "--password-stdin"], `${password}\n`);
    }
    for (const args of prepare) run(args);
    return { directory, remove: () => remove(directory) };
  } catch (error) {
    remove(directory);
    throw error;
  }
}

/** Makes a certificate of an authority that no browser knows; gives the options to serve with it. */
function certify(directory: string): string[] {
  const tls = join(directory, "tls");
  const done = spawnSync(PYTHON, ["-c", CERTIFY, tls], { cwd: BACKEND, env: environmentOf(directory) });
  if (done.status !== 0) throw new Error(`No certificate: ${done.error ?? done.stderr}`);
  return ["--tls-cert", join(tls, "server.crt"), "--tls-key", join(tls, "server.key")];
}

/** Starts a server on a copy of the template; without one it makes its first super admin itself. */
export async function startDoorlist(
  template: Pick<Template, "directory"> | null,
  command: Command = [DOORLIST],
  { https = false } = {},
): Promise<Doorlist> {
  const directory = makeDirectory();
  const removeAll = () => remove(directory);
  try {
    if (template) cpSync(dataOf(template.directory), dataOf(directory), { recursive: true });
    const [file, ...leading] = command;
    const logFile = join(directory, "log");
    const log = openSync(logFile, "a");
    const port = await freePort();
    const tls = https ? certify(directory) : [];
    const launch = () =>
      spawn(file, [...leading, "serve", "--host", "127.0.0.1", "--port", String(port), ...tls], {
        cwd: BACKEND,
        env: environmentOf(directory),
        stdio: ["ignore", log, log],
      });
    let server = launch();
    const kill = () => server.kill("SIGKILL");
    process.once("exit", kill);
    process.once("exit", removeAll);
    const printed = () => readFileSync(logFile, "utf8");
    const stop = async () => {
      await end(server);
      removeAll();
      process.off("exit", kill);
      process.off("exit", removeAll);
    };
    const url = `${https ? "https" : "http"}://127.0.0.1:${port}`;
    const restart = async ({ kill = false } = {}) => {
      await end(server, kill);
      server = launch();
      await untilReady(server, url);
    };
    try {
      await untilReady(server, url);
    } catch (error) {
      const said = printed();
      await stop();
      throw new Error(`${(error as Error).message} It printed:\n${said}`);
    }
    const freeze = () => void server.kill("SIGSTOP");
    const thaw = () => void server.kill("SIGCONT");
    return { url, port, printed, restart, freeze, thaw, stop };
  } catch (error) {
    removeAll();
    throw error;
  }
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error("The server ended at once.");
    if ((await statusOf(`${url}/readyz`)) === 200) return;
    await wait(100);
  }
  throw new Error(`The server was not ready after ${START_MS / 1000} s.`);
}

/** Returns null without a response. Accepts any certificate, unlike `fetch`. */
async function statusOf(url: string): Promise<number | null> {
  if (url.startsWith("http:")) return (await fetch(url).catch(() => null))?.status ?? null;
  return new Promise((resolve) => {
    const asking = get(url, { rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? null);
    });
    asking.on("error", () => resolve(null));
  });
}

async function end(server: ChildProcess, kill = false): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill(kill ? "SIGKILL" : "SIGTERM");
  server.kill("SIGCONT");
  const force = setTimeout(() => server.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(force);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No free port.");
  return address.port;
}
