import { formatMoney } from '@entrada/contract/money';
import type { PaidByHand } from '@entrada/contract/sales/orders';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { newIdempotencyKey } from '../../../platform/api/client.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { formatCount } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { cx } from '../../../ui/class-names.ts';
import { Space } from '../../../ui/space.tsx';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import bottomBar from '../../kit/form/bottom-bar.module.css';
import { askFirst } from '../../kit/frame/confirm.tsx';
import { type GuestPrice, totalFor } from '../../kit/guests/prices.ts';
import { startImport } from '../api.ts';
import { placesAfter, type Summary, totalOfPlaces } from './plan.ts';
import styles from './preview.module.css';

type ReadyBarProps = {
  summary: Summary;
  prices: readonly GuestPrice[];
  notify: boolean;
  payment: PaidByHand | null;
  onSent: (importId: number) => void;
};

/** What the rows come to, and the button that adds them. Rows with errors are left out only if somebody says so. */
export function ReadyBar({ summary, prices, notify, payment, onSent }: ReadyBarProps) {
  const { t, i18n } = useLingui();
  const { id: eventId, currency } = useEvent();
  const client = useQueryClient();
  const key = useRef(newIdempotencyKey());
  const [error, setError] = useState('');
  const { guests, companions, wrong, skipped, left } = summary;
  const total = totalOfPlaces(summary.placesOf, (id, places) => {
    const found = payment === null ? undefined : prices.find(({ price }) => price.id === id);
    return found ? totalFor(found, found.price.amount, places) : 0;
  });
  const pays = total === 0 ? null : payment;
  const sum = formatMoney({ minor: total, currency, locale: languageTag(i18n.locale) });
  const add = useChange({
    run: (exceedCapacity: boolean) =>
      startImport(
        eventId,
        { rows: guests, payment: pays, expectedTotal: total, notify, exceedCapacity },
        key.current,
      ),
    invalidates: () => [keys.guestImports(eventId)],
    onDone: ({ id }) => onSent(id),
    onError: (problem) => {
      const { status, code, params } =
        problem instanceof ApiError ? problem : { status: 0, code: '', params: {} as ApiError['params'] };
      // A call without an answer may have begun. Its repetition has the same key.
      if (status >= 400 && status < 500) key.current = newIdempotencyKey();
      // The sum is shown anew with the prices.
      if (code === 'TOTAL_CHANGED') void client.invalidateQueries({ queryKey: keys.guestPrices(eventId) });
      if (code === 'NOT_ENOUGH_LEFT') askBeyond(Number(params['left'] ?? 0));
      else setError(errorMessage(i18n, problem));
      return true;
    },
  });
  const label = t`${plural(guests.length, { one: 'Add # guest', other: 'Add # guests' })}`;
  const askBeyond = (rest: number) =>
    askFirst({
      title: t`Go beyond the capacity?`,
      text: (
        <>
          {rest === 0
            ? t`No place is left.`
            : t`${plural(rest, { one: 'Only # place is left.', other: 'Only # places are left.' })}`}
          <Space />
          <Trans>
            More people then come than the capacity allows. The orders note this and who decided it. Nothing
            more is sold until there is room again.
          </Trans>
        </>
      ),
      confirm: t`Add all the same`,
      keep: t`Do not add`,
      tone: 'ink',
      run: async () => {
        void add.start(true);
        return true;
      },
    });
  const people = t`${plural(guests.length, { one: '# guest', other: '# guests' })}`;
  const others = t`${plural(companions, { one: '# companion', other: '# companions' })}`;
  const press = () => {
    setError('');
    if (wrong === 0) void add.start(false);
    else
      askFirst({
        title: t`${plural(wrong, { one: 'Leave out the # row with errors?', other: 'Leave out the # rows with errors?' })}`,
        text: t`Nobody of these rows is added. You can download them first and import them later.`,
        confirm: label,
        keep: t`Look at them`,
        tone: 'ink',
        // The next question may follow at once, so this one does not wait.
        run: async () => {
          void add.start(false);
          return true;
        },
      });
  };
  return (
    <section className={bottomBar.bar} data-bottom-bar aria-label={t`Ready to add`}>
      <p className={cx(bottomBar.words, styles.sum)} role="status">
        {companions === 0 ? (
          <b>
            <Plural value={guests.length} one="# guest is ready." other="# guests are ready." />
          </b>
        ) : (
          <Trans>
            <b>{people}</b> and {others} are ready.
          </Trans>
        )}
        {wrong > 0 && (
          <>
            <Space />
            <Plural value={wrong} one="# row has errors." other="# rows have errors." />
          </>
        )}
        {skipped + left > 0 && (
          <>
            <Space />
            <Plural value={skipped + left} one="# is skipped." other="# are skipped." />
          </>
        )}
        <Places summary={summary} prices={prices} />
        {total > 0 && (
          <>
            <Space />
            <Trans>
              <b className="num">{sum}</b> in all, fees and taxes included
            </Trans>
          </>
        )}
        {error && (
          <span className={styles.error} role="alert">
            {error}
          </span>
        )}
      </p>
      <Button component={Link} to={eventPath(eventId, 'guests')}>
        <Trans>Cancel</Trans>
      </Button>
      <Button variant="primary" disabled={guests.length === 0} loading={add.isPending} onClick={press}>
        {label}
      </Button>
    </section>
  );
}

/** How many places are taken afterwards, and how many are missing. */
function Places({ summary, prices }: Pick<ReadyBarProps, 'summary' | 'prices'>) {
  const { i18n } = useLingui();
  const stockOf = (id: number) => prices.find(({ price }) => price.id === id)?.price;
  const after = placesAfter(summary.placesOf, stockOf);
  const taken = formatCount(after.taken, i18n.locale);
  const of = formatCount(after.of ?? 0, i18n.locale);
  return (
    <>
      {after.of !== null && after.of > 0 && (
        <>
          <Space />
          <Trans>
            {taken} of {of} places after this.
          </Trans>
        </>
      )}
      {after.short > 0 && (
        <>
          <Space />
          <b className={styles.short}>
            <Plural value={after.short} one="# place too few." other="# places too few." />
          </b>
        </>
      )}
    </>
  );
}
