/** The last write of each record of which the disk has less than this page. */
const writes = new Map<string, symbol>();

/** Gives what the write gives. Its record counts as unsaved until it is done, and where it fails. */
export async function whileUnsaved<Result>(key: string, write: Promise<Result>): Promise<Result> {
  const own = Symbol(key);
  writes.set(key, own);
  const result = await write;
  // A later write knows more.
  if (writes.get(key) === own) writes.delete(key);
  return result;
}

/** The keys of the records that are lost with this page. */
export const unsavedKeys = (): string[] => [...writes.keys()];

export const forgetUnsaved = (): void => writes.clear();
