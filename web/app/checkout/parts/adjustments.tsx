import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { StubLine } from '../../ui/brand/stub.tsx';
import { Money } from '../../ui/money.tsx';

/** What is to be paid, was paid or given back by hand for tickets that became others. What is refunded stands apart. */
export function Adjustments({ order }: { order: BuyerOrder }) {
  const { i18n } = useLingui();
  return order.adjustments
    .filter(({ state }) => state !== 'refunded')
    .map(({ ticketName, priceLabel, difference, state }, at) => {
      const ticket = sideBySide([ticketName, priceLabel], i18n.locale);
      return (
        <StubLine
          // biome-ignore lint/suspicious/noArrayIndexKey: changes are only added, and one may be like another
          key={at}
          muted={state !== 'open'}
          label={
            state === 'open' ? (
              <Trans>Change to {ticket}, still to be paid</Trans>
            ) : state === 'paid' ? (
              <Trans>Change to {ticket}, paid</Trans>
            ) : (
              <Trans>Change to {ticket}, given back</Trans>
            )
          }
          amount={<Money minor={difference} currency={order.currency} />}
        />
      );
    });
}
