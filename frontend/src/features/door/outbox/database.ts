import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { OUTBOX_WRITE_TIMEOUT_MS } from "@/features/door/core/rules";
import { mergeRecords, type OutboxRecord } from "@/features/door/outbox/record";
import { withTimeout } from "@/lib/with-timeout";

const DATABASE = "doorlist.outbox";
/** Permanent: an upgrade would wait for old tabs, which could save nothing meanwhile (decision 0028). */
const VERSION = 1;
const RECORDS = "records";
const BY_KEY = "key";

interface Schema extends DBSchema {
  [RECORDS]: {
    /** Numbered by the database, so that two tabs never use the same number. */
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
    // The user deletes the browser's data.
    blocking: disconnect,
    terminated: disconnect,
  });
  return connection;
}

export function disconnect(): void {
  connection?.then((database) => database.close()).catch(() => {}); // it never opened
  connection = null;
}

/** Phones close connections in the background, so a failure is retried once on a new one. */
async function withDatabase<Result>(
  use: (database: IDBPDatabase<Schema>, isRetry: boolean) => Promise<Result>,
): Promise<Result> {
  const attempt = (isRetry: boolean) =>
    withTimeout(OUTBOX_WRITE_TIMEOUT_MS, () => connect().then((database) => use(database, isRetry)));
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

/** Runs a change; it is on disk when this resolves. */
const strictly = <Result>(
  change: (store: ReturnType<typeof writeTransaction>["store"], isRetry: boolean) => Promise<Result>,
): Promise<Result> =>
  withDatabase(async (database, isRetry) => {
    const transaction = writeTransaction(database);
    // `success` of a request comes before the data are on disk; `complete` after.
    const [result] = await Promise.all([change(transaction.store, isRetry), transaction.done]);
    return result;
  });

const writeTransaction = (database: IDBPDatabase<Schema>) =>
  database.transaction(RECORDS, "readwrite", { durability: "strict" });

export const readRecords = (): Promise<OutboxRecord[]> =>
  withDatabase(async (database) => (await database.getAll(RECORDS)) as OutboxRecord[]);

/**
 * Saves a record merged with other tabs' changes and returns it. A new record is not looked up first, because a guest
 * waits; if its key exists, the index refuses it and the retry merges.
 */
export const saveRecord = (record: OutboxRecord, isNew = false): Promise<OutboxRecord> =>
  strictly(async (store, isRetry) => {
    const isUnread = isNew && !isRetry;
    const saved = isUnread ? undefined : await store.index(BY_KEY).get(record.key);
    const { sequence: _, ...next } = saved ? mergeRecords(saved as OutboxRecord, record) : record;
    const putting = store.put(saved ? { ...next, sequence: saved.sequence } : next);
    store.transaction.commit();
    return { ...next, sequence: await putting };
  });

export const saveRecords = (records: readonly OutboxRecord[]): Promise<OutboxRecord[]> =>
  strictly((store) =>
    Promise.all(
      records.map(async (record) => {
        const saved = (await store.index(BY_KEY).get(record.key)) as OutboxRecord | undefined;
        const { sequence: _, ...next } = saved ? mergeRecords(saved, record) : record;
        const sequence = await store.put(saved ? { ...next, sequence: saved.sequence } : next);
        return { ...next, sequence };
      }),
    ),
  );

export const deleteRecords = (sequences: readonly number[]): Promise<void> =>
  strictly(async (store) => {
    await Promise.all(sequences.map((sequence) => store.delete(sequence)));
  });
