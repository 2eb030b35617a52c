import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { mergedRecords, type OutboxRecord } from "@/features/checkin/outbox/record";
import { OUTBOX_WRITE_LIMIT_MS } from "@/features/checkin/rules";

const DATABASE = "doorlist.outbox";
/** For good: an old tab would hold up an upgrade, and could then save nothing (decision 0028). */
const VERSION = 1;
const RECORDS = "records";
const BY_KEY = "key";

interface Schema extends DBSchema {
  [RECORDS]: {
    /** Numbered by the database, so that two tabs never take the same number. */
    key: number;
    value: Omit<OutboxRecord, "sequence"> & { sequence?: number };
    indexes: { [BY_KEY]: string };
  };
}

let connection: Promise<IDBPDatabase<Schema>> | null = null;

function connect(): Promise<IDBPDatabase<Schema>> {
  connection ??= openDB<Schema>(DATABASE, VERSION, {
    upgrade: (opened) => {
      const store = opened.createObjectStore(RECORDS, { keyPath: "sequence", autoIncrement: true });
      store.createIndex(BY_KEY, "key", { unique: true });
    },
    // The person clears the browser's data.
    blocking: disconnect,
    terminated: disconnect,
  });
  return connection;
}

/** The next use opens it anew. */
export function disconnect(): void {
  connection?.then((database) => database.close()).catch(() => {}); // it never opened
  connection = null;
}

/** A database of a phone that slept may never answer, and says nothing. */
async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database did not answer")), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Phones let connections die in the background: a failure is tried once more on a new one. */
async function withDatabase<Result>(
  use: (database: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result> {
  const attempt = () => within(OUTBOX_WRITE_LIMIT_MS, connect().then(use));
  try {
    return await attempt();
  } catch {
    disconnect();
  }
  try {
    return await attempt();
  } catch (error) {
    disconnect();
    throw error;
  }
}

/** Runs a change; it is on the disk when this resolves. */
const strictly = <Result>(
  change: (store: ReturnType<typeof writeTransaction>["store"]) => Promise<Result>,
): Promise<Result> =>
  withDatabase(async (database) => {
    const transaction = writeTransaction(database);
    // The transaction's `complete`: a request's `success` comes before the disk has it.
    const [result] = await Promise.all([change(transaction.store), transaction.done]);
    return result;
  });

const writeTransaction = (database: IDBPDatabase<Schema>) =>
  database.transaction(RECORDS, "readwrite", { durability: "strict" });

/** All records, as they were saved. */
export const readRecords = (): Promise<OutboxRecord[]> =>
  withDatabase(async (database) => (await database.getAll(RECORDS)) as OutboxRecord[]);

/** Saves a record, together with what another tab has noted in it, and gives it as it lies on the disk. */
export const saveRecord = (record: OutboxRecord): Promise<OutboxRecord> =>
  strictly(async (store) => {
    const saved = (await store.index(BY_KEY).get(record.key)) as OutboxRecord | undefined;
    const { sequence: _, ...next } = saved ? mergedRecords(saved, record) : record;
    const sequence = await store.put(saved ? { ...next, sequence: saved.sequence } : next);
    return { ...next, sequence };
  });

export const deleteRecords = (sequences: readonly number[]): Promise<void> =>
  strictly(async (store) => {
    await Promise.all(sequences.map((sequence) => store.delete(sequence)));
  });
