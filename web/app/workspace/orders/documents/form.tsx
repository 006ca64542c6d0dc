import { LIMITS } from '@entrada/contract/constants';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Note } from '../../../ui/notices/note.tsx';
import { LimitedInput, LimitedTextarea } from '../../kit/fields/limited-text.tsx';
import { focusWrong } from '../../kit/form/focus.ts';
import { useAskToDiscard } from '../../kit/form/use-leave-guard.ts';
import styles from '../buyer/buyer.module.css';
import { useDetailsForm } from './use-form.ts';

type DetailsFormProps = { eventId: number; order: OrderDetail; close: () => void };

/** The form that says to whom an order is invoiced. Nothing that is typed is lost without a question. */
export function DetailsForm({ eventId, order, close }: DetailsFormProps) {
  const { t } = useLingui();
  const record = useDetailsForm(eventId, order, close);
  const { values, set, errors, labels } = record;
  const { attempts, isPending, error } = record.drawer;
  const form = useRef<HTMLFormElement>(null);
  const askToDiscard = useAskToDiscard();
  useEffect(() => {
    if (attempts > 0) focusWrong(form.current);
  }, [attempts]);
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), []);
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t`Edit invoice details`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (record.isDirty) record.submit();
        else close();
      }}
    >
      {error && (
        <div data-form-error tabIndex={-1}>
          <Note tone="error" announce>
            {error}
          </Note>
        </div>
      )}
      {record.conflict}
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
      <div className={styles.buttons}>
        <Button
          disabled={isPending}
          onClick={() => (record.isDirty ? askToDiscard({ discard: close }) : close())}
        >
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" loading={isPending}>
          <Trans>Save details</Trans>
        </Button>
      </div>
    </form>
  );
}
