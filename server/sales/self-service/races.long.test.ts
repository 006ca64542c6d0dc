import { describe, expect, test } from 'vitest';
import { useGivingBack } from '../../test/payments/giving-back.ts';
import { openDoor } from '../../test/sold/ticket.ts';

const { app, bank, bought } = await useGivingBack();

describe('at the same moment', () => {
  test('twenty times the same ticket: once', async () => {
    const order = await bought(1);
    const replies = await Promise.all(Array.from({ length: 20 }, () => order.give(order.links, 2500)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.runJobs();
    expect(await order.state()).toBe('cancelled full 2500');
    expect(bank.paymentOf(order.shortId)?.refunded).toBe(2500);
  });

  test('the buyer and the organizer refund: one of them, and never more than was paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await bought(1);
      const [mine, theirs] = await Promise.all([
        order.give(order.links, 2500),
        order.refund({ amount: 2500, cancel: true }),
      ]);
      expect([mine.status === 200, theirs.status === 201].filter(Boolean)).toHaveLength(1);
      await app.runJobs();
      expect(await order.state()).toBe('cancelled full 2500');
    }
  });

  test('a scan and the end of its ticket: somebody is inside or has the money back, never both by itself', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await bought(1);
      const door = await openDoor(app, order);
      const [verdict, reply] = await Promise.all([door(order.codes[0]), order.give(order.links, 2500)]);
      const outcome = reply.body.data.outcome;
      expect([`${verdict} ${outcome}`]).toEqual([
        verdict === 'admitted' ? 'admitted asked' : 'cancelled done',
      ]);
      await app.runJobs();
    }
  });
});
