import { LIMITS, LOCALES, type Locale } from '@entrada/contract/constants';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { localeNames } from '../../../platform/i18n/locales.ts';
import { NameOrder } from '../../../ui/name-order.tsx';
import { LimitedInput } from '../../kit/fields/limited-text.tsx';
import styles from './buyer.module.css';
import { EditForm } from './edit-form.tsx';
import { useBuyerForm } from './use-form.ts';

type BuyerFormProps = {
  eventId: number;
  order: OrderDetail;
  startsAtEmail: boolean;
  close: () => void;
};

/** The form that corrects who bought an order. */
export function BuyerForm({ eventId, order, startsAtEmail, close }: BuyerFormProps) {
  const { t } = useLingui();
  const record = useBuyerForm(eventId, order, close);
  const { values, set, errors, labels } = record;
  const oldAddress = (record.current ?? order).buyer.email;
  return (
    <EditForm label={t`Edit buyer`} save={<Trans>Save buyer</Trans>} record={record} close={close}>
      <div className={styles.names}>
        <NameOrder
          first={
            <LimitedInput
              label={labels.firstName}
              limit={LIMITS.firstName}
              autoComplete="off"
              value={values.firstName}
              onChange={(event) => set({ firstName: event.currentTarget.value })}
              error={errors['firstName']}
            />
          }
          last={
            <LimitedInput
              label={labels.lastName}
              limit={LIMITS.lastName}
              autoComplete="off"
              value={values.lastName}
              onChange={(event) => set({ lastName: event.currentTarget.value })}
              error={errors['lastName']}
            />
          }
        />
      </div>
      <TextInput
        type="email"
        label={labels.email}
        autoComplete="off"
        data-autofocus={startsAtEmail || undefined}
        value={values.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
        error={errors['email']}
      />
      {record.isMoved && record.isLive && (
        <Checkbox
          label={t`Send the order to the new address`}
          checked={values.resend}
          onChange={(event) => set({ resend: event.currentTarget.checked })}
        />
      )}
      {record.isMoved && oldAddress !== '' && (
        <p className={styles.hint}>
          <Trans>
            {oldAddress} is told that the address changed. Tickets with the old address get the new one.
          </Trans>
        </p>
      )}
      <NativeSelect
        label={labels.locale}
        value={values.locale}
        onChange={(event) => set({ locale: event.currentTarget.value as Locale })}
        data={LOCALES.map((value) => ({ value, label: localeNames[value] }))}
      />
      {order.invoice && (
        <p className={styles.hint}>
          <Trans>The invoice stays as it was issued.</Trans>
        </p>
      )}
    </EditForm>
  );
}
