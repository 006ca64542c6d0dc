import { COOKIES } from '@entrada/contract/constants';
import { isReservedSlug } from '@entrada/contract/slug';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { addressKey, LIMITS_BY_PURPOSE, type Limiters } from '../http/limits.ts';
import { createPageCache } from './cache.ts';
import {
  bytesOf,
  forMany,
  forOne,
  newOnceOnly,
  type OnceOnly,
  type PageForMany,
  type RenderedPage,
} from './rendered-page.ts';

/** Below a second with room to send it, so that no process needs to hear of another's changes. */
const LIFE_MS = 900;
/** Leaves a rendering a third of a second before anybody waits for it. */
const RENEW_MS = 600;
const MAX_ENTRIES = 256;
const MAX_BYTES = 16 * 1024 * 1024;

/** An event's page without a query: a code, an affiliate or a selection is one visitor's own. */
const EVENT_PAGE = /^\/(?:(?:e|event)|([a-z0-9-]{2,60})\/event)\/[1-9]\d{0,14}\/[a-z0-9-]{2,60}$/;
/** The language is part of what a page is kept by. */
const OWN_COOKIES = Object.values(COOKIES).filter((name) => name !== COOKIES.locale);

/** Whether a request is for the page of an event by somebody whom the page cannot know. */
export function isForAnybody({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET') return false;
  const found = EVENT_PAGE.exec(url);
  if (!found || isReservedSlug(found[1] ?? '')) return false;
  const { cookie, authorization } = headers;
  // By any mention of their names: whom this takes too far gets a page of their own.
  return authorization === undefined && !(cookie && OWN_COOKIES.some((name) => cookie.includes(name)));
}

/**
 * Whether others may have a page too. Not one that sets cookies or refuses its own visitor; what else is wrong is wrong
 * for all who ask at the same time.
 */
const isForOthers = ({ page }: PageForMany) => page.cookies.length === 0 && page.status !== 429;

const isKept = (page: PageForMany) =>
  page.page.status === 200 && page.page.body !== null && isForOthers(page);

/** Whether an Accept-Encoding names gzip and does not rule it out. */
export const takesGzip = (accepted: string | string[] | undefined): boolean =>
  /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:;|,|$)/i.test(String(accepted ?? ''));

export type SharedPages = {
  /**
   * The page of a request that is for anybody, with values of this response alone, from what was rendered within the
   * last 900 ms or is being rendered. Counted as a public read of the visitor. Null: render one for this visitor alone,
   * which also says so when they read too much. Rejects as the rendering does.
   */
  answer: (
    asked: { request: FastifyRequest; locale: string },
    render: (once: OnceOnly) => Promise<RenderedPage>,
  ) => Promise<RenderedPage | null>;
};

/** @param now milliseconds of a clock that does not jump */
export function createSharedPages({ limiters, now }: { limiters: Limiters; now: () => number }): SharedPages {
  const pages = createPageCache<PageForMany>({
    lifeMs: LIFE_MS,
    renewMs: RENEW_MS,
    maxEntries: MAX_ENTRIES,
    maxBytes: MAX_BYTES,
    now,
    sizeOf: (page) => (isKept(page) ? bytesOf(page) : null),
  });
  const { publicRead } = LIMITS_BY_PURPOSE;

  return {
    answer: async ({ request, locale }, render) => {
      const address = addressKey(request);
      try {
        await limiters.spend(publicRead, address);
      } catch (error) {
        if (error instanceof AppError && error.code === 'RATE_LIMITED') return null;
        throw error;
      }
      let isFirst = false;
      const page = await pages.get(`${locale} ${request.url}`, async () => {
        isFirst = true;
        // The page's own call of the API counts it.
        await limiters.uncount(publicRead, address);
        const first = newOnceOnly();
        return forMany(await render(first), first);
      });
      if (isFirst || isForOthers(page)) {
        return forOne(page, newOnceOnly(), takesGzip(request.headers['accept-encoding']));
      }
      await limiters.uncount(publicRead, address);
      return null;
    },
  };
}
