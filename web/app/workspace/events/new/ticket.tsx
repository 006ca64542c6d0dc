import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl, TextInput } from '@mantine/core';
import { Two } from '../../kit/display/two.tsx';
import { FieldHint, OptionalLabel } from '../../kit/fields/labels.tsx';
import { LimitedInput } from '../../kit/fields/limited-text.tsx';
import { MoneyInput } from '../../kit/fields/money-input.tsx';
import { FirstBuyerPrice } from './buyer-price.tsx';
import type { FirstTicket } from './values.ts';

type NewEventTicketProps = {
  ticket: FirstTicket;
  currency: string;
  errors: Record<string, string>;
  set: (change: Partial<FirstTicket>) => void;
};

/** The first ticket of a new event: what it is called, what it costs and how many there are. */
export function NewEventTicket({ ticket, currency, errors, set }: NewEventTicketProps) {
  const { t } = useLingui();
  const quantity = (
    <TextInput
      label={<OptionalLabel>{t`Quantity`}</OptionalLabel>}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t`No limit`}
      value={ticket.quantity}
      onChange={(event) => set({ quantity: event.currentTarget.value })}
      error={errors['ticket.prices.0.quantity']}
    />
  );
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t`Price of the first ticket`}
        value={ticket.kind}
        onChange={(kind) => set({ kind: kind as FirstTicket['kind'] })}
        data={[
          { value: 'paid', label: t`Paid` },
          { value: 'free', label: t`Free` },
          { value: 'later', label: t`Add later` },
        ]}
      />
      {ticket.kind === 'later' ? (
        <FieldHint>
          <Trans>An event needs a ticket before it can be published.</Trans>
        </FieldHint>
      ) : (
        <>
          <LimitedInput
            label={t`Ticket name`}
            limit={LIMITS.name}
            value={ticket.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={errors['ticket.name']}
          />
          {ticket.kind === 'paid' ? (
            <>
              <Two>
                <MoneyInput
                  label={t`Price`}
                  currency={currency}
                  value={ticket.amount}
                  onChange={(amount) => set({ amount })}
                  error={errors['ticket.prices.0.amount']}
                />
                {quantity}
              </Two>
              <FirstBuyerPrice amount={ticket.amount} currency={currency} />
            </>
          ) : (
            quantity
          )}
        </>
      )}
    </>
  );
}
