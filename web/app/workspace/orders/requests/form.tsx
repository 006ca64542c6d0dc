import { formatMoneyInput, parseMoneyInput } from '@entrada/contract/money';
import {
  approveRefundRequest,
  declineRefundRequest,
  type RefundRequest,
} from '@entrada/contract/sales/refund-requests/answers';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { keys, touchedByOrders } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { useDialogForm } from '../../kit/dialogs/use-dialog-form.tsx';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { LimitedTextarea } from '../../kit/fields/limited-text.tsx';
import { MoneyInput, moneyInputErrors } from '../../kit/fields/money-input.tsx';
import { useFormErrors } from '../../kit/form/use-form-errors.ts';
import type { OrderView } from '../api.ts';

const ANSWER_LENGTH = 1000;

export type AnswerProps = {
  view: OrderView;
  request: RefundRequest;
  eventId: number;
  isApproval: boolean;
  /** Whether the event was called off, so that its tickets do not work any more. */
  isCalledOff: boolean;
  close: () => void;
};

const isKnown = (path: string) => path === 'amount' || path === 'answer';

/** The answer to what a buyer asked for: how much goes back and whether the tickets end, or a refusal, and a word. */
export function AnswerForm({ view, request, eventId, isApproval, isCalledOff, close }: AnswerProps) {
  const { t, i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const { order, money } = view;
  const { currency } = order;
  const most = Math.min(request.amount - request.refunded, money.refundable);
  const [proposed] = useState(() => formatMoneyInput(most, currency, locale));
  const [amount, setAmount] = useState(proposed);
  const [cancel, setCancel] = useState(true);
  const [answer, setAnswer] = useState('');
  const form = useFormErrors();
  const params = { eventId: String(eventId), orderId: String(order.id), requestId: String(request.id) };
  const touched = [keys.order(eventId, order.id), ...touchedByOrders(eventId)];
  const { start, isPending } = useChange({
    run: (minor: number) =>
      isApproval
        ? api(approveRefundRequest, { params, body: { amount: minor, cancel, answer: answer.trim() } })
        : api(declineRefundRequest, { params, body: { answer: answer.trim() } }),
    invalidates: () => touched,
    success: () => (isApproval ? t`Approved; the buyer is told` : t`Declined; the buyer is told`),
    onDone: close,
    onError: (error) => {
      form.refuseBy(error, isKnown);
      return true;
    },
  });
  const isDirty = answer.trim() !== '' || amount !== proposed;
  const { leave, question } = useDialogForm({ isDirty, isPending, close });
  const submit = () => {
    const minor = isApproval ? parseMoneyInput(amount, currency, locale) : 0;
    if (typeof minor !== 'number') return form.refuse({ amount: i18n._(moneyInputErrors[minor.error]) });
    if (isApproval && minor === 0 && !cancel) return form.refuse({ amount: t`Enter more than zero.` });
    form.clear();
    void start(minor);
  };
  const count = request.attendeeIds.length;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {question}
      <Stack gap="md">
        {form.whole && (
          <Note tone="error" announce>
            {form.whole}
          </Note>
        )}
        {isApproval && (
          <>
            <MoneyInput
              label={t`Refund`}
              description={
                money.isByHand
                  ? t`The order was paid without a card: send the money yourself.`
                  : isCalledOff
                    ? t`You can send another sum.`
                    : request.isAfterMove
                      ? t`All that was paid, because the event was moved. You can send another sum.`
                      : t`By the policy of this order. You can send another sum.`
              }
              currency={currency}
              value={amount}
              onChange={(value) => {
                setAmount(value);
                form.forget('amount');
              }}
              error={form.errors['amount']}
            />
            <Checkbox
              label={<Plural value={count} one="Cancel the ticket" other="Cancel the # tickets" />}
              description={
                !isCalledOff &&
                (cancel
                  ? t`They stop working at the door, and their places go back on sale.`
                  : t`They stay valid at the door.`)
              }
              checked={cancel}
              onChange={(event) => setCancel(event.currentTarget.checked)}
            />
          </>
        )}
        {!isApproval && !isCalledOff && (
          <p>
            <Trans>The tickets stay valid.</Trans>
          </p>
        )}
        <LimitedTextarea
          label={<OptionalLabel>{t`A word to the buyer`}</OptionalLabel>}
          description={t`In the email that tells them, and on the page of their order.`}
          autosize
          minRows={2}
          maxRows={6}
          limit={ANSWER_LENGTH}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          error={form.errors['answer']}
        />
        <Group justify="flex-end" gap="xs">
          <Button onClick={leave} disabled={isPending}>
            <Trans>Not now</Trans>
          </Button>
          <Button type="submit" variant={isApproval ? 'ink' : 'danger-solid'} loading={isPending}>
            {isApproval ? <Trans>Approve</Trans> : <Trans>Decline</Trans>}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
