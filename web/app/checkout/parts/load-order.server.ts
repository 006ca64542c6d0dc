import { type BuyerOrder, getOrder, refreshPayment } from '@entrada/contract/sales/checkout';
import { data, type LoaderFunctionArgs } from 'react-router';
import { newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext } from '../../platform/context.ts';

/** Loads the order of an address. 404 if the order does not exist or belongs to another event. */
export async function loadOrder(
  { context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>,
  options: { asksProvider?: boolean } = {},
): Promise<BuyerOrder> {
  const call = context.get(apiContext);
  const input = { params: { orderShortId: params['orderShortId'] ?? '' } };
  const { data: order } = await (options.asksProvider
    ? call(refreshPayment, input, { idempotencyKey: newFormKey() })
    : call(getOrder, input));
  if (String(order.event.id) !== params['eventId']) throw data({ code: 'ORDER_NOT_FOUND' }, { status: 404 });
  return order;
}
