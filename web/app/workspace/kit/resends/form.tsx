import { resendOrder } from '@entrada/contract/sales/resends';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../../platform/api/client.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { keys } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { useDialogForm } from '../dialogs/use-dialog-form.tsx';
import { judge } from '../form/judge.ts';
import { useFormErrors } from '../form/use-form-errors.ts';
import styles from './resends.module.css';

export type Resend = {
  eventId: number;
  orderId: number;
  /** Null for the whole order. */
  attendeeId: number | null;
  /** The address to start from. */
  email: string;
};

const isKnown = (path: string) => path === 'email';

/** The form that mails an order or one ticket once more, to the address on record or to another one. */
export function ResendForm({ eventId, orderId, attendeeId, email, close }: Resend & { close: () => void }) {
  const { t } = useLingui();
  const [to, setTo] = useState(email);
  const form = useFormErrors();
  const key = useRef(newIdempotencyKey());
  const { start, isPending } = useChange({
    run: (address: string) => {
      const params = { eventId: String(eventId), orderId: String(orderId) };
      const body = {
        ...(attendeeId !== null && { attendeeId }),
        email: address,
      };
      return api(resendOrder, { params, body }, { idempotencyKey: key.current });
    },
    invalidates: () => [keys.order(eventId, orderId), keys.timelines(eventId)],
    success: ({ data: sent }) => t`Sent to ${sent.to}`,
    onDone: close,
    onError: (error) => {
      key.current = newIdempotencyKey();
      form.refuseBy(error, isKnown);
      return true;
    },
  });
  const { leave, question } = useDialogForm({ isDirty: to.trim() !== email, isPending, close });
  const submit = () => {
    const address = to.trim();
    const judged = judge(resendOrder, { email: address });
    if (!judged.body) return form.refuseWrong(judged.wrong, isKnown);
    form.clear();
    void start(address);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {question}
      {form.whole && (
        <Note tone="error" announce>
          {form.whole}
        </Note>
      )}
      <TextInput
        type="email"
        label={t`Email`}
        description={t`Another address gets this one mail. What is on record stays.`}
        autoComplete="off"
        data-autofocus
        value={to}
        onChange={(event) => {
          setTo(event.currentTarget.value);
          form.forget('email');
        }}
        error={form.errors['email']}
      />
      <Group justify="flex-end" gap="xs">
        <Button onClick={leave} disabled={isPending}>
          <Trans>Don’t send</Trans>
        </Button>
        <Button type="submit" variant="ink" loading={isPending}>
          <Trans>Send again</Trans>
        </Button>
      </Group>
    </form>
  );
}
