interface RunMany {
  /** How many may be under way at once. */
  atMost: number;
  /** Once aborted no further one begins; those under way are let finish, so that a count stays true. */
  signal: AbortSignal;
}

/** Does something with each as they are read, several at a time. A failure stops the rest, and is thrown when those under way have ended. */
export async function runMany<Item>(
  items: AsyncIterator<Item>,
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
  // Stopping breaks off the reading of who comes next; that is no failure.
  const [failure] = failures.filter((error) => !(signal.aborted && (error as Error).name === "AbortError"));
  if (failure !== undefined) throw failure;
}
