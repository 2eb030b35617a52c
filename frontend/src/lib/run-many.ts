interface RunMany {
  atMost: number;
  /** After an abort no item is started; running ones finish, so that counts stay true. */
  signal: AbortSignal;
}

/**
 * Processes items as they are read, several at a time. A failure stops the rest, and is thrown once the running ones
 * have ended.
 */
export async function runMany<Item>(
  items: Iterator<Item> | AsyncIterator<Item>,
  work: (item: Item) => Promise<void>,
  { atMost, signal }: RunMany,
): Promise<void> {
  const failures: unknown[] = [];
  const goesOn = () => !signal.aborted && failures.length === 0;
  async function run(): Promise<void> {
    try {
      while (goesOn()) {
        const { value, done } = await items.next();
        if (done || !goesOn()) return;
        await work(value);
      }
    } catch (error) {
      failures.push(error);
    }
  }
  await Promise.all(Array.from({ length: atMost }, run));
  // Aborting ends the reading of further items; that is no failure.
  const [failure] = failures.filter((error) => !(signal.aborted && (error as Error).name === "AbortError"));
  if (failure !== undefined) throw failure;
}
