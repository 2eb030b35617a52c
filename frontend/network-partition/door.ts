import type { DoorList } from "@/features/door/guest-list/list-store";
import type { OutboxRecord } from "@/features/door/outbox/record";
import { type Chance, wait } from "./chance";
import type { Device, Page } from "./device";
import type { CheckInList, HistoryEntry, Ticket } from "./evening";
import type { Network } from "./network";

type List = Pick<DoorList, "event" | "asOf" | "etag" | "tickets">;

export interface Maker {
  userId: number;
  grantId: number | null;
  device: string;
}

/** How often a person with a device goes on to another check-in list, or to the entrance. */
const MOVES_ON = 0.15;

/** A person with a device at a door: scans, undoes, and restarts a dead browser. */
export class Door {
  readonly device: Device;
  readonly network: Network;
  private readonly maker: Maker;
  private readonly eventId: number;
  private readonly countsExits: boolean;
  private readonly lists: readonly CheckInList[];
  /** The check-in list of the device now; null is the entrance. */
  private checkInList: CheckInList | null = null;
  private readonly chance: Chance;
  private readonly note: (entry: HistoryEntry) => void;
  private page: Page;
  private list: List | null = null;
  /** The scans by which guests came in or left here, as the person saw them. */
  private moved: string[] = [];
  /** Number of verdicts until the browser dies with the next one. */
  private diesIn: number;
  /** Scans after their verdict, decisions of staff and restarts: they end after the evening. */
  private readonly pending: Promise<unknown>[] = [];

  constructor(
    place: {
      device: Device;
      network: Network;
      maker: Maker;
      eventId: number;
      countsExits: boolean;
      lists: readonly CheckInList[];
    },
    chance: Chance,
    note: (entry: HistoryEntry) => void,
  ) {
    this.device = place.device;
    this.network = place.network;
    this.maker = place.maker;
    this.eventId = place.eventId;
    this.countsExits = place.countsExits;
    this.lists = place.lists;
    this.chance = chance;
    this.note = note;
    this.diesIn = chance.whole(2, 12);
    this.page = this.open();
  }

  private open(): Page {
    const page = this.device.open();
    this.page = page;
    this.list = null;
    const { core } = page;
    core.openOutbox().catch(() => {});
    core.startSender(() => {});
    core.setStreamState(this.isCutOff ? "silent" : "open");
    core
      .loadList(this.eventId)
      .then((list) => {
        if (this.page === page) this.list ??= list;
      })
      .catch(() => {});
    return page;
  }

  /** The browser is killed, and started again. */
  async die(): Promise<void> {
    this.page.kill();
    this.note({ kind: "crash", door: this.maker.device });
    await wait(this.chance.whole(20, 150));
    this.open();
  }

  private get isCutOff(): boolean {
    return this.network.weather !== "good" && this.network.weather !== "slow";
  }

  /** Sets whether the server is reachable, in place of the live stream. */
  async noticeNetwork(): Promise<void> {
    await wait(this.chance.whole(0, 200));
    this.page.core.setStreamState(this.isCutOff ? "silent" : "open");
  }

  /** Reads the guest list anew, if the server can be reached. */
  async readList(): Promise<void> {
    const { page, list } = this;
    const known = list && { list: list as DoorList, isSaved: true };
    const reading = page.core.loadWhole(this.eventId, known, () => page.isAlive);
    const held = await Promise.race([reading.catch(() => null), page.killed]);
    if (held && this.page === page) this.list = held.list;
  }

  /** Receives a heartbeat of the live stream, with the server's clock. */
  async hearBeat(): Promise<void> {
    const { page } = this;
    if (!page.isAlive) return;
    try {
      const signal = AbortSignal.timeout(500);
      const { body } = await page.fetch(`/api/live?age=1&eventId=${this.eventId}`, { signal });
      const reader = body?.getReader();
      let heard = "";
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        heard += Buffer.from(part.value).toString();
        const [, now] = /event: beat\ndata: \{"now":\s*(\d+)/.exec(heard) ?? [];
        if (now === undefined) continue;
        if (page.isAlive) page.core.recordHeartbeat({ serverTime: Number(now), until: null });
        return await reader?.cancel();
      }
    } catch {
      // The network is down: the page knows no more than before.
    }
  }

  private moveOn(): void {
    if (this.lists.length > 0 && this.chance.is(MOVES_ON))
      this.checkInList = this.chance.one([null, ...this.lists]);
  }

