import type { WrittenMessage } from '@entrada/contract/outreach/messages';
import * as endpoints from '@entrada/contract/outreach/messages';
import { sql } from 'kysely';
import type { TestApp } from '../../test/app.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';
import { lookAfter } from './work.ts';

/** A message to everybody with a valid ticket. */
export const written: WrittenMessage = {
  subject: 'Doors of {{event}}',
  body: '<p>Hola {{first_name|friend}}, one hour earlier.</p>',
  audience: { to: 'attendees', query: {} },
  each: 'person',
  purpose: 'ticket',
  copyToSelf: false,
};

const STARTS_AT = new Date('2027-06-18T18:00:00Z');
const ENDS_AT = new Date('2027-06-20T20:00:00Z');
const TODAY = Date.parse('2027-04-05T07:00:00Z');

/** What tests of messages need. It is the fifth of April 2027, whenever they run. */
export async function useOffice(app: TestApp) {
  const { db } = app;
  await app.travel((TODAY - Date.now()) / 1000);

  /** An event with these buyers, each with an order of so many tickets, and what its owner does with messages. */
  async function office(buyers: readonly (readonly [string, number])[] = []) {
    const shop = await buildShop(db, {
      event: { startsAt: STARTS_AT, endsAt: ENDS_AT },
      ticket: { quantity: 5_000 },
    });
    const owner = app.as({ token: shop.token });
    const params = { eventId: String(shop.eventId) };
    /** Answers the id of the order. */
    const sell = async (name: string, quantity: number): Promise<number> => {
      const buyer = visitor(app);
      const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity }]);
      const { shortId } = held.body.data;
      const email = `${name.toLowerCase()}@example.com`;
      await detailsAs(buyer, shortId, { firstName: name, lastName: 'Soler', email });
      const { id } = await db
        .selectFrom('orders')
        .select('id')
        .where('short_id', '=', shortId)
        .executeTakeFirstOrThrow();
      return id;
    };
    const orderIds: number[] = [];
    for (const [name, quantity] of buyers) orderIds.push(await sell(name, quantity));
    await app.runJobs();
    const create = (body: Partial<WrittenMessage> = {}) =>
      owner.call(endpoints.createMessage, { params, body });
    const of = (messageId: number) => ({ ...params, messageId: String(messageId) });
    const read = async (messageId: number) =>
      (await owner.call(endpoints.getMessage, { params: of(messageId) })).body.data;
    const send = async (messageId: number, sendAt: string | null = null) => {
      const { version } = await read(messageId);
      const body = { version, isNotPromotional: true, sendAt } as const;
      return owner.call(endpoints.sendMessage, { params: of(messageId), body });
    };
    /** Writes a message and sends it; its 30 seconds are over. */
    const sendNow = async (message: Partial<WrittenMessage> = {}) => {
      const { data } = (await create({ ...written, ...message })).body;
      const sent = await send(data.id);
      if (sent.status !== 200) throw new Error(sent.problem.code);
      await makeDue(data.id);
      return data.id;
    };
    const list = async (query = {}) => (await owner.call(endpoints.listMessages, { params, query })).body;
    const attendees = async () =>
      db
        .selectFrom('attendees')
        .select(['id', 'email', 'order_id'])
        .where('event_id', '=', shop.eventId)
        .orderBy('id')
        .execute();
    return { shop, owner, params, sell, orderIds, create, of, read, send, sendNow, list, attendees };
  }

  const makeDue = (messageId: number) =>
    sql`update app.messages set send_at = app.now() - interval '1 second' where id = ${messageId}`.execute(
      db,
    );

  /** Looks for what is due, runs all jobs and counts, as a worker does in a second. */
  async function work(): Promise<void> {
    await lookAfter(app.jobCtx);
    await app.runJobs();
    await lookAfter(app.jobCtx);
  }

  /** The mails of a message to its recipients, in their order. */
  const mailsOf = (messageId: number) =>
    db
      .selectFrom('mails as m')
      .innerJoin('message_recipients as r', 'r.id', 'm.message_recipient_id')
      .select(['m.to_address as to', 'm.subject', 'm.text_body as text', 'm.html', 'm.status', 'm.locale'])
      .where('r.message_id', '=', messageId)
      .orderBy('r.id')
      .execute();

  return { office, work, makeDue, mailsOf };
}
