import { abandonOrder, getOrder, refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { createRefund, listRefunds } from '@entrada/contract/sales/refunds';
import { expect } from 'vitest';
import type { Client, TestApp } from '../app.ts';
import { type buildShop, detailsAs, reserveAs, visitor } from '../shop.ts';
import type { Cell } from './fault-cells.ts';
import type { WireBank } from './wire-bank.ts';

type Shop = Awaited<ReturnType<typeof buildShop>>;
type Said = { status: number; problem: { code?: string } | undefined };

/** The order of one cell, and the messages that its buyer and organizer got. */
export type Story = Cell & {
  shop: Shop;
  buyer: Client;
  owner: Client;
  shortId: string;
  orderId: number;
  /** The last event about the order's payment, refund or dispute. */
  event: string;
  said: Said[];
};

const IS_COMPLETED = ['refund', 'lookUpRefund', 'lookUpDispute'];

/** The steps of the orders in the matrix. Every step uses HTTP. */
export function tellStories(app: TestApp, bank: WireBank) {
  const paymentOf = ({ shortId }: Story) => bank.ofOrder(shortId).findLast(bank.isOpen);
  const refundOf = (story: Story) => {
    const ids = bank.ofOrder(story.shortId).map((payment) => payment.id);
    return [...bank.refunds.values()].find((refund) => ids.includes(refund.paymentId));
  };

  const keep = (story: Story, { status, problem }: { status: number; problem: unknown }) => {
    story.said.push({ status, problem: status < 400 ? undefined : (problem as Said['problem']) });
    return status;
  };
  const params = (story: Story) => ({ params: { orderShortId: story.shortId } });
  const start = async (story: Story) => keep(story, await story.buyer.call(startPayment, params(story)));
  const look = async (story: Story) => keep(story, await story.buyer.call(refreshPayment, params(story)));
  const leave = async (story: Story) => keep(story, await story.buyer.call(abandonOrder, params(story)));
  const order = (story: Story) => ({
    params: { eventId: String(story.shop.eventId), orderId: String(story.orderId) },
  });
  const refund = async (story: Story) =>
    keep(
      story,
      await story.owner.call(createRefund, {
        ...order(story),
        body: { amount: 2500, cancel: false, notify: true, note: '' },
      }),
    );

  const post = (payload: string, headers: Record<string, string>) =>
    app.app.inject({
      method: 'POST',
      url: '/api/public/webhooks/test_bank',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
  async function deliver(story: Story, body: string): Promise<void> {
    story.event = body;
    expect((await post(body, bank.signature(body))).statusCode).toBe(200);
  }
  /**
   * A delivery that fails: it is never sent, is cut off, has a wrong signature, or arrives but its answer is
   * lost.
   */
  async function deliverBadly(story: Story, body: string): Promise<void> {
    story.event = body;
    if (story.when === 'after') return void (await post(body, bank.signature(body)));
    if (story.fault === 'unreadable' || story.fault === 'half_open') {
      expect((await post(body.slice(0, -9), bank.signature(body))).statusCode).toBe(400);
    }
    if (story.fault === 'rejected') {
      const wrong = bank.signature(`${body} `);
      expect((await post(body, wrong)).statusCode).toBe(400);
    }
  }
  /** Delivers an event about the order's newest payment, if the bank knows one. */
  async function tell(story: Story, type: string, about: { refund?: string; dispute?: string } = {}) {
    const payment = bank.ofOrder(story.shortId).at(-1);
    if (payment) await deliver(story, bank.event(type, { payment: payment.id, ...about }));
  }

  async function begin(cell: Cell, shop: Shop): Promise<Story> {
    const buyer = visitor(app);
    const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    expect(held.status).toBe(201);
    const { shortId } = held.body.data;
    await detailsAs(buyer, shortId);
    const { id } = await app.db
      .selectFrom('orders')
      .select('id')
      .where('short_id', '=', shortId)
      .executeTakeFirstOrThrow();
    const owner = app.as({ token: shop.token });
    const story: Story = { ...cell, shop, buyer, owner, shortId, orderId: id, event: '', said: [] };
    if (story.site === 'createPayment') return story;
    expect(await start(story)).toBe(200);
    if (!IS_COMPLETED.includes(story.site)) return story;
    bank.pay(shortId);
    expect(await look(story)).toBe(200);
    if (story.site === 'lookUpRefund') expect(await refund(story)).toBe(201);
    return story;
  }

  /** Makes the call that gets the fault, or starts its job. */
  async function strike(story: Story): Promise<void> {
    const { site, fault, when, shortId } = story;
    if (site !== 'webhook') bank.faults.set(shortId, [{ site, fault, when, isLong: story.spell === 'long' }]);
    const payment = paymentOf(story);
    const made = refundOf(story);
    if (site === 'createPayment') await start(story);
    if (site === 'lookUp' && bank.pay(shortId)) await look(story);
    if (site === 'cancel') await leave(story);
    if (site === 'refund') await refund(story);
    if (site === 'lookUpRefund' && made) bank.refunds.set(made.id, { ...made, status: 'succeeded' });
    if (site === 'lookUpDispute' && payment)
      await tell(story, 'dispute.created', { dispute: bank.dispute(payment.id).id });
    if (site === 'webhook' && payment && bank.pay(shortId)) {
      await deliverBadly(story, bank.event('payment.succeeded', { payment: payment.id }));
    }
  }

  async function comeBack(story: Story): Promise<void> {
    if (story.site === 'createPayment') await start(story);
    else if (story.site === 'lookUpDispute') keep(story, await story.owner.call(listRefunds, order(story)));
    else if (IS_COMPLETED.includes(story.site)) await refund(story);
    else {
      if (story.site === 'cancel') bank.pay(story.shortId);
      await look(story);
      keep(story, await story.buyer.call(getOrder, params(story)));
    }
  }

  async function hear(story: Story): Promise<void> {
    const made = refundOf(story);
    switch (story.site) {
      case 'webhook':
        return story.spell === 'once' ? deliver(story, story.event) : deliverBadly(story, story.event);
      case 'cancel':
        return tell(story, bank.pay(story.shortId) ? 'payment.succeeded' : 'payment.cancelled');
      case 'refund':
      case 'lookUpRefund':
        return made ? tell(story, 'refund.succeeded', { refund: made.id }) : undefined;
      case 'lookUpDispute': {
        const id = paymentOf(story)?.id;
        const opened = [...bank.disputes.values()].find((dispute) => dispute.paymentId === id);
        return opened ? tell(story, 'dispute.updated', { dispute: opened.id }) : undefined;
      }
      default:
        return tell(story, 'payment.requires_action');
    }
  }

  /** The faults are over. Everybody who still waits for something continues. */
  async function goOn(story: Story): Promise<void> {
    const { site, next } = story;
    if (site === 'createPayment' && next !== 'sweep' && next !== 'jobs') {
      expect(await start(story)).toBe(200);
      expect(bank.pay(story.shortId)).toBe(true);
      if (next === 'page') await look(story);
      if (next === 'webhook') await tell(story, 'payment.succeeded');
    }
    if (site === 'refund' && story.fault === 'rejected' && next === 'page') await refund(story);
  }

  return { begin, strike, comeBack, hear, goOn };
}
