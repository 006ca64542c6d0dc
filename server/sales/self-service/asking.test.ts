import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Bought, one, useGivingBack } from '../../test/payments/giving-back.ts';
import { stockOf } from '../../test/shop.ts';
import { openDoor } from '../../test/sold/ticket.ts';

const { app, db, bought, mailsOf } = await useGivingBack();

const dispute = ({ shop, payment }: Bought, status: string) =>
  sql`
  insert into app.disputes (account_id, order_id, payment_id, provider_dispute_id, amount, currency, reason, status)
  values (${shop.accountId}, ${payment.orderId}, ${payment.id}, ${`dp_${payment.id}`}, 2500, 'EUR', 'fraudulent', ${status})`.execute(
    db,
  );

/** Tickets that went to somebody else, by their organizer: each has a new code, and its old address is no longer valid. */
async function passOn(which: RawBuilder<unknown>, email: string | null = null): Promise<void> {
  await sql`
    with passed as (
      update app.attendees set passed_on_at = app.now(), code_version = code_version + 1, email = coalesce(${email}, email)
      where ${which} returning id, account_id)
    insert into app.replaced_ticket_links (short_id, account_id, attendee_id)
    select 'a_before_' || id, account_id, id from passed`.execute(db);
}

describe('never by itself', () => {
  test.each([
    ['policy', [{ way: 'asked' as const }], async () => {}],
    ['disputed', [{}], (order: Bought) => dispute(order, 'won')],
    [
      'checked_in',
      [{}],
      async (order: Bought) => {
        expect(await (await openDoor(app, order))(order.codes[0])).toBe('admitted');
        await db.deleteFrom('check_ins').where('event_id', '=', order.shop.eventId).execute();
      },
    ],
    ['passed_on', [{}], (order: Bought) => passOn(sql`order_id = ${order.payment.orderId}`)],
  ] as const)('%s: a person is asked, and nothing has moved', async (why, steps, prepare) => {
    const order = await bought(2, steps);
    await prepare(order);
    expect((await order.options()).giveBack.tickets[0]).toMatchObject({ asked: why, back: 2500 });
    const key = app.key();
    const reply = await order.give(order.links, 5000, key, 'Sorry');
    expect(reply.body.data).toMatchObject({
      outcome: 'asked',
      selfService: {
        giveBack: { obstacle: 'requested' },
        request: { status: 'open', amount: 5000, ticketCount: 2 },
      },
    });
    expect((await order.give(order.links, 5000, key, 'Sorry')).body.data.outcome).toBe('asked');
    expect((await order.give(one(order.links), 2500)).problem.code).toBe('REFUND_REQUESTED');
    expect(await order.asked()).toMatchObject([
      { status: 'open', why, reason: 'Sorry', attendeeIds: order.attendeeIds },
    ]);
    expect(await order.state()).toBe('completed none 0');
    expect(await stockOf(db, order.shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    await app.runJobs();
    expect(await mailsOf(order.payment.orderId)).toContain('refund_requested');
    // It came without its audit.
    await db.deleteFrom('disputes').where('order_id', '=', order.payment.orderId).execute();
  });

  test('a ticket that somebody else has is not the buyer’s to give', async () => {
    const order = await bought(2);
    await passOn(sql`short_id = ${order.links[0] ?? ''}`, 'vicent@example.org');
    expect((await order.options()).giveBack.tickets).toMatchObject([
      { obstacle: 'with_other', firstName: '', lastName: '', shortId: null },
      { obstacle: null, shortId: order.links[1] },
    ]);
    expect((await order.give(order.links, 5000)).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'tickets.0', code: 'not_found' }],
    });
  });
});
