import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../platform/api/client.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Space } from '../../../ui/space.tsx';
import { CancelledForGood } from '../cancellations/cancelled-for-good.tsx';
import { keys } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { LoadFailed } from '../display/load-failed.tsx';
import { type BulkAct, type BulkChoice, type Chosen, loadOpenLists, startBulk } from './api.ts';
import styles from './bulk.module.css';
import { RefundSums, useRefundPreview } from './refund-sums.tsx';

export type BulkQuestion = {
  act: BulkAct;
  chosen: Chosen;
  count: number;
  /** Whether the event is called off: nothing of it is on sale, and no ticket of it opens the door. */
  isCalledOff: boolean;
  onBegun: () => void;
  close: () => void;
};

/** Says what an action will do to the chosen rows, asks what else is to be decided, and begins it. */
export function BulkForm({ act, chosen, count, isCalledOff, onBegun, close }: BulkQuestion) {
  const { t } = useLingui();
  const { eventId } = chosen;
  const [key] = useState(newIdempotencyKey);
  const [choice, setChoice] = useState<BulkChoice>({ cancel: true, notify: true, checkInListId: null });
  const set = (change: Partial<BulkChoice>) => setChoice((before) => ({ ...before, ...change }));
  const preview = useRefundPreview(chosen, act === 'refund');
  const lists = useQuery({
    queryKey: [...keys.checkInLists(eventId), 'open'],
    queryFn: ({ signal }) => loadOpenLists(eventId, signal),
    enabled: act === 'check_in',
  });
  const open = lists.data ?? [];
  const listId = choice.checkInListId ?? (open.length === 1 ? (open[0]?.id ?? null) : null);
  const [isMissing, setMissing] = useState(false);
  const { start, isPending } = useChange({
    run: () => startBulk(chosen, act, { ...choice, checkInListId: listId }, key),
    invalidates: () => [keys.bulkJobs(eventId)],
    onDone: () => {
      close();
      onBegun();
    },
  });
  const isEmpty =
    preview.data !== undefined && preview.data.byProvider.orders + preview.data.byHand.orders === 0;
  const words = {
    resend: t`Resend`,
    check_in: t`Check in`,
    cancel: chosen.noun === 'orders' ? t`Cancel orders` : t`Cancel tickets`,
    refund: t`Refund`,
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (act === 'check_in' && listId === null) setMissing(true);
        else void start(undefined);
      }}
    >
      <p>
        <Consequence {...{ act, count, isCalledOff }} noun={chosen.noun} />
      </p>
      {act === 'refund' && <RefundSums preview={preview} />}
      {act === 'check_in' &&
        (lists.isError ? (
          <LoadFailed error={lists.error} retry={() => void lists.refetch()} />
        ) : lists.data && open.length === 0 ? (
          <Note tone="info">
            <Trans>No check-in list is open now.</Trans>
          </Note>
        ) : (
          <Select
            label={t`Check-in list`}
            data={open.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={listId === null ? null : String(listId)}
            onChange={(value) => {
              setMissing(false);
              set({ checkInListId: value === null ? null : Number(value) });
            }}
            error={isMissing && t`Choose a check-in list.`}
          />
        ))}
      {act === 'refund' && (
        <Checkbox
          label={chosen.noun === 'orders' ? t`Cancel the orders as well` : t`Cancel the tickets as well`}
          description={!isCalledOff && t`They stop working at the door, and their places go back on sale.`}
          checked={choice.cancel}
          onChange={(event) => set({ cancel: event.currentTarget.checked })}
        />
      )}
      {(act === 'cancel' || act === 'refund') && (
        <Checkbox
          label={t`Tell the buyers`}
          description={t`Each buyer gets an email that says so.`}
          checked={choice.notify}
          onChange={(event) => set({ notify: event.currentTarget.checked })}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button onClick={close} disabled={isPending} data-autofocus>
          <Trans>Go back</Trans>
        </Button>
        <Button
          type="submit"
          variant={act === 'cancel' || act === 'refund' ? 'danger-solid' : 'ink'}
          loading={isPending}
          disabled={
            (act === 'refund' && (!preview.data || isEmpty)) || (act === 'check_in' && open.length === 0)
          }
        >
          {words[act]}
        </Button>
      </Group>
    </form>
  );
}

type Asked = Pick<BulkQuestion, 'act' | 'count' | 'isCalledOff'> & Pick<Chosen, 'noun'>;

function Consequence({ act, noun, count, isCalledOff }: Asked) {
  if (act === 'resend')
    return (
      <Plural
        value={count}
        one="# email is sent to the address on record. An email cannot be taken back."
        other="# emails are sent to the addresses on record. An email cannot be taken back."
      />
    );
  if (act === 'check_in')
    return (
      <Plural
        value={count}
        one="# attendee counts as checked in, if the door would admit them. You can undo this."
        other="# attendees count as checked in, if the door would admit them. You can undo this."
      />
    );
  if (act === 'refund')
    return <Trans>A refund cannot be undone. What cannot be refunded is left as it is and named.</Trans>;
  if (isCalledOff)
    return (
      <>
        {noun === 'guests' ? (
          <Plural
            value={count}
            one="The tickets of # guest and of all companions are cancelled."
            other="The tickets of # guests and of all companions are cancelled."
          />
        ) : noun === 'orders' ? (
          <Plural
            value={count}
            one="# order is cancelled. No money is sent back."
            other="# orders are cancelled. No money is sent back."
          />
        ) : (
          <Plural
            value={count}
            one="# ticket is cancelled. No money is sent back."
            other="# tickets are cancelled. No money is sent back."
          />
        )}
        <Space />
        <CancelledForGood />
      </>
    );
  if (noun === 'guests')
    return (
      <Plural
        value={count}
        one="The tickets of # guest and of all companions stop working at the door, and the places are free again. You can undo this while places are left."
        other="The tickets of # guests and of all companions stop working at the door, and the places are free again. You can undo this while places are left."
      />
    );
  return noun === 'orders' ? (
    <Plural
      value={count}
      one="The tickets of # order stop working at the door, and its places go back on sale. No money is sent back. You can undo this while places are left."
      other="The tickets of # orders stop working at the door, and their places go back on sale. No money is sent back. You can undo this while places are left."
    />
  ) : (
    <Plural
      value={count}
      one="# ticket stops working at the door, and its place goes back on sale. No money is sent back. You can undo this while places are left."
      other="# tickets stop working at the door, and their places go back on sale. No money is sent back. You can undo this while places are left."
    />
  );
}
