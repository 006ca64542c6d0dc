import { updateMe } from '@entrada/contract/accounts/accounts';
import { getNotifications, saveNotifications } from '@entrada/contract/outreach/notifications';
import { getSubscription, subscribeAgain, unsubscribe } from '@entrada/contract/outreach/unsubscribing';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';
import { digestMails } from './mails.ts';
import { sendDigests } from './service.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

/** Moves the clock of the database to an instant. People stay signed in. */
async function goTo(at: string): Promise<void> {
  await app.travel((Date.parse(at) - Date.now()) / 1000);
  await sql`update app.sessions set expires_at = app.now() + interval '1 day'`.execute(db);
}

/** An account of Madrid with an event on 18 June 2027, and what its owner gets. It is Friday, 26 March 2027. */
async function place() {
  await goTo('2027-03-26T10:00:00Z');
  const shop = await buildShop(db, {
    event: { startsAt: new Date('2027-06-18T18:00:00Z'), endsAt: new Date('2027-06-18T22:00:00Z') },
    ticket: { quantity: 500 },
  });
  await sql`update app.accounts set timezone = 'Europe/Madrid' where id = ${shop.accountId}`.execute(db);
  const owner = app.as({ token: shop.token });
  const sell = async (at: string, quantity: number) => {
    await goTo(at);
    const buyer = visitor(app);
    const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity }]);
    await detailsAs(buyer, held.body.data.shortId);
  };
  const choose = (on: { daily: boolean; weekly: boolean }, client = owner) =>
    client.call(saveNotifications, { body: on });
  /** Several processes look at a moment. Answers all summaries of the account until then. */
  const mailsAt = async (at: string) => {
    await goTo(at);
    await Promise.all([sendDigests(app.jobCtx), sendDigests(app.jobCtx)]);
    await app.runJobs();
    return db
      .selectFrom('mails')
      .select(['to_address', 'subject', 'text_body', 'html', 'status', 'locale'])
      .where('kind', '=', 'digest')
      .where('account_id', '=', shop.accountId)
      .orderBy('id')
      .execute();
  };
  return { shop, owner, sell, choose, mailsAt };
}

test('both are off until one is switched on', async () => {
  const { owner, choose, mailsAt, sell } = await place();
  expect((await owner.call(getNotifications, {})).body.data).toMatchObject({
    daily: false,
    weekly: false,
    emailConfirmed: true,
    timezone: 'Europe/Madrid',
  });
  await sell('2027-03-27T12:00:00Z', 2);
  expect(await mailsAt('2027-03-29T06:00:05Z')).toEqual([]);
  expect((await choose({ daily: false, weekly: true })).body.data).toMatchObject({
    daily: false,
    weekly: true,
  });
});

test('the daily one comes once at eight, also when the clock changes that night, and not for an empty day', async () => {
  const { choose, sell, mailsAt } = await place();
  await choose({ daily: true, weekly: false });
  await sell('2027-03-26T22:30:00Z', 1);
  expect(await mailsAt('2027-03-27T07:00:05Z')).toHaveLength(1);
  await sell('2027-03-27T12:00:00Z', 2);
  await sell('2027-03-27T22:59:00Z', 1);
  // Summer time begins: eight o'clock is 06:00 UTC now.
  expect(await mailsAt('2027-03-28T05:59:50Z')).toHaveLength(1);
  const [, mail, ...others] = await mailsAt('2027-03-28T06:00:05Z');
  expect([others, mail?.status]).toEqual([[], 'sent']);
  expect(mail?.subject).toContain('27 March 2027');
  expect(mail?.text_body).toContain('2 orders, 3 attendees');
  expect(mail?.text_body).toContain('The day before: 1');
  expect(mail?.html).toContain('/manage/notifications');
  expect(await mailsAt('2027-03-28T06:30:00Z')).toHaveLength(2);
  expect(await mailsAt('2027-03-29T06:00:05Z')).toHaveLength(2);
});

test('on the day of an event it comes although nothing was sold', async () => {
  const { choose, mailsAt } = await place();
  await choose({ daily: true, weekly: false });
  expect(await mailsAt('2027-06-17T06:00:05Z')).toEqual([]);
  const [mail] = await mailsAt('2027-06-18T06:00:05Z');
  expect(mail?.text_body).toMatch(/Today\n-+\n.*18 June 2027/);
});

test('the weekly one comes on Monday with the week before and the one before that', async () => {
  const { choose, sell, mailsAt } = await place();
  await choose({ daily: false, weekly: true });
  await sell('2027-03-30T12:00:00Z', 1);
  await sell('2027-04-04T21:30:00Z', 2);
  await sell('2027-04-04T22:30:00Z', 4);
  expect(await mailsAt('2027-04-05T05:59:00Z')).toEqual([]);
  const [first] = await mailsAt('2027-04-05T06:00:05Z');
  expect(first?.subject).toContain('29 March 2027');
  expect(first?.subject).toContain('4 April 2027');
  expect(first?.text_body).toContain('2 orders, 3 attendees');
  const [, second, ...others] = await mailsAt('2027-04-12T06:00:05Z');
  expect(others).toEqual([]);
  expect(second?.text_body).toContain('1 order, 4 attendees');
  expect(second?.text_body).toContain('The week before: 3');
});

