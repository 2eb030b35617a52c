import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { Chance } from "./chance";

/**
 * The state of a door's network. `slow`: both directions are slow. `black`: nothing arrives, and no connection ends.
 * `deaf`: requests arrive, and responses are lost. `cut`: every connection breaks.
 */
export type Weather = "good" | "slow" | "black" | "deaf" | "cut";

const LONGEST_DELAY_MS = 250;
const LONGEST_ECHO_MS = 900;
const ECHOED = 0.2;

/** The network between one door and the server: a TCP proxy that also sends some requests once more, some of them much later. */
export class Network {
  weather: Weather = "good";
  private readonly chance: Chance;
  private readonly serverPort: number;
  private readonly proxy: Server;
  private readonly open = new Set<Socket>();
  private echoes = 0;
  private isCalm = false;

  constructor(serverPort: number, chance: Chance) {
    this.serverPort = serverPort;
    this.chance = chance;
    this.proxy = createServer((socket) => this.carry(socket));
  }

  /** Gives the port that a door calls. */
  async begin(): Promise<number> {
    await new Promise<void>((resolve) => this.proxy.listen(0, "127.0.0.1", resolve));
    return (this.proxy.address() as AddressInfo).port;
  }

  /** Whether a request is still to be sent once more. */
  get isQuiet(): boolean {
    return this.echoes === 0;
  }

  change(weather: Weather): void {
    const before = this.weather;
    this.weather = weather;
    // The bytes that a dead network held back arrive late, or never.
    const isOver = weather === "cut" || (before !== "good" && this.chance.is(0.5));
    if (isOver) for (const socket of this.open) socket.destroy();
  }

  /** The network works from now on, and sends nothing twice. */
  calm(): void {
    this.change("good");
    this.isCalm = true;
  }

  private carry(door: Socket): void {
    const server = connect(this.serverPort, "127.0.0.1");
    for (const socket of [door, server]) {
      this.open.add(socket);
      socket.on("error", () => {}); // broken connections are the purpose of this proxy
      socket.on("close", () => {
        this.open.delete(socket);
        door.destroy();
        server.destroy();
      });
    }
    if (this.weather === "cut") door.destroy();
    const requests = new Requests((request) => this.echo(request));
    this.pass(door, server, ["black"], (chunk) => requests.add(chunk));
    this.pass(server, door, ["black", "deaf"]);
  }

  /** Carries bytes one way, in their order. Bytes wait while it is blocked; then they arrive, or the connection ends. */
  private pass(from: Socket, to: Socket, blockedBy: Weather[], passed = (_: Buffer) => {}): void {
    const queue: { chunk: Buffer; at: number }[] = [];
    let timer: NodeJS.Timeout | undefined;
    const flush = () => {
      timer = undefined;
      if (from.destroyed) return;
      const now = performance.now();
      while (queue[0] && queue[0].at <= now && !blockedBy.includes(this.weather)) {
        const { chunk } = queue.shift() as { chunk: Buffer };
        passed(chunk);
        to.write(chunk);
      }
      if (queue.length > 0) timer = setTimeout(flush, 10);
    };
    from.on("data", (chunk) => {
      const delay = this.weather === "slow" ? this.chance.next() * LONGEST_DELAY_MS : 0;
      const last = queue.at(-1)?.at ?? 0;
      queue.push({ chunk, at: Math.max(last, performance.now() + delay) });
      if (timer === undefined) flush();
    });
  }

  private echo(request: Buffer): void {
    if (this.isCalm || !request.subarray(0, 5).equals(Buffer.from("POST ")) || !this.chance.is(ECHOED))
      return;
    this.echoes += 1;
    setTimeout(() => {
      const again = connect(this.serverPort, "127.0.0.1", () => again.write(request));
      again.on("error", () => {});
      // Nobody waits for the answer.
      again.on("data", () => again.destroy());
      again.on("close", () => {
        this.echoes -= 1;
      });
    }, this.chance.next() * LONGEST_ECHO_MS);
  }

  end(): void {
    this.proxy.close();
    for (const socket of this.open) socket.destroy();
  }
}

/** Splits the bytes from a door into requests: `heard` is called with the bytes of each. */
class Requests {
  private pending = Buffer.alloc(0);
  private readonly heard: (request: Buffer) => void;

  constructor(heard: (request: Buffer) => void) {
    this.heard = heard;
  }

  add(chunk: Buffer): void {
    this.pending = Buffer.concat([this.pending, chunk]);
    for (;;) {
      const head = this.pending.indexOf("\r\n\r\n");
      if (head < 0) return;
      const [, length = "0"] =
        /\r\ncontent-length: (\d+)/i.exec(this.pending.toString("latin1", 0, head)) ?? [];
      const end = head + 4 + Number(length);
      if (this.pending.length < end) return;
      this.heard(Buffer.from(this.pending.subarray(0, end)));
      this.pending = this.pending.subarray(end);
    }
  }
}
