import { LIMITS, LOCALES, type Locale } from '@entrada/contract/constants';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { localeNames } from '../../../platform/i18n/locales.ts';
import { NameOrder } from '../../../ui/name-order.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { LimitedInput } from '../../kit/fields/limited-text.tsx';
import { focusWrong } from '../../kit/form/focus.ts';
import { useAskToDiscard } from '../../kit/form/use-leave-guard.ts';
import styles from './buyer.module.css';
import { useBuyerForm } from './use-form.ts';

type BuyerFormProps = { eventId: number; order: OrderDetail; close: () => void };

/** The form that corrects who bought an order. Nothing that is typed is lost without a question. */
export function BuyerForm({ eventId, order, close }: BuyerFormProps) {
  const { t } = useLingui();
  const record = useBuyerForm(eventId, order, close);
  const { values, set, errors, labels } = record;
  const { attempts, isPending, error } = record.drawer;
  const form = useRef<HTMLFormElement>(null);
  const askToDiscard = useAskToDiscard();
  useEffect(() => {
    if (attempts > 0) focusWrong(form.current);
  }, [attempts]);
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), []);
  const oldAddress = (record.current ?? order).buyer.email;
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t`Edit buyer`}
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
      <div className={styles.buttons}>
        <Button
          disabled={isPending}
          onClick={() => (record.isDirty ? askToDiscard({ discard: close }) : close())}
        >
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" loading={isPending}>
          <Trans>Save buyer</Trans>
        </Button>
      </div>
    </form>
  );
}
