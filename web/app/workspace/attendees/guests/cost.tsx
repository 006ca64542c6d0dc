import { formatMoney } from '@entrada/contract/money';
import { PAID_BY_HAND } from '@entrada/contract/sales/orders';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack } from '@mantine/core';
import { MoneyInput } from '../../kit/fields/money-input.tsx';
import { FormSection } from '../../kit/form/drawer-frame.tsx';
import { useFrame } from '../../kit/form/use-frame.ts';
import { type GuestPrice, totalFor } from '../../kit/guests/prices.ts';
import styles from './guests.module.css';
import type { Part } from './places.tsx';
import { amountOf, type Cost } from './values.ts';

/** What each person pays, how it came, and the sum. */
export function CostFields({ chosen, values, set, errors }: Part & { chosen: GuestPrice }) {
  const { t } = useLingui();
  const frame = useFrame();
  const { currency, locale } = frame;
  const write = (minor: number) => formatMoney({ minor, currency, locale });
  const amount = amountOf(values, chosen, frame);
  const listed = write(totalFor(chosen, chosen.price.amount, 1));
  const total = amount === undefined ? null : totalFor(chosen, amount, values.attendees.length);
  const sum = total === null ? '' : write(total);
  const names = { cash: t`In cash`, card: t`By card at the door` };
  return (
    <FormSection title={t`Price`}>
      <Radio.Group aria-label={t`Price`} value={values.cost} onChange={(cost) => set({ cost: cost as Cost })}>
        <Stack gap="var(--s2-5)">
          <Radio value="free" label={t`Free`} />
          {chosen.price.amount > 0 && <Radio value="listed" label={t`Full price, ${listed} each`} />}
          <Radio value="other" label={t`Another amount`} />
        </Stack>
      </Radio.Group>
      {values.cost === 'other' && (
        <MoneyInput
          label={t`Amount for each person`}
          description={
            chosen.ticket.taxesAndFees.some(({ included }) => !included) && (
              <Trans>The fees and taxes of the ticket come on top.</Trans>
            )
          }
          currency={currency}
          value={values.amount}
          onChange={(typed) => set({ amount: typed })}
          error={errors['amount']}
        />
      )}
      {values.cost !== 'free' && (
        <Radio.Group
          label={t({ message: 'Paid', context: 'payment' })}
          value={values.payment}
          onChange={(how) => set({ payment: PAID_BY_HAND.find((one) => one === how) ?? null })}
          error={errors['payment'] && t`Choose how it was paid.`}
        >
          <Stack gap="var(--s2-5)" className={styles.paid}>
            {PAID_BY_HAND.map((one) => (
              <Radio key={one} value={one} label={names[one]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {total !== null && total > 0 && (
        <p className={styles.total} aria-live="polite">
          <Trans>
            <b className="num">{sum}</b> in all, fees and taxes included
          </Trans>
        </p>
      )}
    </FormSection>
  );
}
