import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatCount } from '../../platform/i18n/format.ts';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { ReasonList } from '../kit/bulk/reasons.tsx';
import { DateTimeInput } from '../kit/fields/date-time-input.tsx';
import { Choice } from './choice.tsx';
import styles from './event-changes.module.css';
import type { FormProps } from './values.ts';

/** What becomes of the money: the sum first, then how it goes back, and what stays and why. */
export function MoneyPart({ event, plan, values, errors, set }: FormProps) {
  const { t, i18n } = useLingui();
  const { byProvider, byHand, kept, currency } = plan.money;
  const isOff = values.what === 'call_off';
  const sum = <Money minor={byProvider.amount} currency={currency} />;
  if (byProvider.orders + byHand.orders + kept.length === 0) return null;
  const asked = {
    value: 'asked' as const,
    label: <Trans>Whoever asks gets all of it</Trans>,
    text: <Trans>Fees included, on the page of the order, until the day below.</Trans>,
  };
  return (
    <section className={styles.part} aria-labelledby="money">
      <h2 id="money">
        <Trans>Money</Trans>
      </h2>
      <Choice
        label={t`Money`}
        value={values.money}
        onChange={(money) => set({ money })}
        options={
          isOff
            ? [
                {
                  value: 'all',
                  label: <Trans>Give everything back, fees included</Trans>,
                  text: <Trans>What buyers are owed in most countries.</Trans>,
                  sum,
                },
                asked,
                {
                  value: 'none',
                  label: <Trans>Decide order by order</Trans>,
                  text: <Trans>Nothing goes back until you do it.</Trans>,
                },
              ]
            : [
                asked,
                {
                  value: 'none',
                  label: <Trans>Your usual refund rules</Trans>,
                  text: <Trans>Many countries give buyers more than that when an event changes.</Trans>,
                },
              ]
        }
      />
      {values.money === 'asked' && (
        <div className={styles.fields}>
          <DateTimeInput
            label={t`Until`}
            value={values.until}
            timezone={event.timezone}
            onChange={(until) => set({ until })}
            error={errors['returnsUntil']}
            description={<Trans>At least 14 days from now, or until a sooner new start.</Trans>}
          />
        </div>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Paid by</Trans>
            </th>
            <th scope="col" className={styles.figure}>
              <Trans>Orders</Trans>
            </th>
            <th scope="col" className={styles.figure}>
              <Trans>Amount</Trans>
            </th>
            <th scope="col">
              <Trans>How it goes back</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <Trans>Card</Trans>
            </th>
            <td className={styles.figure} data-head={t`Orders`}>
              {formatCount(byProvider.orders, i18n.locale)}
            </td>
            <td className={styles.figure}>{sum}</td>
            <td>
              <Trans>To the same card, by itself. Your payment provider keeps its own fees.</Trans>
            </td>
          </tr>
          {byHand.orders > 0 && (
            <tr>
              <th scope="row">
                <Trans>Without a card</Trans>
              </th>
              <td className={styles.figure} data-head={t`Orders`}>
                {formatCount(byHand.orders, i18n.locale)}
              </td>
              <td className={styles.figure}>
                <Money minor={byHand.amount} currency={currency} />
              </td>
              <td>
                <Trans>You send it by hand, and note each refund.</Trans>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {kept.length > 0 && (
        <Note tone="attn">
          <Plural
            value={kept.reduce((all, { count }) => all + count, 0)}
            one="The money of # order stays:"
            other="The money of # orders stays:"
          />
          <ReasonList reasons={kept} />
        </Note>
      )}
    </section>
  );
}
