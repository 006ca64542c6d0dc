import { AFFILIATE_PARAM, openAffiliateLink as countLink } from '@entrada/contract/catalog/affiliates';
import { isbot } from 'isbot';
import type { RouterContextProvider } from 'react-router';
import type { CallApi } from '../../platform/api/endpoint-call.ts';
import { ApiError } from '../../platform/api/error.ts';
import { newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext } from '../../platform/context.ts';

/** The affiliate code in an address, unchecked. Empty if there is none. */
export const readAffiliate = (url: URL) => (url.searchParams.get(AFFILIATE_PARAM) ?? '').trim().slice(0, 200);

/**
 * Remembers the affiliate of this link and counts the visit. This happens before the page is drawn, so it works
 * without scripts. The answer to such an address never comes from a cache. Robots, previews and prefetched pages
 * are not counted.
 * A widget's visit is counted when its form is posted. A frame may not be able to keep a cookie, so each view of
 * the widget would be counted again.
 * An error of the API here never blocks the page.
 */
export async function openAffiliate(call: CallApi, eventId: number, request: Request): Promise<void> {
  const code = readAffiliate(new URL(request.url));
  const { headers } = request;
  const isAhead = /prefetch|prerender|preview/i.test(
    `${headers.get('sec-purpose')} ${headers.get('purpose')} ${headers.get('x-purpose')}`,
  );
  if (!code || request.method === 'HEAD' || isAhead || isbot(headers.get('user-agent'))) return;
  try {
    const input = { params: { eventId: String(eventId) }, body: { code } };
    await call(countLink, input, { idempotencyKey: newFormKey() });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** The same for a page that many visitors share, so that no loader runs for this one. The server calls it. */
export const openAffiliateLink = (
  context: Readonly<RouterContextProvider>,
  eventId: number,
  request: Request,
): Promise<void> => openAffiliate(context.get(apiContext), eventId, request);