  /** Scans a ticket, and ends when a verdict shows. */
  async scan(ticket: Ticket): Promise<void> {
    this.moveOn();
    const { page, checkInList } = this;
    const countsExits = checkInList ? checkInList.rule === "reentry" : this.countsExits;
    const { core } = page;
    const named = this.chance.is(0.15) && ticket.id !== null && this.list?.tickets.findId(ticket.id);
    const what = named && named !== "cancelled" ? { attendeeId: named.id } : { qrData: ticket.qrData };
    const scan = {
      ...what,
      idempotencyKey: core.newIdempotencyKey(),
      eventId: this.eventId,
      readAt: core.steadyNow(),
      ...(countsExits && this.chance.is(0.4) ? { direction: "out" as const } : {}),
      ...(checkInList ? { listId: checkInList.id } : {}),
    };
    const { userId, device } = this.maker;
    // A second reading of an unanswered ticket is sent with its own time, under the key of the first.
    const send: typeof core.sendScan = (request, signal) => {
      const { idempotencyKey: key, scannedAt } = request;
      if (key && scannedAt) this.note({ kind: "sent", key, at: Date.parse(scannedAt) });
      return core.sendScan(request, signal);
    };
    const place = {
      gateway: { send, userId, device, rereadUserId: async () => userId },
      outbox: core.scanOutboxOf(this.maker),
      isOffline: core.isOffline,
      isThere: () => true,
      listOf: () => this.list as DoorList | null,
      openingListOf: async () => this.list as DoorList | null,
      eventOf: () => null,
    };
    let tellShown = () => {};
    const shown = new Promise<void>((resolve) => {
      tellShown = resolve;
    });
    type Show = Parameters<typeof core.takeScan>[2];
    const show: Show = ({ idempotencyKey: key }, verdict) => {
      if (!page.isAlive) return;
      const isSaved = "unconfirmed" in verdict && verdict.unconfirmed ? verdict.unconfirmed.isSaved : true;
      const isLocal = "unconfirmed" in verdict;
      const listId = checkInList?.id ?? null;
      const seen = { key, verdict: verdict.kind, ticket: ticket.qrData, listId, isSaved, isLocal };
      this.note({ kind: "shown", door: device, ...seen });
      if (verdict.kind === "admitted" || verdict.kind === "left") this.moved.push(key);
      if (--this.diesIn === 0) {
        // In the middle of it: nothing runs after the verdict that the person saw.
        this.diesIn = this.chance.whole(2, 12);
        this.pending.push(this.die());
      } else if (core.canLetIn(verdict) && this.chance.is(0.5))
        this.pending.push(this.letInAnyway(page, key, ticket, listId));
      tellShown();
    };
    // A failure in a live page is a fault; in a killed one it is expected.
    const failing = core.takeScan(scan, place, show).then(
      () => shown,
      (error: unknown) => (page.isAlive ? Promise.reject(error) : page.killed),
    );
    await Promise.race([shown, page.killed, failing]);
    this.pending.push(Promise.race([failing.catch(() => {}), page.killed]));
  }

  private async letInAnyway(page: Page, key: string, ticket: Ticket, listId: number | null): Promise<void> {
    const { core } = page;
    // Some wait, and the refusal reaches the server first.
    if (this.chance.is(0.5)) await wait(this.chance.whole(0, 400));
    if (!page.isAlive) return;
    const { device: door } = this.maker;
    const seen = { key, verdict: "admitted", ticket: ticket.qrData, listId, isLocal: true };
    // Decided, and not yet on the screen: if the browser dies now, the log may have either verdict.
    this.note({ kind: "shown", door, ...seen, isSaved: false });
    const noting = core.saveVerdict(key, { shown: "admitted", certainty: "none", asOf: null });
    const isSaved = await Promise.race([core.isDone(noting, core.SAVE_TIMEOUT_MS), page.killed]);
    if (isSaved === undefined || !page.isAlive) return;
    this.note({ kind: "shown", door, ...seen, isSaved });
    this.moved.push(key);
  }

  /** Takes one of the own check-ins or exits back. */
  async takeBack(): Promise<void> {
    const { page } = this;
    const { core } = page;
    const key = this.chance.one(this.moved);
    if (key === undefined || !core.findRecord(key) || core.undoOf(key)) return;
    this.moved = this.moved.filter((other) => other !== key);
    const undoing = core.undoCheckIn(key, { ...this.maker, clockOffset: core.clockOffset() });
    const isSaved = await Promise.race([core.isDone(undoing, core.SAVE_TIMEOUT_MS), page.killed]);
    core.sendNow();
    const undo = page.isAlive && isSaved !== undefined ? core.undoOf(key)?.key : undefined;
    if (undo)
      this.note({
        kind: "undone",
        door: this.maker.device,
        key: undo,
        undoes: key,
        isSaved: Boolean(isSaved),
      });
  }

  /** The unsynced records of the page. */
  get unsettled(): readonly OutboxRecord[] {
    return this.page.core.unsyncedRecords();
  }

  /** The unsynced records with their state, for the report of a failure. */
  describeUnsettled(): string[] {
    const { core } = this.page;
    const { refusedUsers } = core.senderStatus();
    return this.unsettled.map(({ key, kind, shown, result, grantId }) =>
      JSON.stringify({ key, kind, shown, result, grantId, isInFlight: core.isInFlight(key), refusedUsers }),
    );
  }

  /** The evening is over: a network that works, and a person who waits until all is sent. */
  async deliver(limitMs: number): Promise<void> {
    await Promise.all(this.pending);
    await this.page.core.openOutbox().catch(() => {});
    for (const { key } of this.page.core.allRecords()) this.page.core.clearInFlight(key);
    const until = performance.now() + limitMs;
    do {
      this.page.runInRealTime();
      this.page.core.sendNow();
      await wait(50);
    } while (this.unsettled.length > 0 && performance.now() < until);
  }

  get records(): OutboxRecord[] {
    return [...this.page.core.allRecords()];
  }
}
