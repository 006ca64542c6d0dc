import { AFFILIATE_PARAM, openAffiliateLink } from '@entrada/contract/catalog/affiliates';
import { isbot } from 'isbot';
import type { CallApi } from '../../platform/api/endpoint-call.ts';
import { ApiError } from '../../platform/api/error.ts';

/** Whose link an address is, as it stands there; empty for nobody's. */
export const readAffiliate = (url: URL) => (url.searchParams.get(AFFILIATE_PARAM) ?? '').trim().slice(0, 200);

/**
 * Remembers the affiliate whose link this is, and counts it, before the page is drawn: it works without scripts, and the
 * answer to such an address is never one out of a cache. Robots, previews and pages fetched in advance are no visitors.
 * From a widget the first that is opened here is what its form posts: a frame may keep no cookie, so that looking at
 * somebody's page would count again each time.
 * Nothing that goes wrong here keeps anybody from the page.
 */
export async function openAffiliate(call: CallApi, eventId: number, request: Request): Promise<void> {
  const code = readAffiliate(new URL(request.url));
  const { headers } = request;
  const isAhead = /prefetch|prerender|preview/i.test(
    `${headers.get('sec-purpose')} ${headers.get('purpose')} ${headers.get('x-purpose')}`,
  );
  if (!code || request.method === 'HEAD' || isAhead || isbot(headers.get('user-agent'))) return;
  try {
    await call(openAffiliateLink, { params: { eventId: String(eventId) }, body: { code } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
