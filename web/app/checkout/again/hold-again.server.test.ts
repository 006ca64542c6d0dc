import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { reserveOrder } from '@entrada/contract/sales/checkout';
import { type ActionFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/error.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { holdAgain } from './hold-again.server.ts';

const order = {
  step: 'expired',
  endedReason: 'timeout',
  currency: 'EUR',
  promoCode: null,
  total: 5000,
  event: { id: 7, path: '/e/7/night' },
  lines: [{ priceId: 11, ticketId: 1, ticketName: 'Seat', priceLabel: '', quantity: 2, unitList: 2500 }],
} as unknown as BuyerOrder;

/** An API that asks for a proof of work unless it gets one. */
function argsOf(seen: unknown[]): ActionFunctionArgs {
  const context = new RouterContextProvider();
  context.set(apiContext, (async (endpoint: unknown, _input: unknown, options?: { headers?: object }) => {
    if (endpoint !== reserveOrder) return { data: { tickets: [] } };
    seen.push(options?.headers);
    if (Object.keys(options?.headers ?? {}).length > 0) return { data: { shortId: 'o_new' } };
    throw new ApiError({ status: 429, code: 'PROOF_REQUIRED', params: { challenge: 'solve me' } });
  }) as never);
  context.set(requestContext, { locale: 'en' } as never);
  return { context } as unknown as ActionFunctionArgs;
}

test.each([true, false])(
  'asks the browser for a proof of work and repeats the same with it (takes less: %s)',
  async (takesLess) => {
    const seen: unknown[] = [];
    const answer = await holdAgain(argsOf(seen), order, { takesLess, proof: {} });
    expect(answer).toMatchObject({
      data: { again: { code: 'PROOF_REQUIRED', challenge: 'solve me', takesLess } },
      init: { status: 429 },
    });
    const proof = { 'x-entrada-proof': 'solved' };
    const held = (await holdAgain(argsOf(seen), order, { takesLess, proof })) as Response;
    expect(seen).toEqual([{}, proof]);
    expect([held.status, held.headers.get('location')]).toEqual([303, '/checkout/7/o_new/details']);
  },
);
