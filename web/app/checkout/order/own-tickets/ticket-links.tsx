import { personName } from '@entrada/contract/accounts/person-name';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OwnTicket } from '@entrada/contract/sales/own-tickets/changes';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { addressOf } from './address.ts';

type Props = { order: BuyerOrder; ticket: OwnTicket; page: string | null };

/** What the buyer can do with a ticket besides looking at it. */
export function TicketLinks({ order, ticket, page }: Props) {
  const { t, i18n } = useLingui();
  const { reference } = ticket;
  const name = personName(ticket.holder ?? {});
  const to = (change: string) => addressOf(order, { change, ticket: reference, tickets: page });
  // Begins with the words that are seen, so that whoever says them to a computer finds the link.
  const labelled = (words: string) => sideBySide([words, name, reference], i18n.locale);
  return (
    <>
      {!ticket.correct && (
        <Link className="link" to={to('name')} preventScrollReset aria-label={labelled(t`Change name`)}>
          <Trans>Change name</Trans>
        </Link>
      )}
      {!ticket.passOn && (
        <Link className="link" to={to('pass-on')} preventScrollReset aria-label={labelled(t`Pass on`)}>
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
