import type { EventDetail } from '@entrada/contract/catalog/events';
import { CHANGE_UNDO_SECONDS, type ChangePlan } from '@entrada/contract/sales/event-changes/endpoints';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { fromLocalTime } from '../../platform/i18n/zoned-time.ts';
import styles from './event-changes.module.css';
import { countMessages, type Values } from './values.ts';

/** What will happen, as a dated list. */
export function Steps({ event, plan, values }: { event: EventDetail; plan: ChangePlan; values: Values }) {
  const { i18n } = useLingui();
  const zoned = { locale: i18n.locale, timezone: event.timezone };
  const { what, money } = values;
  const isOff = what === 'call_off';
  const mails = values.tells ? countMessages(plan) : 0;
  const { orders } = plan.money.byProvider;
  const until = fromLocalTime(values.until, event.timezone);
  const when = until && formatDayTime(until, zoned);
  const start = what === 'dates' && fromLocalTime(values.startsAt, event.timezone);
  const seconds = CHANGE_UNDO_SECONDS;
  const hasMoney = orders + plan.money.byHand.orders > 0;
  return (
    <aside className={styles.aside} aria-labelledby="what-will-happen">
      <h2 id="what-will-happen">
        <Trans>What will happen</Trans>
      </h2>
      <ol className={styles.steps}>
        <li>
          <b>
            <Trans>Now</Trans>
          </b>
          <span>
            {isOff ? (
              <Trans>Sales stop. The page says “Called off” and stays up.</Trans>
            ) : what === 'dates' ? (
              <Trans>Page, tickets and calendar files show the new dates.</Trans>
            ) : (
              <Trans>Page, tickets and calendar files show the new place.</Trans>
            )}
          </span>
        </li>
        {(mails > 0 || isOff) && (
          <li>
            <b>
              <Trans>After {seconds} seconds to undo</Trans>
            </b>
            <span>
              {mails > 0 ? (
                <Plural
                  value={mails}
                  one="The message goes to # address."
                  other="The message goes to # addresses."
                />
              ) : (
                <Trans>It is final, unless nobody has a ticket.</Trans>
              )}
            </span>
          </li>
        )}
        {isOff && money === 'all' && orders > 0 && (
          <li>
            <b>
              <Trans>Right after that</Trans>
            </b>
            <span>
              <Plural
                value={orders}
                one="# card refund goes out. You can stop it half way."
                other="# card refunds go out. You can stop them half way."
              />
            </span>
          </li>
        )}
        {isOff && money === 'all' && orders > 0 && (
          <li>
            <b>
              <Trans>Within 10 days</Trans>
            </b>
            <span>
              <Trans>Money reaches the buyers’ cards.</Trans>
            </span>
          </li>
        )}
        {money === 'asked' && hasMoney && when && (
          <li>
            <b>
              <Trans>Until {when}</Trans>
            </b>
            <span>
              {isOff ? (
                <Trans>People may ask for their money on their order’s page.</Trans>
              ) : (
                <Trans>People may return tickets on their order’s page.</Trans>
              )}
            </span>
          </li>
        )}
        {start && (
          <li>
            <b>{formatDayTime(start, zoned)}</b>
            <span>
              <Trans>The event starts. Check-in lists have moved along.</Trans>
            </span>
          </li>
        )}
      </ol>
    </aside>
  );
}
