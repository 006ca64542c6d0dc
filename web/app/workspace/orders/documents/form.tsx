import { LIMITS } from '@entrada/contract/constants';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import { Trans, useLingui } from '@lingui/react/macro';
import { LimitedInput, LimitedTextarea } from '../../kit/fields/limited-text.tsx';
import styles from '../buyer/buyer.module.css';
import { EditForm } from '../buyer/edit-form.tsx';
import { useDetailsForm } from './use-form.ts';

type DetailsFormProps = { eventId: number; order: OrderDetail; close: () => void };

/** The form that says to whom an order is invoiced. */
export function DetailsForm({ eventId, order, close }: DetailsFormProps) {
  const { t } = useLingui();
  const record = useDetailsForm(eventId, order, close);
  const { values, set, errors, labels } = record;
  return (
    <EditForm
      label={t`Edit invoice details`}
      save={<Trans>Save details</Trans>}
      record={record}
      close={close}
    >
      <LimitedInput
        label={labels.name}
        limit={LIMITS.invoiceName}
        autoComplete="off"
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errors['name']}
      />
      <LimitedTextarea
        label={labels.address}
        limit={LIMITS.invoiceAddress}
        rows={3}
        autoComplete="off"
        value={values.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
        error={errors['address']}
      />
      <LimitedInput
        label={labels.taxId}
        limit={LIMITS.invoiceTaxId}
        autoComplete="off"
        value={values.taxId}
        onChange={(event) => set({ taxId: event.currentTarget.value })}
        error={errors['taxId']}
      />
      <p className={styles.hint}>
        {order.documents.length > 0 ? (
          <Trans>
            An issued invoice stays as it is: a credit note ends it, and the buyer gets a new one by email.
          </Trans>
        ) : (
          <Trans>The invoice comes once the order is paid.</Trans>
        )}
      </p>
    </EditForm>
  );
}
