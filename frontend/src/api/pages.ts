/** A list as far as it is loaded, as an infinite query holds it. */
export interface LoadedPages<Page> {
  pages: Page[];
  pageParams: (string | null)[];
}

/** Reads a list anew from its top, page after page as long as `goesOn` with those that were read. */
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
