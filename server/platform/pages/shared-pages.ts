import { AFFILIATE_PARAM } from '@entrada/contract/catalog/affiliates';
import {
  readWidgetOptions,
  WIDGET_OPTION_NAMES,
  widgetQuery,
} from '@entrada/contract/catalog/widget-options';
import { COOKIES } from '@entrada/contract/constants';
import { isReservedSlug } from '@entrada/contract/slug';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { addressKey, LIMITS_BY_PURPOSE, type Limiters } from '../http/limits.ts';
import { takes } from './accepted.ts';
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

/**
 * Less than a second including the time to send the page, so that a process does not need to hear of changes
 * in other processes.
 */
const LIFE_MS = 900;
/** A rendering that starts at this age has a third of a second before anybody waits for it. */
const RENEW_MS = 600;
const MAX_ENTRIES = 256;
const MAX_BYTES = 16 * 1024 * 1024;

const EVENT_PAGE = /^\/(?:(?:e|event)|([a-z0-9-]{2,60})\/event)\/([1-9]\d{0,14})\/[a-z0-9-]{2,60}$/;
const WIDGET_PAGE = /^\/widget\/[1-9]\d{0,14}$/;
/**
 * What newsletters, advertisements and other sites add to a link, to learn where a visitor comes from. No page shows any of
 * it. No page shows an affiliate either. Everything else in a query may be a code or a selection, which belong to one visitor.
 */
const TRACKING =
  /^(?:utm_[a-z_]{1,20}|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|yclid|igsh(?:id)?|li_fat_id|mc_[ce]id|_hs(?:enc|mi)|srsltid)$/;
/**
 * The cookies that make a visitor's page their own. The locale is part of the cache key, the affiliate counts when
 * somebody buys, and a cart matters only to whoever has an unfinished order.
 */
const OWN_COOKIES = [COOKIES.session, COOKIES.xsrf];

/** What a page depends on that many visitors get, beside their language. */
export type SharedBy = {
  address: string;
  /** The site that shows a widget, without a path; empty if it is unknown or if the page is no widget. */
  site: string;
  /** The event whose page is opened by an affiliate's link. The page is shared, the visit is counted beside it. */
  linkedEventId: number | null;
};

/**
 * What the page of a request depends on, if the request comes from a visitor whom that page cannot know unless the visitor
 * has an unfinished order. Only pages of events and widgets are shared. Otherwise null.
 */
export function sharedBy({ method, url, headers }: FastifyRequest): SharedBy | null {
  const { cookie, authorization, referer } = headers;
  // Any mention of a cookie name counts. A visitor who is matched by mistake only gets a page of their own.
  const isOwn = authorization !== undefined || OWN_COOKIES.some((name) => cookie?.includes(name));
  if (method !== 'GET' || isOwn) return null;
  const [path = '', query = ''] = url.split('?', 2);
  const given = new URLSearchParams(query);
  if (WIDGET_PAGE.test(path)) {
    const address = widgetAddress(path, given);
    return address === null ? null : { address, site: siteOf(referer), linkedEventId: null };
  }
  const found = EVENT_PAGE.exec(path);
  if (!found || isReservedSlug(found[1] ?? '')) return null;
  const linkedEventId = given.has(AFFILIATE_PARAM) ? Number(found[2]) : null;
  const isForAnybody = [...given.keys()].every((name) => name === AFFILIATE_PARAM || TRACKING.test(name));
  return isForAnybody ? { address: path, site: '', linkedEventId } : null;
}

/** A widget's address with its options in one order, as all visitors of a site get it. Null with a code or a selection. */
function widgetAddress(path: string, given: URLSearchParams): string | null {
  const options = readWidgetOptions(given);
  if (options.promoCode || ![...given.keys()].every((name) => WIDGET_OPTION_NAMES.includes(name)))
    return null;
  const query = new URLSearchParams(widgetQuery(options));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The longest origin that a page is shared for. */
const LONGEST_SITE = 300;

function siteOf(referer: string | undefined): string {
  const site = referer && URL.canParse(referer) ? new URL(referer).origin : '';
  return site.length > LONGEST_SITE ? '' : site;
}

/**
 * Whether other visitors may get the page too. A page that sets cookies or refuses its own visitor is not
 * shared. Any other failure concerns everybody who asks at the same time.
 */
const isForOthers = ({ page }: PageForMany) => page.cookies.length === 0 && page.status !== 429;

const isKept = (page: PageForMany) =>
  page.page.status === 200 && page.page.body !== null && isForOthers(page);

export type SharedPages = {
  /**
   * The shared page of a request with this response's own values. It comes from a rendering of the last 900
   * ms or from the one that is running. Counts as a public read of the visitor. Null: render a page for this
   * visitor only. That page also tells the visitor if they read too much. Rejects if the rendering fails.
   */
  answer: (
    asked: { request: FastifyRequest; by: SharedBy; locale: string },
    render: (once: OnceOnly) => Promise<RenderedPage>,
  ) => Promise<RenderedPage | null>;
};

/** @param now milliseconds of a monotonic clock */
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
    answer: async ({ request, by, locale }, render) => {
      const address = addressKey(request);
      try {
        limiters.spend(publicRead, address);
      } catch (error) {
        if (error instanceof AppError && error.code === 'RATE_LIMITED') return null;
        throw error;
      }
      let isFirst = false;
      const page = await pages.get(`${locale} ${by.address} ${by.site}`, async () => {
        isFirst = true;
        // The rendering calls the API, which counts the read.
        limiters.uncount(publicRead, address);
        const first = newOnceOnly();
        return forMany(await render(first), first);
      });
      if (isFirst || isForOthers(page)) {
        return forOne(page, newOnceOnly(), takes(request.headers['accept-encoding'], 'gzip'));
      }
      limiters.uncount(publicRead, address);
      return null;
    },
  };
}
