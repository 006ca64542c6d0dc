import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import { getOrder } from '@entrada/contract/sales/checkout';
import { listRefundRequests } from '@entrada/contract/sales/refund-requests/answers';
import { getSelfService, giveBack } from '@entrada/contract/sales/self-service/give-back';
import { afterEach, beforeEach, vi } from 'vitest';
import { keepInvariants } from '../invariants.ts';
import { useRefundingApp } from './refunding.ts';

export type Steps = readonly Partial<GiveBackStep>[] | null;

export const STEP: GiveBackStep = {
  until: { unit: 'days', before: 7 },
  percent: '100',
  keepsFees: true,
  way: 'automatic',
};

/** The refunding application, with buyers who give tickets back. For one test file. */
export async function useGivingBack() {
  vi.setConfig({ testTimeout: 60_000 });
  const refunding = await useRefundingApp();
  const { app, db, bank, paidShop, paidOrder } = refunding;
  keepInvariants(db);
  beforeEach(() => {
    bank.behaviour.refund = 'succeeded';
    bank.broken.clear();
  });
  afterEach(() => app.travel(0));

  /** The event's own steps, or null for its organizer's. */
  const setSteps = (eventId: number, steps: Steps = [{}]) =>
    db
      .updateTable('event_settings')
      .set({ give_back_steps: steps && JSON.stringify(steps.map((step) => ({ ...STEP, ...step }))) })
      .where('event_id', '=', eventId)
      .execute();

  /** A paid order of a shop whose policy stands before the purchase, and what its buyer does. */
  async function bought(quantity = 2, steps: Steps = [{}]) {
    const shop = await paidShop();
    await setSteps(shop.eventId, steps);
    const paid = await paidOrder(quantity, shop);
    await app.runJobs();
    const orderShortId = paid.shortId;
    const { body } = await paid.buyer.call(getOrder, { params: { orderShortId } });
    const links = body.data.tickets.map(({ shortId }) => shortId);
    const give = (tickets: string[], expected: number, key = app.key(), reason = '') =>
      paid.buyer.call(
        giveBack,
        { params: { orderShortId }, body: { tickets, expected, reason } },
        { idempotencyKey: key },
      );
    const options = async () =>
      (await paid.buyer.call(getSelfService, { params: { orderShortId } })).body.data;
    const asked = async () => (await paid.owner.call(listRefundRequests, { params: paid.params })).body.data;
    return { ...paid, links, codes: body.data.tickets.map(({ code }) => code), give, options, asked };
  }

  const mailsOf = async (orderId: number) =>
    (await db.selectFrom('mails').select('kind').where('order_id', '=', orderId).orderBy('id').execute()).map(
      ({ kind }) => kind,
    );

  return { ...refunding, setSteps, bought, mailsOf };
}

export type Bought = Awaited<ReturnType<Awaited<ReturnType<typeof useGivingBack>>['bought']>>;

/** One of several, as a list. */
export const one = (all: readonly string[], at = 0): string[] => [all[at] ?? ''];
