import { AFFILIATE_DAYS } from '@entrada/contract/catalog/affiliates';

/** An affiliate's link that this browser opened; the day is a number of days since 1970. */
export type OpenedLink = { eventId: number; code: string; day: number };

/** As many as a cookie holds without growing into every request. The oldest are forgotten first. */
const KEPT = 20;
const ENTRY = /^([1-9]\d{0,14})~([A-Za-z0-9_-]{3,50})~(\d{1,7})$/;

/** The day as a number of days since 1970: of one link, each day's first opening counts as a click. */
export const dayOf = (now: Date): number => Math.floor(now.getTime() / 86_400_000);

/** What a browser's cookie remembers, oldest first. Anything else in it is passed over: it is the visitor's to change. */
export function readOpened(cookie: string | undefined): OpenedLink[] {
  return (cookie ?? '').split('.').flatMap((entry) => {
    const [, eventId, code, day] = ENTRY.exec(entry) ?? [];
    return eventId && code && day ? [{ eventId: Number(eventId), code, day: Number(day) }] : [];
  });
}

/** What the cookie is to hold; `readOpened` reads it. */
export const writeOpened = (opened: readonly OpenedLink[]): string =>
  opened.map(({ eventId, code, day }) => `${eventId}~${code}~${day}`).join('.');

const isSame = (a: OpenedLink, b: Omit<OpenedLink, 'day'>) =>
  a.eventId === b.eventId && a.code.toLowerCase() === b.code.toLowerCase();

/** A link opened now comes last; it counts as a click unless this browser opened the same one today already. */
export function withOpened(
  before: readonly OpenedLink[],
  link: OpenedLink,
): { opened: OpenedLink[]; isClick: boolean } {
  const others = before.filter((one) => !isSame(one, link) && one.day > link.day - AFFILIATE_DAYS);
  const isClick = !before.some((one) => isSame(one, link) && one.day === link.day);
  return { opened: [...others, link].slice(-KEPT), isClick };
}

/** The code of the link to this event that was opened last, while it counts; null without one. */
export function lastOpened(opened: readonly OpenedLink[], eventId: number, today: number): string | null {
  const last = opened.findLast((one) => one.eventId === eventId);
  return last && last.day > today - AFFILIATE_DAYS && last.day <= today + 1 ? last.code : null;
}
