import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useEvent } from '../kit/data/event.ts';
import { Two } from '../kit/display/two.tsx';
import { DateTimeInput } from '../kit/fields/date-time-input.tsx';
import { Hint, OptionalLabel } from '../kit/fields/labels.tsx';
import { MoneyInput } from '../kit/fields/money-input.tsx';
import { TicketChoice } from '../kit/fields/ticket-choice.tsx';
import { FormSection } from '../kit/form/drawer-frame.tsx';
import type { TermsValues } from './values.ts';

type TermsFieldsProps = {
  values: TermsValues;
  errors: Record<string, string>;
  set: (change: Partial<TermsValues>) => void;
  /** An explanation of the limit. */
  limitHint?: string;
};

/** The fields for the discount, its tickets, its limit and its expiry, for one code or for many. */
export function TermsFields({ values, errors, set, limitHint }: TermsFieldsProps) {
  const { t } = useLingui();
  const event = useEvent();
  const order = ['label', 'input', 'error', 'description'] as const;
  return (
    <>
      <FormSection title={t`Discount`}>
        <SegmentedControl
          fullWidth
          aria-label={t`Discount`}
          value={values.discountType}
          onChange={(type) => set({ discountType: type as TermsValues['discountType'] })}
          data={[
            { value: 'percentage', label: t`Percentage` },
            { value: 'fixed', label: t`Fixed amount` },
            { value: 'none', label: t`No discount` },
          ]}
        />
        {values.discountType === 'percentage' && (
          <Two>
            <TextInput
              label={t`Percentage off`}
              inputMode="decimal"
              autoComplete="off"
              rightSection={<span aria-hidden="true">%</span>}
              value={values.percentage}
              onChange={(change) => set({ percentage: change.currentTarget.value })}
              error={errors['percentage']}
              description={t`Up to four decimals.`}
              inputWrapperOrder={[...order]}
            />
          </Two>
        )}
        {values.discountType === 'fixed' && (
          <Two>
            <MoneyInput
              label={t`Amount off each ticket`}
              currency={event.currency}
              value={values.amount}
              onChange={(amount) => set({ amount })}
              error={errors['amount']}
              description={t`A ticket never costs less than nothing.`}
            />
          </Two>
        )}
        <Hint>
          {values.discountType === 'none' ? (
            <Trans>Prices stay as they are. It opens tickets that are hidden without a code.</Trans>
          ) : (
            <Trans>Free tickets and donations stay as they are. Fees and taxes follow the lower price.</Trans>
          )}
        </Hint>
      </FormSection>
      <TicketChoice
        eventId={event.id}
        title={t`Tickets it is for`}
        value={values}
        onChange={set}
        error={errors['ticketIds']}
        hint={
          <Hint>
            <Trans>Tickets that show only with a promo code appear once it is entered.</Trans>
          </Hint>
        }
      />
      <FormSection title={t`Limits`}>
        <Two>
          <TextInput
            label={<OptionalLabel>{t`Orders that may use it`}</OptionalLabel>}
            inputMode="numeric"
            autoComplete="off"
            value={values.usageLimit}
            onChange={(change) => set({ usageLimit: change.currentTarget.value })}
            error={errors['usageLimit']}
            description={limitHint ?? t`Leave empty for no limit.`}
            inputWrapperOrder={[...order]}
          />
          <DateTimeInput
            label={<OptionalLabel>{t`Expires`}</OptionalLabel>}
            value={values.expiresAt}
            timezone={event.timezone}
            onChange={(expiresAt) => set({ expiresAt })}
            error={errors['expiresAt']}
          />
        </Two>
      </FormSection>
    </>
  );
}
