import { DAY_MS } from '@entrada/contract/constants';
import { DIGESTS } from '@entrada/contract/outreach/notifications';
import { z } from 'zod';
import { digestToken } from '../../outreach/notifications/token.ts';
import type { Composers } from '../../platform/mail/mailer.ts';
import { findReader } from './queries.ts';
import { contentOf } from './service.ts';

/** More events than these are counted only. */
const MOST_EVENTS = 10;

const queued = z.object({ notificationsId: z.number(), which: z.enum(DIGESTS), at: z.iso.datetime() });

/** Composes summaries. Nothing is sent if its reader has switched it off meanwhile, or has another address. */
export const digestMails: Composers = {
  digest: async ({ db, config }, mail) => {
    const { notificationsId: id, which, at } = queued.parse(mail.data);
    const reader = await findReader(db, id, which);
    const content =
      reader?.email === mail.to ? await contentOf(db, reader, { which, at: new Date(at) }) : null;
    if (!reader || !content) return null;
    const { period, sums, coming } = content;
    const { baseUrl, secret } = config;
    const event = (eventId: number) => `${baseUrl}/manage/event/${eventId}`;
    const url = `${baseUrl}/unsubscribe/${digestToken(secret, { id, which })}`;
    return {
      kind: 'digest',
      headers: {
        'List-Unsubscribe': `<${url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      data: {
        baseUrl,
        which,
        account: reader.account,
        timeZone: reader.timezone,
        firstDay: period.from.toISOString(),
        lastDay: new Date(period.until.getTime() - DAY_MS).toISOString(),
        counts: sums.counts,
        money: sums.money,
        events: sums.events
          .slice(0, MOST_EVENTS)
          .map(({ id: eventId, ...one }) => ({ ...one, url: event(eventId) })),
        moreEvents: Math.max(0, sums.events.length - MOST_EVENTS),
        coming: coming.map(({ id: eventId, title, startsAt, timezone }) => ({
          title,
          startsAt: startsAt.toISOString(),
          timeZone: timezone,
          url: event(eventId),
        })),
        eventsUrl: `${baseUrl}/manage/events`,
        settingsUrl: `${baseUrl}/manage/notifications`,
        unsubscribeUrl: url,
      },
    };
  },
};
