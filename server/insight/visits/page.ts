import type { IncomingHttpHeaders } from 'node:http';
import { COOKIES } from '@entrada/contract/constants';
import { isReservedSlug } from '@entrada/contract/slug';
import { isbot } from 'isbot';
import { sourceOf } from '../../catalog/shop/core/source.ts';

/** The page of an event in all its addresses, or its widget. */
const PAGE =
  /^\/(?:(?:(?:e|event)|([a-z0-9-]{2,60})\/event)\/([1-9]\d{0,14})\/[a-z0-9-]{2,60}|widget\/([1-9]\d{0,14}))$/;
const AHEAD = /prefetch|prerender|preview/i;

type Shown = { eventId: number; source: string };

/**
 * What a request for a page counts as. Null if it is no event's page, or if nobody looks at it: a robot, a browser that
 * loads ahead, a person of the team, who has a session.
 */
export function visitOf({
  method,
  url: address,
  host,
  headers,
}: {
  method: string;
  url: string;
  host: string;
  headers: IncomingHttpHeaders;
}): Shown | null {
  if (method !== 'GET') return null;
  const cut = address.indexOf('?');
  const found = PAGE.exec(cut < 0 ? address : address.slice(0, cut));
  if (!found || isReservedSlug(found[1] ?? '')) return null;
  const { cookie, authorization, referer, 'user-agent': agent } = headers;
  if (authorization !== undefined || cookie?.includes(COOKIES.session)) return null;
  if (
    AHEAD.test(`${headers['sec-purpose']} ${headers['purpose']} ${headers['x-purpose']} ${headers['x-moz']}`)
  )
    return null;
  // A browser always says what it is.
  if (!agent || isbot(agent)) return null;
  const widget = found[3];
  const url = new URL(address, 'http://page');
  const source = sourceOf({ url, referrer: referer, ownHost: host, isWidget: widget !== undefined });
  return { eventId: Number(widget ?? found[2]), source };
}
