import { setTimeout as wait } from 'node:timers/promises';
import { getPublicEvent, type PublicEvent } from '@entrada/contract/catalog/shop';
import { formatMoneyInput } from '@entrada/contract/money';
import { type BuyerOrder, reserveOrder } from '@entrada/contract/sales/checkout';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { ApiError, type ApiErrorCode } from '../../platform/api/error.ts';
import { newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { challengeOf } from '../../platform/proof/with-proof.ts';
import { loadOrder } from '../parts/load-order.server.ts';
import { elsewhere, stepPath } from '../parts/paths.ts';

/** Why the same tickets were not held again, and what is there. */
export type AgainAnswer = {
  again: {
    code: ApiErrorCode;
    /** What was asked for. */
    takesLess: boolean;
    /** The challenge if a proof of work is needed first. */
    challenge: string | null;
    /** The new total in minor units, if it changed. */
    total: number | null;
    /** The lines of which less is left than was held. */
    short: { name: string; wanted: number; left: number }[];
    /** Whether anything of it can be held. */
    isSome: boolean;
    /** The event's page with the same choice. */
    path: string;
  };
};

type Item = { priceId: number; quantity: number; donation?: number };

/**
 * Holds the tickets of an order whose time ran out once more, for the same browser, and goes to its details. `takesLess`:
 * takes what is left at the price of now. Otherwise a difference is answered, so that nobody gets less, or pays more,
 * without having been told. `proof`: the header with a proof of work, if the form has one.
 */
export async function holdAgain(
  args: ActionFunctionArgs,
  order: BuyerOrder,
  { takesLess, proof }: { takesLess: boolean; proof: Record<string, string> },
) {
  const call = args.context.get(apiContext);
  const { locale } = args.context.get(requestContext);
  const ended = await settle(args, order);
  if (ended.step !== 'expired' && ended.step !== 'failed') {
    return redirect(elsewhere(ended, ['details']) ?? stepPath(ended, 'details'), 303);
  }
  const params = { eventId: String(order.event.id) };
  const read = (code: string | null) =>
    call(getPublicEvent, { params, query: code ? { promo_code: code } : {} });
  const { data: event } = await read(order.promoCode).catch(() => ({ data: null }));
  let items = itemsOf(order, event);
  let promoCode = order.promoCode;
  for (let left = order.lines.length * 2 + 2; left > 0; left -= 1) {
    const body = {
      items,
      ...(promoCode && { promoCode }),
      ...(!takesLess && { expectedTotal: order.total }),
      locale,
    };
    try {
      const { data: held } = await call(
        reserveOrder,
        { params, body },
        { idempotencyKey: newFormKey(), headers: proof },
      );
      return redirect(`/checkout/${order.event.id}/${held.shortId}/details`, 303);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const next = takesLess ? without(items, error) : null;
      if (takesLess && promoCode && error.code.startsWith('PROMO_CODE')) promoCode = null;
      else if (next && next.length > 0) items = next;
      else return data(describe(order, event, { error, locale, takesLess }), { status: error.status });
    }
  }
  return redirect(order.event.path, 303);
}

/**
 * The order once its end is certain. Its time may have run out so recently that its places are not back yet, and a
 * payment that is open may have won.
 */
async function settle(args: ActionFunctionArgs, order: BuyerOrder): Promise<BuyerOrder> {
  if (order.step === 'processing') return loadOrder(args, { asksProvider: true });
  if (order.endedReason === null) await wait(1200);
  return order;
}

function itemsOf(order: BuyerOrder, event: PublicEvent | null): Item[] {
  const gifts = new Set(event?.tickets.filter(({ type }) => type === 'donation').map(({ id }) => id));
  return order.lines.map(({ priceId, ticketId, quantity, unitList }) => ({
    priceId,
    quantity,
    ...(gifts.has(ticketId) && { donation: unitList }),
  }));
}

/** The items without what was refused. Null if the refusal names no item. */
function without(items: readonly Item[], { code, params }: ApiError): Item[] | null {
  const { priceId, left } = params;
  if (!items.some((item) => item.priceId === priceId)) return null;
  const rest = code === 'NOT_ENOUGH_LEFT' && typeof left === 'number' ? left : 0;
  return items.flatMap((item) => {
    if (item.priceId !== priceId) return item;
    return rest > 0 && rest < item.quantity ? { ...item, quantity: rest } : [];
  });
}

function describe(
  order: BuyerOrder,
  event: PublicEvent | null,
  { error, locale, takesLess }: { error: ApiError; locale: string; takesLess: boolean },
): AgainAnswer {
  const prices = new Map(event?.tickets.flatMap((ticket) => ticket.prices.map((price) => [price.id, price])));
  const lines = order.lines.map((line) => ({
    name: sideBySide([line.ticketName, line.priceLabel], locale),
    wanted: line.quantity,
    left: Math.min(line.quantity, prices.get(line.priceId)?.maxNow ?? 0),
  }));
  const { total } = error.params;
  const query = new URLSearchParams(order.promoCode ? { promo_code: order.promoCode } : {});
  for (const { priceId, quantity, donation } of itemsOf(order, event)) {
    const typed =
      donation === undefined ? String(quantity) : formatMoneyInput(donation, order.currency, locale);
    query.set(`price-${priceId}`, typed);
  }
  return {
    again: {
      code: error.code,
      takesLess,
      challenge: challengeOf(error),
      total: typeof total === 'number' ? total : null,
      short: lines.filter(({ wanted, left }) => left < wanted),
      isSome: lines.some(({ left }) => left > 0),
      path: `${order.event.path}?${query}`,
    },
  };
}
