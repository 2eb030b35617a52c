import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from "fake-indexeddb";
import { type Chance, wait } from "./chance";
import type { Core } from "./core";

/** The timers of a door run so many times as fast, so that an evening takes seconds. Its clock does not. */
const SPEED = 15;

/** A transaction as fake-indexeddb has it, with the parts that make a power cut of it. */
type Transaction = IDBTransaction & { _requests: unknown[]; _abort: (error: string) => void };

/** A phone: its disk and its clock outlive the page. */
export class Device {
  readonly port: number;
  readonly cookie: string;
  /** How far its clock is wrong, in ms. */
  clockError = 0;
  private readonly code: string;
  private readonly chance: Chance;
  private readonly databases = new IDBFactory();
  private readonly storage = new Map<string, string>();

  constructor(code: string, { port, cookie }: { port: number; cookie: string }, chance: Chance) {
    this.code = code;
    this.port = port;
    this.cookie = cookie;
    this.chance = chance;
  }

  now(): number {
    return Date.now() + this.clockError;
  }

  /** Loads the door's page. */
  open(): Page {
    return new Page(this, this.code, this.databases, this.storage, this.chance);
  }
}

/** One life of a door's page. Everything in memory is lost with it. */
export class Page {
  readonly core: Core;
  /** Resolves as the page is killed, as by `kill -9`. Transactions that were not complete are lost. */
  readonly killed: Promise<void>;
  isAlive = true;
  private speed = SPEED;
  private readonly device: Device;
  private readonly chance: Chance;
  private readonly calls = new AbortController();
  private readonly connections: { close: () => void }[] = [];
  private readonly unfinished: Transaction[] = [];
  private tellKilled = () => {};
  /** The last transaction that completes: one after the other, as on a disk. */
  private completed = Promise.resolve();

  constructor(
    device: Device,
    code: string,
    databases: IDBFactory,
    storage: Map<string, string>,
    chance: Chance,
  ) {
    this.device = device;
    this.chance = chance;
    this.killed = new Promise((resolve) => {
      this.tellKilled = resolve;
    });
    const world = this.world(databases, storage);
    const run = new Function(...Object.keys(world), `${code}\nreturn core.core;`);
    this.core = run(...Object.values(world));
  }

  /** Ends the haste: a slow server has as long to answer as in the product. */
  runInRealTime(): void {
    this.speed = 1;
  }

  kill(): void {
    this.isAlive = false;
    this.calls.abort();
    for (const transaction of this.unfinished.reverse()) {
      // A killed page gets no results.
      transaction._requests.length = 0;
      transaction._abort("AbortError");
    }
    for (const connection of this.connections) connection.close();
    this.tellKilled();
  }

  /** The globals of the page, in place of the browser's. A killed page reaches none of them. */
  private world(databases: IDBFactory, storage: Map<string, string>): Record<string, unknown> {
    const { device, origin } = this;
    const world: Record<string, unknown> = {
      ...{ IDBCursor, IDBDatabase, IDBIndex, IDBObjectStore, IDBRequest, IDBTransaction },
      indexedDB: { open: (name: string, version: number) => this.openDatabase(databases, name, version) },
      localStorage: {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => this.isAlive && storage.set(key, value),
        removeItem: (key: string) => this.isAlive && storage.delete(key),
      },
      location: { origin },
      document: Object.assign(new EventTarget(), {
        hidden: false,
        createElement: () => ({}),
        head: { appendChild: (element: object) => element },
      }),
      navigator: {},
      addEventListener: () => {},
      // A page without other tabs.
      BroadcastChannel: class extends EventTarget {
        postMessage() {}
      },
      Date: class extends Date {
        static override now = () => device.now();
      },
      setTimeout: (work: () => void, ms = 0) => setTimeout(() => this.isAlive && work(), ms / this.speed),
      clearTimeout,
      AbortSignal: {
        any: (signals: AbortSignal[]) => AbortSignal.any(signals),
        timeout: (ms: number) => AbortSignal.timeout(Math.ceil(ms / this.speed)),
      },
      fetch: (request: Request | string, init?: RequestInit) => this.fetch(request, init),
    };
    // The rest is the same in Node.
    Object.setPrototypeOf(world, globalThis);
    world.globalThis = world;
    world.window = world;
    return world;
  }

  private get origin(): string {
    return `http://127.0.0.1:${this.device.port}`;
  }

  /** As the browser calls the server, with the device's cookies. */
  async fetch(request: Request | string, init: RequestInit = {}): Promise<Response> {
    if (!this.isAlive) return new Promise(() => {});
    const asked = typeof request === "string" ? new Request(`${this.origin}${request}`) : request;
    const { method, url } = asked;
    const headers = new Headers(asked.headers);
    headers.set("Cookie", this.device.cookie);
    // As a whole, so that its length is known on the wire.
    const body = method === "GET" ? null : await asked.text();
    const signals = [this.calls.signal, init.signal ?? []].flat();
    return fetch(url, { method, headers, body, signal: AbortSignal.any(signals) });
  }

  private openDatabase(databases: IDBFactory, name: string, version: number): unknown {
    // A killed page gets no event.
    if (!this.isAlive) return new EventTarget();
    const request = databases.open(name, version);
    request.addEventListener("success", () => {
      const database = request.result;
      this.connections.push(database);
      const begin = database.transaction.bind(database);
      database.transaction = (...asked: Parameters<typeof begin>) =>
        this.onDisk(begin(...asked) as Transaction);
    });
    return request;
  }

  /** A transaction that takes its time between the `success` of its last request and its `complete`. */
  private onDisk(transaction: Transaction): IDBTransaction {
    this.unfinished.push(transaction);
    const tell = transaction.dispatchEvent.bind(transaction);
    const finish = (event: Event) => {
      const place = this.unfinished.indexOf(transaction);
      if (place >= 0) this.unfinished.splice(place, 1);
      return tell(event);
    };
    transaction.dispatchEvent = (event: Event) => {
      if (!this.isAlive) return true;
      if (event.type !== "complete") return event.type === "abort" ? finish(event) : tell(event);
      const latency = this.chance.is(0.1) ? this.chance.whole(10, 40) : this.chance.whole(1, 5);
      this.completed = this.completed
        .then(() => wait(latency))
        .then(() => void (this.isAlive && finish(event)));
      return true;
    };
    return transaction;
  }
}
