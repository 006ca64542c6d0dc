import { listOrganizers, type Organizer } from '@entrada/contract/catalog/organizers';
import type { CallApi } from '../../../platform/api/endpoint-call.ts';
import { everyPage } from './every-page.ts';

/** All organizers of the account, sorted by name, from the server or the browser. */
export async function allOrganizers(call: CallApi, signal?: AbortSignal): Promise<Organizer[]> {
  const pages = await everyPage((query) => call(listOrganizers, { query }, { signal }));
  return pages.flatMap(({ data }) => data);
}
