import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { OUTBOX_WRITE_LIMIT_MS } from "@/features/door/core/rules";
import { mergedRecords, type OutboxRecord } from "@/features/door/outbox/record";
import { within } from "@/lib/with-timeout";

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

/** Phones let connections die in the background: a failure is tried once more on a new one. */
async function withDatabase<Result>(
  use: (database: IDBPDatabase<Schema>, isRetry: boolean) => Promise<Result>,
): Promise<Result> {
  const attempt = (isRetry: boolean) =>
    within(
      OUTBOX_WRITE_LIMIT_MS,
      connect().then((database) => use(database, isRetry)),
    );
  try {
    return await attempt(false);
  } catch {
    disconnect();
  }
  try {
    return await attempt(true);
  } catch (error) {
    disconnect();
    throw error;
  }
}

/** Runs a change; it is on the disk when this resolves. */
const strictly = <Result>(
  change: (store: ReturnType<typeof writeTransaction>["store"], isRetry: boolean) => Promise<Result>,
): Promise<Result> =>
  withDatabase(async (database, isRetry) => {
    const transaction = writeTransaction(database);
    // The transaction's `complete`: a request's `success` comes before the disk has it.
    const [result] = await Promise.all([change(transaction.store, isRetry), transaction.done]);
    return result;
  });

const writeTransaction = (database: IDBPDatabase<Schema>) =>
  database.transaction(RECORDS, "readwrite", { durability: "strict" });

/** All records, as they were saved. */
export const readRecords = (): Promise<OutboxRecord[]> =>
  withDatabase(async (database) => (await database.getAll(RECORDS)) as OutboxRecord[]);

/**
 * Saves a record, together with what another tab has noted in it, and gives it as it lies on the disk. A new one is not
 * looked up first: a guest waits for it. Where its key is there all the same, the index refuses it and it is tried again.
 */
export const saveRecord = (record: OutboxRecord, isNew = false): Promise<OutboxRecord> =>
  strictly(async (store, isRetry) => {
    const isUnread = isNew && !isRetry;
    const saved = isUnread ? undefined : await store.index(BY_KEY).get(record.key);
    const { sequence: _, ...next } = saved ? mergedRecords(saved as OutboxRecord, record) : record;
    const putting = store.put(saved ? { ...next, sequence: saved.sequence } : next);
    store.transaction.commit();
    return { ...next, sequence: await putting };
  });

/** The same for several at once, in one transaction. */
export const saveRecords = (records: readonly OutboxRecord[]): Promise<OutboxRecord[]> =>
  strictly((store) =>
    Promise.all(
      records.map(async (record) => {
        const saved = (await store.index(BY_KEY).get(record.key)) as OutboxRecord | undefined;
        const { sequence: _, ...next } = saved ? mergedRecords(saved, record) : record;
        const sequence = await store.put(saved ? { ...next, sequence: saved.sequence } : next);
        return { ...next, sequence };
      }),
    ),
  );

export const deleteRecords = (sequences: readonly number[]): Promise<void> =>
  strictly(async (store) => {
    await Promise.all(sequences.map((sequence) => store.delete(sequence)));
  });
