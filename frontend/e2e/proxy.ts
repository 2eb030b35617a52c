import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A proxy before a server, as venues have them, and its faults in an outage. */
export interface Proxy {
  url: string;
  /** Takes connections and passes nothing on: neither side notices that the other is gone. */
  swallow(): void;
  /** Cuts open connections, and answers every call itself: 502. */
  refuse(): void;
  /** Passes on what new connections send. */
  pass(): void;
  /** Limits what each connection passes on from the server, in bytes a second. */
  slow(bytesPerSecond: number): void;
  stop(): Promise<void>;
}

/** Pieces that make a second of a slow line. */
const TICKS = 10;
const PAGE = "<h1>502 Bad Gateway</h1>";
const BAD_GATEWAY = [
  "HTTP/1.1 502 Bad Gateway",
  "Content-Type: text/html",
  `Content-Length: ${PAGE.length}`,
  "Connection: close",
  "",
  PAGE,
].join("\r\n");

export async function startProxy(port: number): Promise<Proxy> {
  let kind: "passes" | "swallows" | "refuses" = "passes";
  let bytesPerSecond = Number.POSITIVE_INFINITY;
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    track(browser);
    if (kind === "refuses") {
      browser.once("data", () => browser.end(BAD_GATEWAY));
      return;
    }
    const upstream = track(connect(port, "127.0.0.1"));
    for (const [from, to] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      let passing: Promise<void> = Promise.resolve();
      from.on("data", (bytes) => {
        if (kind !== "passes") return;
        const isSlow = from === upstream && Number.isFinite(bytesPerSecond);
        if (isSlow) passing = passing.then(() => trickle(from, to, bytes));
        else to.write(bytes);
      });
      from.on("close", () => {
        if (kind === "passes") void passing.then(() => to.destroy());
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  }
  async function trickle(from: Socket, to: Socket, bytes: Buffer): Promise<void> {
    from.pause();
    for (let sent = 0; sent < bytes.length && !to.destroyed; ) {
      const next = Math.max(1, Math.ceil(Math.min(bytesPerSecond, bytes.length) / TICKS));
      to.write(bytes.subarray(sent, sent + next));
      sent += next;
      await wait((next / bytesPerSecond) * 1000);
    }
    from.resume();
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No free port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    swallow: () => {
      kind = "swallows";
    },
    refuse: () => {
      kind = "refuses";
      cut();
    },
    pass: () => {
      kind = "passes";
    },
    slow: (rate) => {
      bytesPerSecond = rate;
    },
    stop: async () => {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
