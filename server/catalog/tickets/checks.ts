import type { FieldError } from '@entrada/contract/errors';
import type { AmountCheck, PaymentProvider } from '../../payment-providers/port.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { effectiveEnd } from '../events/core/lifecycle.ts';
import type { LockedEvent } from '../events/queries.ts';
import { amountsToCheck } from './core/amounts.ts';
import type { TicketInput } from './core/columns.ts';
import type { PriceForSale } from './core/for-sale.ts';

/** Whoever charges the cards; null: nobody does. */
export type Provider = Pick<PaymentProvider, 'checkAmount'> | null;

/**
 * Refuses amounts (minor units) that the provider would not charge, when they are entered and not only when somebody
 * pays. Throws PRICE_BELOW_PROVIDER_MINIMUM with params.min, or VALIDATION_FAILED.
 */
export function expectChargeable(
  provider: Provider,
  currency: string,
  input: TicketInput,
  before: readonly PriceForSale[],
): void {
  for (const index of amountsToCheck(input.type, input.prices, before)) {
    const minor = input.prices[index]?.amount ?? 0;
    const answer = provider?.checkAmount({ minor, currency }) ?? { ok: true };
    if (answer.ok) continue;
    const path = `prices.${index}.amount`;
    if (answer.code === 'AMOUNT_TOO_SMALL') {
      throw fail('PRICE_BELOW_PROVIDER_MINIMUM', { params: { min: answer.bound, currency, path } });
    }
    throw failFields([{ path, ...amountFieldError(answer) }]);
  }
}

function amountFieldError({ code, bound }: Extract<AmountCheck, { ok: false }>): Omit<FieldError, 'path'> {
  if (code === 'AMOUNT_TOO_LARGE' && bound !== null) return { code: 'too_big', max: bound };
  if (code === 'AMOUNT_NOT_A_MULTIPLE' && bound !== null) return { code: 'not_a_multiple', min: bound };
  return { code: 'invalid_format' };
}

/** Refuses own dates of a ticket that the event does not hold: VALIDATION_FAILED with `outside_event`. */
export function expectWithin(event: LockedEvent, { ownStartsAt, ownEndsAt }: TicketInput): void {
  if (!ownStartsAt || !ownEndsAt) return;
  const end = effectiveEnd(event);
  const isOutside = (at: string) => new Date(at) < event.startsAt || new Date(at) > end;
  const wrong = (['ownStartsAt', 'ownEndsAt'] as const).filter((path) =>
    isOutside(path === 'ownStartsAt' ? ownStartsAt : ownEndsAt),
  );
  if (wrong.length > 0) throw failFields(wrong.map((path) => ({ path, code: 'outside_event' })));
}

/**
 * The prices that a change leaves out. Throws NOT_FOUND for an id that is not the ticket's, and VALIDATION_FAILED for one
 * that is given twice.
 */
export function removedPrices(stored: readonly PriceForSale[], given: TicketInput['prices']): PriceForSale[] {
  const seen = new Set<number>();
  for (const [index, { id }] of given.entries()) {
    if (id === undefined) continue;
    if (seen.has(id)) throw failFields([{ path: `prices.${index}.id`, code: 'duplicate' }]);
    if (!stored.some((price) => price.id === id)) throw fail('NOT_FOUND');
    seen.add(id);
  }
  return stored.filter((price) => !seen.has(price.id));
}
