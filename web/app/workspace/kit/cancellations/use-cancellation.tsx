import { cancelOrder, reactivateOrder } from '@entrada/contract/sales/cancellations';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../platform/api/client.ts';
import { Space } from '../../../ui/space.tsx';
import { useEvent } from '../data/event.ts';
import { keys, touchedByOrders } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { askFirst } from '../frame/confirm.tsx';
import { CancelledForGood } from './cancelled-for-good.tsx';

/** An order, or one ticket of it. */
export type Cancellable = {
  orderId: number;
  reference: string;
  /** Whose ticket it is. Null for the whole order. */
  ticket: { attendeeId: number; name: string } | null;
  /** How many tickets are meant. Zero: only what was bought without a ticket. */
  count: number;
  /** Whether money may have been paid for it that is not refunded. */
  hasMoney: boolean;
  /** The buyer's address, if the page knows it. */
  email: string | null;
};

type Asked = { target: Cancellable; notify: boolean };

/** Asks, and then cancels an order or one ticket of it, or makes it valid again. */
export function useCancellation(eventId: number, { onDone }: { onDone?: () => void } = {}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const isCalledOff = useEvent().calledOffAt !== null;
  const touched = ({ orderId }: Cancellable) => [keys.order(eventId, orderId), ...touchedByOrders(eventId)];
  const input = ({ target: { orderId, ticket }, notify }: Asked) => ({
    params: { eventId: String(eventId), orderId: String(orderId) },
    body: { notify, ...(ticket && { attendeeIds: [ticket.attendeeId] }) },
  });
  const common = {
    invalidates: (_: unknown, { target }: Asked) => touched(target),
    onDone: () => onDone?.(),
    // Another tab may have changed the order first, so it is read again after errors as well.
    onError: (_: unknown, { target }: Asked) => {
      for (const queryKey of touched(target)) void client.invalidateQueries({ queryKey });
      return false;
    },
  };
  const cancel = useChange({
    ...common,
    run: (asked: Asked) => api(cancelOrder, input(asked)),
    success: (_, { target: { ticket, reference } }) => {
      if (!ticket) return t`Order ${reference} is cancelled`;
      const { name } = ticket;
      return t`The ticket of ${name} is cancelled`;
    },
  });
  const reactivate = useChange({
    ...common,
    run: (asked: Asked) => api(reactivateOrder, input(asked)),
    success: (_, { target: { ticket, reference } }) => {
      if (!ticket) return t`Order ${reference} is valid again`;
      const { name } = ticket;
      return t`The ticket of ${name} is valid again`;
    },
  });
  return {
    /** Tickets of an event that is called off stay cancelled. */
    mayReactivate: !isCalledOff,
    isBusy: cancel.isPending || reactivate.isPending,
    /** `consequence`: what happens to the tickets of an event that takes place, if they were not valid. */
    askCancel: (target: Cancellable, consequence: ReactNode = <Cancelled count={target.count} />) => {
      const { reference, ticket } = target;
      const name = ticket?.name ?? '';
      ask(target, {
        title: ticket ? (
          <Trans>Cancel the ticket of {name}?</Trans>
        ) : (
          <Trans>
            Cancel order <span className="reference">{reference}</span>?
          </Trans>
        ),
        text: (
          <>
            {isCalledOff ? <CancelledForGood /> : consequence}
            {target.hasMoney && (
              <>
                <Space />
                <Trans>No money is sent back: a refund does that, before or after.</Trans>
              </>
            )}
          </>
        ),
        confirm: ticket ? t`Cancel ticket` : t`Cancel order`,
        keep: ticket ? t`Keep ticket` : t`Keep order`,
        run: (notify) => cancel.start({ target, notify }),
      });
    },
    askReactivate: (target: Cancellable) => {
      const { reference, ticket, count } = target;
      const name = ticket?.name ?? '';
      ask(target, {
        title: ticket ? (
          <Trans>Make the ticket of {name} valid again?</Trans>
        ) : (
          <Trans>
            Make order <span className="reference">{reference}</span> valid again?
          </Trans>
        ),
        text:
          count > 0 ? (
            <Plural
              value={count}
              one="# place is taken again, if it is still free. The ticket that was sent opens the door as before."
              other="# places are taken again, if all of them are still free. The tickets that were sent open the door as before."
            />
          ) : (
            <Trans>What was bought is taken again, if all of it is still left.</Trans>
          ),
        confirm: t`Make valid again`,
        keep: t`Leave it cancelled`,
        tone: 'ink',
        run: (notify) => reactivate.start({ target, notify }),
      });
    },
  };
}

function Cancelled({ count }: { count: number }) {
  return count === 0 ? (
    <Trans>What was bought without a ticket goes back on sale.</Trans>
  ) : (
    <Plural
      value={count}
      one="# ticket stops working at the door, and its place goes back on sale."
      other="# tickets stop working at the door, and their places go back on sale."
    />
  );
}

type Question = Omit<Parameters<typeof askFirst>[0], 'run'> & { run: (notify: boolean) => Promise<boolean> };

/** Asks, with a box that says whether the buyer is told. */
function ask({ email }: Cancellable, { text, run, ...question }: Question): void {
  // Whoever was added by hand may have no address.
  const mayTell = email !== '';
  let notify = mayTell;
  askFirst({
    ...question,
    text: (
      <>
        {text}
        {mayTell && (
          <Checkbox
            mt="md"
            label={<Trans>Tell the buyer</Trans>}
            description={
              email === null ? (
                <Trans>The buyer gets an email that says so.</Trans>
              ) : (
                <Trans>{email} gets an email that says so.</Trans>
              )
            }
            defaultChecked
            onChange={(event) => {
              notify = event.currentTarget.checked;
            }}
          />
        )}
      </>
    ),
    run: () => run(notify),
  });
}
