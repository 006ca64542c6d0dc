import { type BuyerOrder, getOrder, refreshPayment } from '@entrada/contract/sales/checkout';
import { data, type LoaderFunctionArgs } from 'react-router';
import { apiContext } from '../../platform/context.ts';

/** Loads the order of an address. 404 if the order does not exist or belongs to another event. */
export async function loadOrder(
  { context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>,
  options: { asksProvider?: boolean } = {},
): Promise<BuyerOrder> {
  const endpoint = options.asksProvider ? refreshPayment : getOrder;
  const orderShortId = params['orderShortId'] ?? '';
  const { data: order } = await context.get(apiContext)(endpoint, { params: { orderShortId } });
  if (String(order.event.id) !== params['eventId']) throw data({ code: 'ORDER_NOT_FOUND' }, { status: 404 });
  return order;
}
