import { PAGE } from '@entrada/contract/constants';

type PageQuery = { page: string; per_page: string };

/** Reads all pages of a list, as large as they may be: the first one, then the others together. */
export async function everyPage<Reply extends { meta: { lastPage: number } }>(
  load: (query: PageQuery) => Promise<Reply>,
): Promise<[Reply, ...Reply[]]> {
  const pageOf = (page: number) => load({ page: String(page), per_page: String(PAGE.maxSize) });
  const first = await pageOf(1);
  const others = Array.from({ length: Math.max(0, first.meta.lastPage - 1) }, (_, at) => pageOf(at + 2));
  return [first, ...(await Promise.all(others))];
}