test('when no process ran for days, one mail comes, of the latest day', async () => {
  const { choose, sell, mailsAt } = await place();
  await choose({ daily: true, weekly: false });
  await sell('2027-03-28T12:00:00Z', 1);
  await sell('2027-03-31T12:00:00Z', 2);
  const mails = await mailsAt('2027-04-01T09:00:00Z');
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('31 March 2027')]);
});

test('after the account moves to another zone, it comes at eight there', async () => {
  const { shop, choose, sell, mailsAt } = await place();
  await choose({ daily: true, weekly: false });
  await sell('2027-03-30T12:00:00Z', 1);
  await sql`update app.accounts set timezone = 'America/New_York' where id = ${shop.accountId}`.execute(db);
  expect(await mailsAt('2027-03-31T06:00:05Z')).toEqual([]);
  expect(await mailsAt('2027-03-31T12:00:05Z')).toHaveLength(1);
});

test('somebody with a zone of their own gets it at eight there, and follows a change of it', async () => {
  const { owner, choose, sell, mailsAt } = await place();
  await owner.call(updateMe, { body: { timezone: 'America/New_York' } });
  await choose({ daily: true, weekly: false });
  expect((await owner.call(getNotifications, {})).body.data.timezone).toBe('America/New_York');
  await sell('2027-03-28T12:00:00Z', 1);
  expect(await mailsAt('2027-03-29T11:59:50Z')).toEqual([]);
  expect(await mailsAt('2027-03-29T12:00:05Z')).toHaveLength(1);
  await owner.call(updateMe, { body: { timezone: null } });
  await sell('2027-03-29T14:00:00Z', 1);
  await mailsAt('2027-03-29T15:00:00Z');
  expect(await mailsAt('2027-03-30T05:59:50Z')).toHaveLength(1);
  expect(await mailsAt('2027-03-30T06:00:05Z')).toHaveLength(2);
});

test('one click ends one of them alone, and brings it back; nobody makes such a link', async () => {
  const { shop, owner, choose, sell, mailsAt } = await place();
  await choose({ daily: true, weekly: true });
  await sell('2027-03-27T12:00:00Z', 2);
  const [mail] = await mailsAt('2027-03-28T06:00:05Z');
  const token = /\/unsubscribe\/(\S+)/.exec(mail?.text_body ?? '')?.[1] ?? '';
  const { id: notificationsId } = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', shop.userId)
    .executeTakeFirstOrThrow();
  const composed = await digestMails['digest']?.(app.jobCtx, {
    id: 1,
    kind: 'digest',
    orderId: null,
    attendeeId: null,
    userId: shop.userId,
    to: mail?.to_address ?? '',
    locale: 'en',
    data: { notificationsId, which: 'daily', at: '2027-03-28T06:00:00.000Z' },
    ofMessage: false,
  });
  expect(composed?.headers).toEqual({
    'List-Unsubscribe': expect.stringContaining(`/unsubscribe/${token}>`),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  const stranger = app.as();
  const params = { token };
  expect((await stranger.call(getSubscription, { params })).body.data).toMatchObject({
    what: 'daily',
    isUnsubscribed: false,
  });
  for (const _ of [1, 2])
    expect((await stranger.call(unsubscribe, { params })).body.data.isUnsubscribed).toBe(true);
  expect((await owner.call(getNotifications, {})).body.data).toMatchObject({ daily: false, weekly: true });
  await sell('2027-03-28T12:00:00Z', 1);
  // Monday: the weekly one alone.
  expect((await mailsAt('2027-03-29T06:00:05Z')).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('summary of'),
    expect.stringContaining('your week'),
  ]);
  expect((await stranger.call(subscribeAgain, { params })).body.data.isUnsubscribed).toBe(false);
  expect((await owner.call(getNotifications, {})).body.data).toMatchObject({ daily: true, weekly: true });
  for (const forged of [token.replace('d', 'w'), token.replace(/^d/, 'd9'), token.slice(1)])
    expect((await stranger.call(unsubscribe, { params: { token: forged } })).status).toBe(404);
});

test('it is each person’s own, in their language; not for who left or has not confirmed the address', async () => {
  const { shop, choose, sell, mailsAt } = await place();
  const colleague = await buildUserIn(db, shop.accountId, 'organizer', { locale: 'de' });
  const unconfirmed = await buildUserIn(db, shop.accountId, 'organizer', { emailConfirmed: false });
  const gone = await buildUserIn(db, shop.accountId, 'organizer');
  for (const { token } of [colleague, unconfirmed, gone])
    expect((await choose({ daily: true, weekly: false }, app.as({ token }))).status).toBe(200);
  await sql`update app.memberships set status = 'inactive' where user_id = ${gone.userId}`.execute(db);
  await sell('2027-03-27T12:00:00Z', 2);
  const mails = await mailsAt('2027-03-28T06:00:05Z');
  expect(mails.map(({ to_address, locale }) => [to_address, locale])).toEqual([[colleague.email, 'de']]);
});
