import { personName } from '@entrada/contract/accounts/person-name';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OwnTicket } from '@entrada/contract/sales/own-tickets/changes';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { addressOf } from './address.ts';

type Props = { order: BuyerOrder; ticket: OwnTicket; page: string | null };

/** What the buyer can do with a ticket besides looking at it. */
export function TicketLinks({ order, ticket, page }: Props) {
  const { t } = useLingui();
  const { reference } = ticket;
  const name = personName(ticket.holder ?? {});
  const to = (change: string) => addressOf(order, { change, ticket: reference, tickets: page });
  return (
    <>
      {!ticket.correct && (
        <Link
          className="link"
          to={to('name')}
          preventScrollReset
          aria-label={t`Change the name of ${name}, ${reference}`}
        >
          <Trans>Change name</Trans>
        </Link>
      )}
      {!ticket.passOn && (
        <Link
          className="link"
          to={to('pass-on')}
          preventScrollReset
          aria-label={t`Pass on the ticket of ${name}, ${reference}`}
        >
          <Trans>Pass on</Trans>
        </Link>
      )}
      {ticket.correct === 'ATTENDEE_CHECKED_IN' && (
        <span>
          <Trans>Checked in. It can’t be changed any more.</Trans>
        </span>
      )}
    </>
  );
}
