import { AFFILIATE_DAYS } from '@entrada/contract/catalog/affiliates';

/** An affiliate's link that this browser opened; the day is a number of days since 1970. */
export type OpenedLink = { eventId: number; code: string; day: number };

/** The limit keeps the cookie small in every request. The oldest links are forgotten first. */
const KEPT = 20;
const ENTRY = /^([1-9]\d{0,14})~([A-Za-z0-9_-]{3,50})~(\d{1,7})$/;

/** The day as a number of days since 1970. The first opening of a link on each day counts as a click. */
export const dayOf = (now: Date): number => Math.floor(now.getTime() / 86_400_000);

/**
 * Reads the links that a browser's cookie remembers, oldest first. Visitors can change the cookie, so entries in
 * another format are ignored.
 */
export function readOpened(cookie: string | undefined): OpenedLink[] {
  return (cookie ?? '').split('.').flatMap((entry) => {
    const [, eventId, code, day] = ENTRY.exec(entry) ?? [];
    return eventId && code && day ? [{ eventId: Number(eventId), code, day: Number(day) }] : [];
  });
}

/** The text of the cookie, which `readOpened` reads. */
export const writeOpened = (opened: readonly OpenedLink[]): string =>
  opened.map(({ eventId, code, day }) => `${eventId}~${code}~${day}`).join('.');

const isSame = (a: OpenedLink, b: Omit<OpenedLink, 'day'>) =>
  a.eventId === b.eventId && a.code.toLowerCase() === b.code.toLowerCase();

/** Adds a link that was opened now at the end. It counts as a click unless this browser already opened it today. */
export function withOpened(
  before: readonly OpenedLink[],
  link: OpenedLink,
): { opened: OpenedLink[]; isClick: boolean } {
  const others = before.filter((one) => !isSame(one, link) && one.day > link.day - AFFILIATE_DAYS);
  const isClick = !before.some((one) => isSame(one, link) && one.day === link.day);
  return { opened: [...others, link].slice(-KEPT), isClick };
}

/** The code of the last opened link to this event, while it still counts; null if there is none. */
export function lastOpened(opened: readonly OpenedLink[], eventId: number, today: number): string | null {
  const last = opened.findLast((one) => one.eventId === eventId);
  return last && last.day > today - AFFILIATE_DAYS && last.day <= today + 1 ? last.code : null;
}
