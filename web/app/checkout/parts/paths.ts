import type { BuyerOrder } from '@entrada/contract/sales/checkout';

type CheckoutStep = 'details' | 'payment' | 'payment_return' | 'summary';

type Linked = Pick<BuyerOrder, 'event' | 'shortId'>;

export const stepPath = (order: Linked, step: CheckoutStep) =>
  `/checkout/${order.event.id}/${order.shortId}/${step}`;

/** The event's page from which a visitor came, if `asked` is one of its addresses. Otherwise the event's own page. */
export const eventAddress = ({ event }: Pick<BuyerOrder, 'event'>, asked: string) =>
  [`/e/${event.id}/${event.slug}`, `/event/${event.id}/${event.slug}`].includes(asked) ? asked : event.path;

export const orderPath = (order: BuyerOrder) => `/order/${order.event.id}/${order.shortId}`;

export const ticketPath = (eventId: number, shortId: string) => `/ticket/${eventId}/${shortId}`;

/** The page of the order's step. Null if `stays` contains the step, or if the step has no page in the checkout. */
export function elsewhere(
  order: Linked & Pick<BuyerOrder, 'step'>,
  stays: readonly BuyerOrder['step'][],
): string | null {
  if (stays.includes(order.step)) return null;
  if (order.step === 'details') return stepPath(order, 'details');
  if (order.step === 'payment') return stepPath(order, 'payment');
  if (order.step === 'processing') return stepPath(order, 'payment_return');
  return null;
}

/**
 * Pages of a checkout or an order are private: search engines do not index them, and their address is sent to no
 * other site.
 */
export const privateHeaders = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' };
