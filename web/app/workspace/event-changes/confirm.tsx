import type { EventDetail } from '@entrada/contract/catalog/events';
import { CHANGE_UNDO_SECONDS, type ChangePlan } from '@entrada/contract/sales/event-changes/endpoints';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../platform/i18n/format.ts';
import { Money } from '../../ui/money.tsx';
import styles from './event-changes.module.css';
import { countMessages, isUntouched, type Values } from './values.ts';

type ConfirmProps = {
  event: EventDetail;
  plan: ChangePlan;
  values: Values;
  close: () => void;
  /** Answers whether it began. */
  run: () => Promise<boolean>;
};

/** The last question, with the sums. Whoever calls off what people have tickets for types the name of the event. */
export function Confirm({ event, plan, values, close, run }: ConfirmProps) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState('');
  const [isPending, setPending] = useState(false);
  const isOff = values.what === 'call_off';
  const mustType = isOff && !isUntouched(plan);
  const mails = values.tells ? countMessages(plan) : 0;
  const { byProvider, currency } = plan.money;
  const seconds = CHANGE_UNDO_SECONDS;
  const { title } = event;
  const isReady = !mustType || typed.trim() === title.trim();
  const confirm = async () => {
    setPending(true);
    const isDone = await run();
    setPending(false);
    if (isDone) close();
  };
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (isReady && !isPending) void confirm();
      }}
    >
      <p className={styles.quiet}>
        {!isOff ? (
          <Trans>You can take it back for {seconds} seconds. Then the message is out.</Trans>
        ) : mustType ? (
          <Trans>
            After the {seconds} seconds to undo, this cannot be taken back: tickets stop working and the
            message is out.
          </Trans>
        ) : (
          <Trans>Nobody has a ticket. You can take it back later.</Trans>
        )}
      </p>
      <dl className={styles.sums}>
        {isOff && mustType && (
          <div>
            <dt>
              <Trans>Tickets that stop working</Trans>
            </dt>
            <dd>{formatCount(plan.people.tickets, i18n.locale)}</dd>
          </div>
        )}
        {isOff && values.money === 'all' && byProvider.orders > 0 && (
          <div>
            <dt>
              <Plural
                value={byProvider.orders}
                one="Money back for # order"
                other="Money back for # orders"
              />
            </dt>
            <dd>
              <Money minor={byProvider.amount} currency={currency} />
            </dd>
          </div>
        )}
        {mails > 0 && (
          <div>
            <dt>
              <Trans>Messages</Trans>
            </dt>
            <dd>{formatCount(mails, i18n.locale)}</dd>
          </div>
        )}
      </dl>
      {mustType && (
        <TextInput
          label={t`Type “${title}” to confirm`}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <Group className={styles.answers} justify="flex-end" gap="xs" mt="lg">
        <Button onClick={close} disabled={isPending}>
          {isOff ? <Trans>Keep the event</Trans> : <Trans>Do not move</Trans>}
        </Button>
        <Button
          type="submit"
          variant={isOff ? 'danger-solid' : 'primary'}
          loading={isPending}
          disabled={!isReady}
        >
          {isOff ? <Trans>Call off the event</Trans> : <Trans>Move the event</Trans>}
        </Button>
      </Group>
    </form>
  );
}
