import { personName } from '@entrada/contract/accounts/person-name';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Space } from '../../../ui/space.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { LimitedTextarea } from '../../kit/fields/limited-text.tsx';
import { moneyInputErrors } from '../../kit/fields/money-input.tsx';
import { focusWrong } from '../../kit/form/focus.ts';
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts';
import type { OrderView } from '../api.ts';
import { RefundAmount } from './amount.tsx';
import styles from './dialog.module.css';
import type { SendRefund } from './use-send.ts';
import {
  bodyOf,
  cancellable,
  cancellableLines,
  NEW_REFUND,
  proposesCancel,
  type RefundDraft,
  type RefundWrong,
  readAmount,
} from './values.ts';

const NOTE_LENGTH = 1000;

type RefundFormProps = {
  view: OrderView;
  draft: RefundDraft;
  setDraft: (change: (draft: RefundDraft) => RefundDraft) => void;
  send: SendRefund;
  close: () => void;
};

export function RefundForm({ view, draft, setDraft, send, close }: RefundFormProps) {
  const { t, i18n } = useLingui();
  const { order, money } = view;
  const { form, write } = send;
  const isCalledOff = useEvent().calledOffAt !== null;
  const ref = useRef<HTMLFormElement>(null);
  /** The amount was typed and left, so its field says what is wrong with it. */
  const [hasLeft, setHasLeft] = useState(false);
  useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(NEW_REFUND));
  useEffect(() => {
    if (form.attempts > 0) focusWrong(ref.current);
  }, [form.attempts]);
  const set = (change: Partial<RefundDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    if ('amount' in change) setHasLeft(false);
    for (const field of Object.keys(change))
      form.forget(field === 'mode' || field === 'lineIds' ? 'attendeeIds' : field);
  };
  const read = readAmount(draft, money, languageTag(i18n.locale));
  const tickets = cancellable(draft, money);
  const lines = cancellableLines(draft, money);
  const canCancel = order.isCompleted && tickets.length + lines.length > 0;
  const cancels = canCancel && (draft.cancel ?? proposesCancel(read.amount, money));
  const isTickets = draft.mode === 'tickets';
  const say = ({ code }: RefundWrong) => {
    if (code === 'none') return t`Choose at least one ticket.`;
    if (code === 'zero') return t`Enter more than zero.`;
    if (code === 'free') return t`The chosen tickets were free, so there is nothing to refund.`;
    if (code === 'above') return t`Only ${write(money.refundable)} is left to refund.`;
    return i18n._(moneyInputErrors[code]);
  };
  const isAbove = 'wrong' in read && read.wrong.code === 'above';
  const wrongAmount =
    hasLeft && draft.amount.trim() && 'wrong' in read && read.wrong.field === 'amount' && say(read.wrong);
  const submit = () => {
    if ('wrong' in read) return form.refuse({ [read.wrong.field]: say(read.wrong) });
    form.clear();
    const body = bodyOf(draft, read.amount, cancels);
    void send.start({ draft: JSON.stringify(draft), mode: draft.mode, body });
  };
  const amount = read.amount === undefined ? null : write(read.amount);
  const { email } = order.buyer;
  const buyer = personName(order.buyer);
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {form.whole && (
        <div data-form-error tabIndex={-1}>
          <Note tone="error" announce>
            {form.whole}
          </Note>
        </div>
      )}
      {money.isByHand && (
        <Note tone="info">
          <Trans>
            This order was paid without a card. Send the money back yourself; what you enter here is noted,
            and counts as refunded at once.
          </Trans>
        </Note>
      )}
      <RefundAmount
        view={view}
        draft={draft}
        set={set}
        errors={{ ...(wrongAmount && { amount: wrongAmount }), ...form.errors }}
        write={write}
        read={read}
        leave={() => setHasLeft(true)}
      />
      <div className={styles.choices}>
        {canCancel && (
          <Checkbox
            label={
              !isTickets
                ? t`Cancel the order`
                : tickets.length > 0
                  ? t`Cancel these tickets`
                  : t`Cancel what is refunded`
            }
            description={!isCalledOff && <CancelWords count={tickets.length} cancels={cancels} />}
            checked={cancels}
            onChange={(event) => set({ cancel: event.currentTarget.checked })}
          />
        )}
        <Checkbox
          label={t`Tell the buyer`}
          description={
            money.isByHand ? (
              <Trans>{email} gets an email that you send the money back.</Trans>
            ) : (
              <Trans>{email} gets an email once the money is on its way.</Trans>
            )
          }
          checked={draft.notify}
          onChange={(event) => set({ notify: event.currentTarget.checked })}
        />
      </div>
      <LimitedTextarea
        label={<OptionalLabel>{t`Note`}</OptionalLabel>}
        description={t`Only people in your account see it.`}
        autosize
        minRows={2}
        maxRows={6}
        limit={NOTE_LENGTH}
        value={draft.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
        error={form.errors['note']}
      />
      <div className={styles.end} data-bottom-bar>
        <p className={styles.consequence} aria-live="polite">
          {amount && !('wrong' in read) ? (
            <>
              <b>
                {money.isByHand ? (
                  <Trans>
                    Note that {buyer} gets {amount} back.
                  </Trans>
                ) : (
                  <Trans>
                    Refund {amount} to {buyer}.
                  </Trans>
                )}
              </b>
              <Space />
              {!isCalledOff && (
                <Consequence
                  count={canCancel ? tickets.length : 0}
                  hasLines={canCancel && lines.length > 0}
                  isCancelled={cancels}
                />
              )}
              <Space />
              <Trans>This cannot be undone.</Trans>
            </>
          ) : isAbove ? (
            say(read.wrong)
          ) : (
            <Trans>Choose what to refund.</Trans>
          )}
        </p>
        <div className={styles.buttons}>
          <Button onClick={close} disabled={send.isPending}>
            <Trans>Don’t refund</Trans>
          </Button>
          <Button type="submit" variant="danger-solid" loading={send.isPending}>
            {money.isByHand
              ? t`Mark as refunded`
              : amount && !('wrong' in read)
                ? t`Refund ${amount}`
                : t`Refund`}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** What the choice to cancel means for the tickets and their places, on or off. */
function CancelWords({ count, cancels }: { count: number; cancels: boolean }) {
  if (count === 0)
    return cancels ? (
      <Trans>What was bought without a ticket goes back on sale.</Trans>
    ) : (
      <Trans>What was bought without a ticket stays sold.</Trans>
    );
  return cancels ? (
    <Plural
      value={count}
      one="# ticket stops working at the door, and its place goes back on sale."
      other="# tickets stop working at the door, and their places go back on sale."
    />
  ) : (
    <Plural
      value={count}
      one="# ticket stays valid at the door, and its place stays taken."
      other="# tickets stay valid at the door, and their places stay taken."
    />
  );
}

function Consequence(props: { count: number; hasLines: boolean; isCancelled: boolean }) {
  const { count, hasLines, isCancelled } = props;
  if (count === 0)
    return hasLines && isCancelled ? (
      <Trans>What was bought without a ticket is cancelled and goes back on sale.</Trans>
    ) : null;
  return isCancelled ? (
    <Plural
      value={count}
      one="# ticket is cancelled and goes back on sale."
      other="# tickets are cancelled and go back on sale."
    />
  ) : (
    <Plural value={count} one="# ticket stays valid." other="# tickets stay valid." />
  );
}
