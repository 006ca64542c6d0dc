import { deletePromoCode, getPromoCode, updatePromoCode } from '@entrada/contract/catalog/promo-codes';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { describe, expect, test, vi } from 'vitest';
import { expireOverdue } from '../../sales/reservations/queries.ts';
import { usePromoCodes } from '../../test/catalog/promo-codes.ts';
import { detailsAs, reserveAs } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, me, eventId, at, priceId, free, create, one, show, actionsOn } = await usePromoCodes();

describe('changing', () => {
  const full = async (codeId: number) => {
    const {
      id: _i,
      tickets,
      used: _u,
      held: _h,
      state: _s,
      batch: _b,
      createdAt: _c,
      ...rest
    } = await show(codeId);
    return { ...rest, ticketIds: tickets.map((ticket) => ticket.id) };
  };

  test('takes effect for buyers at once and is guarded by its version', async () => {
    const { id, code } = (await create()).body.data;
    const price = async () => {
      const query = { promo_code: code };
      return (await app.as().call(getPublicEvent, { params: at, query })).body.data.promo?.percentage ?? null;
    };
    expect(await price()).toBe('10.0000');
    const before = await full(id);
    const changed = await me.call(updatePromoCode, {
      params: one(id),
      body: { ...before, percentage: '20.5' },
    });
    expect(changed.body.data).toMatchObject({ version: 2, percentage: '20.5000' });
    expect(await price()).toBe('20.5000');
    const stale = await me.call(updatePromoCode, { params: one(id), body: before });
    expect(stale.problem).toMatchObject({ status: 409, code: 'STALE_VERSION', params: { version: 2 } });
    const off = await me.call(updatePromoCode, {
      params: one(id),
      body: { ...(await full(id)), disabled: true },
    });
    expect(off.body.data.state).toBe('disabled');
    expect(await price()).toBeNull();
    expect(await actionsOn('promo_code', id)).toEqual([
      'promo_code.created',
      'promo_code.updated',
      'promo_code.updated',
    ]);
  });

  test('its own code in other letters is no duplicate; another one’s is', async () => {
    const [first, second] = [(await create()).body.data, (await create()).body.data];
    const same = { ...(await full(first.id)), code: first.code.toLowerCase() };
    expect((await me.call(updatePromoCode, { params: one(first.id), body: same })).status).toBe(200);
    const taken = { ...(await full(first.id)), code: second.code.toLowerCase() };
    const reply = await me.call(updatePromoCode, { params: one(first.id), body: taken });
    expect(reply.problem.errors).toEqual([{ path: 'code', code: 'duplicate' }]);
  });

  test('a limit below what is used ends further uses, and one above allows them again', async () => {
    const { id, code } = (await create({ usageLimit: 3 })).body.data;
    const items = [{ priceId: free.priceId, quantity: 1 }];
    const buy = async () => {
      const buyer = app.as();
      const held = await reserveAs(buyer, eventId, items, { promoCode: code });
      if (held.status === 201) await detailsAs(buyer, held.body.data.shortId);
      return held.status === 201 ? 'bought' : held.problem.code;
    };
    expect([await buy(), await buy()]).toEqual(['bought', 'bought']);
    const limit = async (usageLimit: number | null) =>
      (await me.call(updatePromoCode, { params: one(id), body: { ...(await full(id)), usageLimit } })).body
        .data;
    expect(await limit(1)).toMatchObject({ usageLimit: 1, used: 2, state: 'used_up' });
    expect(await buy()).toBe('PROMO_CODE_USED_UP');
    expect(await limit(3)).toMatchObject({ usageLimit: 3, used: 2, state: 'active' });
    expect([await buy(), await buy()]).toEqual(['bought', 'PROMO_CODE_USED_UP']);
    expect(await limit(null)).toMatchObject({ usageLimit: null, used: 3, state: 'active' });
    expect(await buy()).toBe('bought');
  });
});

describe('deleting', () => {
  test('a code without uses is deleted even if ended orders name it; one with uses or open orders stays', async () => {
    const [unused, held, used] = [
      (await create()).body.data,
      (await create()).body.data,
      (await create()).body.data,
    ];
    const remove = (id: number) => me.call(deletePromoCode, { params: one(id) });
    expect((await remove(unused.id)).status).toBe(204);
    expect((await me.call(getPromoCode, { params: one(unused.id) })).status).toBe(404);

    const items = [{ priceId, quantity: 1 }];
    const buyer = app.as();
    await reserveAs(buyer, eventId, items, { promoCode: held.code });
    expect((await show(held.id)).held).toBe(1);
    expect((await remove(held.id)).problem).toMatchObject({ status: 409, code: 'PROMO_CODE_HAS_USES' });
    await app.travel(3600);
    await expireOverdue(db, { eventId });
    expect((await remove(held.id)).status).toBe(204);
    await app.travel(0);
    const order = await db
      .selectFrom('orders')
      .select(['promo_code', 'promo_code_id'])
      .where('promo_code', '=', held.code)
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ promo_code: held.code, promo_code_id: null });

    const guest = app.as();
    const bought = await reserveAs(guest, eventId, [{ priceId: free.priceId, quantity: 1 }], {
      promoCode: used.code,
    });
    await detailsAs(guest, bought.body.data.shortId);
    expect((await remove(used.id)).problem.params).toMatchObject({ used: 1, held: 0 });
  });

  test('a deletion and a reservation with the code at once leave either the code or no order with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, code } = (await create()).body.data;
      const [deleted, held] = await Promise.all([
        me.call(deletePromoCode, { params: one(id) }),
        reserveAs(app.as(), eventId, [{ priceId, quantity: 1 }], { promoCode: code }),
      ]);
      if (deleted.status === 204) expect(held.problem.code).toBe('PROMO_CODE_INVALID');
      else expect([deleted.status, held.status]).toEqual([409, 201]);
    }
  });
});
