import { AFFILIATE_PARAM } from '@entrada/contract/catalog/affiliates';

/** Longer words are cut. A label is at most LIMIT letters. */
const WORD = 60;
const LIMIT = 200;

/**
 * A word of an address as it may be kept: one line, in lower case. Empty if it may name a person, as an address of mail in a
 * link does.
 */
function wordOf(text: string | null): string {
  const word = (text ?? '')
    .toWellFormed()
    .replace(/[|\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return word.includes('@') ? '' : [...word].slice(0, WORD).join('');
}

/** The host of an address on another site without `www.`; empty if it is on this site, or no address of the web. */
function otherHost(referrer: string | null | undefined, ownHost: string): string {
  if (!referrer || !URL.canParse(referrer)) return '';
  const { protocol, hostname, host } = new URL(referrer);
  if ((protocol !== 'http:' && protocol !== 'https:') || host === ownHost) return '';
  return wordOf(hostname.replace(/^www\./, ''));
}

export type Visit = {
  /** The address of the page with its query. Its host does not matter. */
  url: URL;
  /** Where the browser says it comes from. */
  referrer: string | null | undefined;
  /** The host of this site. */
  ownHost: string;
  isWidget: boolean;
};

/**
 * Where a visit comes from, as a class that tells nothing about the visitor: `affiliate|code`, `campaign|source|medium|name`,
 * `widget|host`, `referrer|host` or `direct`. Of several the first counts. At most 200 letters.
 */
export function sourceOf({ url, referrer, ownHost, isWidget }: Visit): string {
  const { searchParams } = url;
  const affiliate = wordOf(searchParams.get(AFFILIATE_PARAM));
  if (affiliate) return `affiliate|${affiliate}`;
  const source = wordOf(searchParams.get('utm_source'));
  if (source) {
    const [medium, name] = [wordOf(searchParams.get('utm_medium')), wordOf(searchParams.get('utm_campaign'))];
    return `campaign|${source}|${medium}|${name}`.slice(0, LIMIT);
  }
  const host = otherHost(referrer, ownHost);
  if (isWidget) return host ? `widget|${host}` : 'widget';
  return host ? `referrer|${host}` : 'direct';
}
