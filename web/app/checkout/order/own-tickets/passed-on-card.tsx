import { callName, personName } from '@entrada/contract/accounts/person-name';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OwnTicket } from '@entrada/contract/sales/own-tickets/changes';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconUserShare } from '@tabler/icons-react';
import { Form, Link } from 'react-router';
import { formatDay } from '../../../platform/i18n/format.ts';
import { Stub } from '../../../ui/brand/stub.tsx';
import { cx } from '../../../ui/class-names.ts';
import summary from '../summary-page.module.css';
import { addressOf, OWN_FORM } from './address.ts';
import styles from './forms.module.css';
import { Refused, useRefusal } from './refused.tsx';

type Props = { order: BuyerOrder; ticket: OwnTicket; formKey: string; page: string | null };

/** A ticket that somebody else has now, whose code is that person's alone. */
export function PassedOnCard({ order, ticket, formKey, page }: Props) {
  const { i18n } = useLingui();
  const { holder, reference } = ticket;
  const { refusal } = useRefusal('send-again', reference);
  const zoned = { locale: i18n.locale, timezone: order.event.timezone };
  const opened = ticket.openedAt && formatDay(ticket.openedAt, zoned);
  return (
    <Stub
      orientation="horizontal"
      className={summary.ticket ?? ''}
      main={
        <>
          <p className={summary.kind}>{sideBySide([ticket.ticketName, ticket.priceLabel], i18n.locale)}</p>
          <h3 className={cx('name-face', summary.name)}>
            {holder ? personName(holder) : <Trans>Passed on</Trans>}
          </h3>
          <p className={summary.when}>
            {holder ? (
              <Trans>Passed on to {holder.email}</Trans>
            ) : (
              <Trans>The organizer gave this ticket to somebody else.</Trans>
            )}
            <br />
            <span className={summary.place}>
              {!holder ? (
                <Trans>Only they see the code.</Trans>
              ) : opened ? (
                <Trans>Opened on {opened}. Only they see the code.</Trans>
              ) : (
                <Trans>Not opened yet. Only they see the code.</Trans>
              )}
            </span>
          </p>
          <Refused refusal={refusal} organizer={order.event.organizer.name} />
          {(!ticket.takeBack || !ticket.sendAgain) && (
            <div className={summary.view}>
              {!ticket.takeBack && (
                <Link
                  className="link"
                  to={addressOf(order, { change: 'take-back', ticket: reference, tickets: page })}
                  preventScrollReset
                >
                  <Trans>Take it back</Trans>
                </Link>
              )}
              {!ticket.sendAgain && (
                <Form method="post" action={`?${OWN_FORM}`} preventScrollReset>
                  <input type="hidden" name="intent" value="send-again" />
                  <input type="hidden" name="reference" value={reference} />
                  <input type="hidden" name="key" value={formKey} />
                  <button type="submit" className={cx('link', styles.button)}>
                    <Trans>Send the link again</Trans>
                  </button>
                </Form>
              )}
            </div>
          )}
          {ticket.sendAgain === 'ATTENDEE_CHECKED_IN' && (
            <p className={summary.place}>
              <Trans>Checked in. It can’t be changed any more.</Trans>
            </p>
          )}
        </>
      }
      end={
        <div className={summary.code}>
          <IconUserShare stroke={1.5} aria-hidden="true" className={styles.icon} />
          {holder && (
            <span className={summary.place}>
              <Trans>With {callName(holder)}</Trans>
            </span>
          )}
          <span className="reference">{reference}</span>
        </div>
      }
    />
  );
}
