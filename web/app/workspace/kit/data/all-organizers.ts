import { listOrganizers, type Organizer } from '@entrada/contract/catalog/organizers';
import { PAGE } from '@entrada/contract/constants';
import type { CallApi } from '../../../platform/api/endpoint-call.ts';

/** All organizers of the account, sorted by name, from the server or the browser. */
export async function allOrganizers(call: CallApi, signal?: AbortSignal): Promise<Organizer[]> {
  const found: Organizer[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), per_page: String(PAGE.maxSize) };
    const { data, meta } = await call(listOrganizers, { query }, signal ? { signal } : {});
    found.push(...data);
    if (page >= meta.lastPage) return found;
  }
}
