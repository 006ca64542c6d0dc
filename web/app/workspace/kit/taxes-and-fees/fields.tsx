import { LIMITS } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { Checkbox, Radio, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Two } from '../display/two.tsx';
import { CurrencySelect } from '../fields/currency-select.tsx';
import { LimitedInput } from '../fields/limited-text.tsx';
import { MoneyInput } from '../fields/money-input.tsx';
import styles from './fields.module.css';
import { addsToNewTickets, type TaxOrFeeValues } from './values.ts';

type TaxOrFeeFieldsProps = {
  values: TaxOrFeeValues;
  errors: Record<string, string>;
  set: (change: Partial<TaxOrFeeValues>) => void;
  /** The currency can't be changed, because the event of the edited ticket sets it. */
  isCurrencyFixed?: boolean;
  autoFocus?: boolean;
};

/** The fields of a tax or fee, used on its own page and while a ticket is edited. */
export function TaxOrFeeFields({ values, errors, set, isCurrencyFixed, autoFocus }: TaxOrFeeFieldsProps) {
  const { t } = useLingui();
  const typeId = useId();
  const howId = useId();
  return (
    <>
      <div>
        <div className={styles.label} id={typeId}>
          {t`Type`}
        </div>
        <SegmentedControl
          fullWidth
          aria-labelledby={typeId}
          value={values.type}
          onChange={(type) => set({ type: type === 'tax' ? 'tax' : 'fee' })}
          data={[
            { value: 'fee', label: t`Fee` },
            { value: 'tax', label: t`Tax` },
          ]}
        />
      </div>
      <LimitedInput
        label={t`Name`}
        description={t`Buyers see it beside the price and on their receipt.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        limit={LIMITS.name}
        data-autofocus
        autoFocus={autoFocus ?? false}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errors['name']}
      />
      <div>
        <div className={styles.label} id={howId}>
          {t`How it is worked out`}
        </div>
        <SegmentedControl
          fullWidth
          aria-labelledby={howId}
          value={values.calculation}
          onChange={(how) => set({ calculation: how === 'fixed' ? 'fixed' : 'percentage' })}
          data={[
            { value: 'percentage', label: t`Percentage` },
            { value: 'fixed', label: t`Fixed amount` },
          ]}
        />
      </div>
      {values.calculation === 'percentage' ? (
        <Two>
          <TextInput
            label={t`Percentage`}
            inputMode="decimal"
            autoComplete="off"
            rightSection={<span aria-hidden="true">%</span>}
            value={values.rate}
            onChange={(event) => set({ rate: event.currentTarget.value })}
            error={errors['rate']}
            description={t`Up to four decimals.`}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
          />
        </Two>
      ) : (
        <Two>
          <MoneyInput
            label={t`Amount per ticket`}
            currency={values.currency}
            value={values.amount}
            onChange={(amount) => set({ amount })}
            error={errors['amount']}
          />
          {!isCurrencyFixed && (
            <CurrencySelect
              label={t`Currency`}
              value={values.currency}
              onChange={(currency) => set({ currency })}
              error={errors['currency']}
            />
          )}
        </Two>
      )}
      {values.type === 'tax' && (
        <Radio.Group
          label={t`In the price`}
          value={values.included ? 'included' : 'added'}
          onChange={(value) => set({ included: value === 'included' })}
        >
          <Stack gap="var(--s2-5)" mt="xs">
            <Radio
              value="added"
              label={t`Added`}
              description={t`Comes on top of the price and the fees. Buyers pay more.`}
            />
            <Radio
              value="included"
              label={t`Included`}
              description={t`Is part of the price and the fees. Buyers pay the same.`}
            />
          </Stack>
        </Radio.Group>
      )}
      <Checkbox
        label={t`Add to new tickets`}
        description={t`Paid and tiered tickets start with it. You can take it off.`}
        checked={addsToNewTickets(values)}
        onChange={(event) => set({ isDefault: event.currentTarget.checked })}
      />
    </>
  );
}
