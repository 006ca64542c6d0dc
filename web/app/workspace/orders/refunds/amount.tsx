import { personName } from '@entrada/contract/accounts/person-name';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Radio } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { MoneyInput } from '../../kit/fields/money-input.tsx';
import { InParts } from '../../kit/windowed/in-parts.tsx';
import type { OrderView } from '../api.ts';
import styles from './dialog.module.css';
import {
  isRefundable,
  isRefundableLine,
  type RefundDraft,
  type RefundMode,
  type readAmount,
} from './values.ts';

type RefundAmountProps = {
  view: OrderView;
  draft: RefundDraft;
  set: (change: Partial<RefundDraft>) => void;
  errors: Record<string, string>;
  write: (minor: number) => string;
  read: ReturnType<typeof readAmount>;
  /** The field of the amount was left. */
  leave: () => void;
};

/** Chooses the amount: all that is left, the price of chosen tickets, or a typed amount. */
export function RefundAmount({ view, draft, set, errors, write, read, leave }: RefundAmountProps) {
  const { t } = useLingui();
  const { money } = view;
  const left = write(money.refundable);
  const hasTickets =
    money.attendees.length + money.lines.length > 1 &&
    (money.attendees.some(isRefundable) || money.lines.some(isRefundableLine));
  return (
    <Radio.Group
      label={t`How much`}
      value={draft.mode}
      onChange={(mode) => set({ mode: mode as RefundMode })}
    >
      <div className={styles.modes}>
        <Radio
          value="all"
          data-autofocus
          label={
            money.refundable < money.paid ? (
              <Trans>The rest, {left}</Trans>
            ) : (
              <Trans>Everything, {left}</Trans>
            )
          }
        />
        {hasTickets && <Radio value="tickets" label={t`Chosen tickets`} />}
        {draft.mode === 'tickets' && (
          <Tickets
            view={view}
            draft={draft}
            set={set}
            error={errors['attendeeIds']}
            write={write}
            read={read}
          />
        )}
        <Radio value="amount" label={t`An amount`} />
        {draft.mode === 'amount' && (
          <div className={styles.nested}>
            <MoneyInput
              aria-label={t`Amount to refund`}
              currency={money.currency}
              value={draft.amount}
              onChange={(amount) => set({ amount })}
              onBlur={leave}
              error={errors['amount']}
              description={<Trans>At most {left}.</Trans>}
            />
          </div>
        )}
      </div>
    </Radio.Group>
  );
}

type TicketsProps = Omit<RefundAmountProps, 'errors' | 'leave'> & { error: string | undefined };

function Tickets({ view: { money }, draft, set, error, write, read }: TicketsProps) {
  const { i18n, t } = useLingui();
  const errorId = useId();
  const { attendeeIds, lineIds } = draft;
  const toggled = (ids: number[], id: number, isChosen: boolean) =>
    isChosen ? [...ids, id] : ids.filter((one) => one !== id);
  const price = (isRefunded: boolean, minor: number) => (
    <span className={styles.price}>
      {isRefunded ? <Trans>Already refunded</Trans> : minor === 0 ? <Trans>Free</Trans> : write(minor)}
    </span>
  );
  return (
    <fieldset
      className={styles.nested}
      aria-label={t`Tickets to refund`}
      aria-describedby={error ? errorId : undefined}
      {...(error && { 'data-form-error': true, tabIndex: -1 })}
    >
      <InParts rows={money.attendees} className={styles.parts}>
        {(shown) =>
          shown.map((one) => (
            <div key={one.id} className={styles.ticket}>
              <Checkbox
                label={personName(one)}
                description={sideBySide([one.ticketName, one.priceLabel], i18n.locale)}
                disabled={!isRefundable(one)}
                checked={attendeeIds.includes(one.id)}
                onChange={(event) => {
                  const isChosen = event.currentTarget.checked;
                  set({ attendeeIds: toggled(attendeeIds, one.id, isChosen) });
                }}
              />
              {price(one.isRefunded, one.unitTotal)}
            </div>
          ))
        }
      </InParts>
      {money.lines.map((one) => (
        <div key={`line ${one.id}`} className={styles.ticket}>
          <Checkbox
            label={`${one.quantity} × ${sideBySide([one.ticketName, one.priceLabel], i18n.locale)}`}
            description={t`Without a ticket, so only as a whole`}
            disabled={!isRefundableLine(one)}
            checked={lineIds.includes(one.id)}
            onChange={(event) => {
              const isChosen = event.currentTarget.checked;
              set({ lineIds: toggled(lineIds, one.id, isChosen) });
            }}
          />
          {price(one.isRefunded, one.total)}
        </div>
      ))}
      {error && (
        <p id={errorId} className={styles.error}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" /> {error}
        </p>
      )}
      {attendeeIds.length + lineIds.length > 0 && read.amount !== undefined && (
        <p className={styles.sum}>
          {attendeeIds.length > 0 && lineIds.length === 0 ? (
            <Plural value={attendeeIds.length} one="# ticket" other="# tickets" />
          ) : (
            <Trans>Total</Trans>
          )}
          <span className="num">{write(read.amount)}</span>
        </p>
      )}
    </fieldset>
  );
}
