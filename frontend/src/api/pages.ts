/** The loaded pages of a list, in the form of an infinite query. */
export interface LoadedPages<Page> {
  pages: Page[];
  pageParams: (string | null)[];
}

/** Reads a list again from its first page, until it ends or `goesOn` returns false for the pages read so far. */
export async function readPages<Page extends { next: string | null }>(
  readPage: (after: string | null) => Promise<Page>,
  goesOn: (read: readonly Page[]) => boolean,
): Promise<LoadedPages<Page>> {
  const read: LoadedPages<Page> = { pages: [], pageParams: [] };
  let after: string | null = null;
  do {
    const page: Page = await readPage(after);
    read.pages.push(page);
    read.pageParams.push(after);
    after = page.next;
  } while (after !== null && goesOn(read.pages));
  return read;
}
