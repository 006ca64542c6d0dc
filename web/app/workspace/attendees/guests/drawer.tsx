import type { Question } from '@entrada/contract/catalog/questions';
import { SOURCE_LOCALE } from '@entrada/contract/constants';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../platform/api/client.ts';
import { isLocale } from '../../../platform/i18n/locales.ts';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { touchedByOrders } from '../../kit/data/keys.ts';
import { SideDrawer } from '../../kit/dialogs/side-drawer.tsx';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { TicketFirst } from '../../kit/event-actions/share.tsx';
import { FormDrawer } from '../../kit/form/drawer-frame.tsx';
import { useFrame } from '../../kit/form/use-frame.ts';
import { useRecordForm } from '../../kit/form/use-record-form.tsx';
import { type GuestPrice, guestPrices } from '../../kit/guests/prices.ts';
import { GuestAnswers } from './answers.tsx';
import { questionsOf, sendGuests, useGuestForm } from './api.ts';
import { CostFields } from './cost.tsx';
import styles from './guests.module.css';
import { People } from './people.tsx';
import { PlaceFields } from './places.tsx';
import { Sending } from './sending.tsx';
import { emptyGuests, type GuestBody, type GuestValues, readGuests } from './values.ts';

/** The drawer that adds attendees by hand. */
export function GuestDrawer({ close }: { close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const { data, isError, error, refetch } = useGuestForm(event.id);
  const prices = data && guestPrices(data.tickets);
  if (data && prices && prices.length > 0)
    return (
      <GuestForm prices={prices} questions={data.questions} reload={() => void refetch()} close={close} />
    );
  return (
    <SideDrawer opened onClose={close} title={t`Add attendees`}>
      <div className={styles.before}>
        {isError && <LoadFailed error={error} retry={() => void refetch()} />}
        {prices && (
          <EmptyState title={<Trans>Add a ticket first</Trans>} action={<TicketFirst />}>
            <Trans>Whoever is added gets a ticket, so the event needs one that lets people in.</Trans>
          </EmptyState>
        )}
        {!data && !isError && (
          <div className={styles.loading} role="status" aria-label={t`Loading`}>
            <Skeleton height={36} />
            <Skeleton height={36} />
            <Skeleton width="60%" height={36} />
          </div>
        )}
      </div>
    </SideDrawer>
  );
}

type FormProps = {
  prices: readonly GuestPrice[];
  questions: readonly Question[];
  /** Reads the tickets again, because one has changed. */
  reload: () => void;
  close: () => void;
};
const SHOWN = /^(attendees|answers|attendeeAnswers)\./;

function GuestForm({ prices, questions, reload, close }: FormProps) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const frame = useFrame();
  const key = useRef(newIdempotencyKey());
  /** How many places are left, once the server has refused for want of them. */
  const [left, setLeft] = useState<number | null>(null);
  const find = (id: string) => prices.find(({ price }) => String(price.id) === id);
  const form = useRecordForm<OrderDetail, GuestValues, GuestBody>({
    found: null,
    read: () => emptyGuests(prices, isLocale(i18n.locale) ? i18n.locale : SOURCE_LOCALE),
    judge: (now) => readGuests(now, find(now.priceId), frame),
    save: (body) => sendGuests(event.id, body, key.current),
    invalidates: () => touchedByOrders(event.id),
    success: ({ lines }) =>
      t`${plural(lines[0]?.quantity ?? 0, { one: '# attendee is added.', other: '# attendees are added.' })}`,
    close,
    shows: (path) => SHOWN.test(path),
    currency: event.currency,
    onError: ({ status, code, params }) => {
      // A call without an answer may have added them. Its repetition has the same key.
      if (status >= 400 && status < 500) key.current = newIdempotencyKey();
      if (code === 'TOTAL_CHANGED') reload();
      if (code !== 'NOT_ENOUGH_LEFT') return false;
      const rest = Number(params?.['left'] ?? 0);
      setLeft(rest);
      const isNone = rest === 0;
      form.refuse(
        {
          exceedCapacity: isNone
            ? t`No place is left. Tick the box to add them all the same.`
            : t`${plural(rest, { one: 'Only # place is left. Tick the box to add them all the same.', other: 'Only # places are left. Tick the box to add them all the same.' })}`,
        },
        '',
      );
      return true;
    },
  });
  const { values, set, errors } = form;
  const count = values.attendees.length;
  const chosen = find(values.priceId);
  const asked = (scope: Question['scope']) => (chosen ? questionsOf(questions, chosen.ticket.id, scope) : []);
  const available = left ?? chosen?.price.available ?? null;
  const isScarce = available !== null && count > available;
  return (
    <FormDrawer
      {...form.drawer}
      title={t`Add attendees`}
      submit={t`${plural(count, { one: 'Add # attendee', other: 'Add # attendees' })}`}
    >
      <PlaceFields
        prices={prices}
        values={values}
        set={(change) => {
          setLeft(null);
          set(change);
        }}
        errors={errors}
        available={available}
        isScarce={isScarce || errors['exceedCapacity'] !== undefined}
      />
      <People
        values={values}
        set={set}
        errors={errors}
        answers={(at) => (
          <GuestAnswers
            questions={asked('attendee')}
            path={`attendeeAnswers.${at}`}
            sheet={values.attendeeAnswers[at] ?? {}}
            errors={errors}
            onChange={(sheet) =>
              set((now) => ({
                attendeeAnswers: now.attendees.map((_, nth) =>
                  nth === at ? sheet : (now.attendeeAnswers[nth] ?? {}),
                ),
              }))
            }
          />
        )}
      />
      {chosen && chosen.ticket.type !== 'free' && (
        <CostFields chosen={chosen} values={values} set={set} errors={errors} />
      )}
      <GuestAnswers
        title={t`Answers`}
        questions={asked('order')}
        path="answers"
        sheet={values.answers}
        errors={errors}
        onChange={(answers) => set({ answers })}
      />
      <Sending values={values} set={set} />
    </FormDrawer>
  );
}
