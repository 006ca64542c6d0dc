import { personName } from '@entrada/contract/accounts/person-name';
import type { SelfService } from '@entrada/contract/sales/self-service/give-back';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { cx } from '../../../ui/class-names.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Money } from '../../../ui/money.tsx';
import { Space } from '../../../ui/space.tsx';
import styles from './give-back.module.css';

export type Ticket = SelfService['giveBack']['tickets'][number];

type TicketChoiceProps = {
  /** The address of the form that takes a ticket back which the buyer passed on; null if that is not possible. */
  takeBack: (reference: string) => string | null;
  /** Called when such a link is followed. */
  onLeave?: () => void;
  tickets: readonly Ticket[];
  currency: string;
  /** The links of those that are chosen; null while no script runs, so that the boxes keep that themselves. */
  chosen: readonly string[] | null;
  choose: (shortId: string, isChosen: boolean) => void;
};

/** The tickets of an order, each with what goes back for it. One that cannot be given back says why. */
export function TicketChoice({ tickets, currency, chosen, choose, takeBack, onLeave }: TicketChoiceProps) {
  const { i18n, t } = useLingui();
  return (
    <fieldset className={styles.tickets}>
      <legend className="visually-hidden">
        <Trans>Which tickets?</Trans>
      </legend>
      {tickets.map((ticket) => {
        const wayBack = ticket.obstacle === 'with_other' ? takeBack(ticket.reference) : null;
        return (
          <div key={ticket.reference} className={cx(styles.ticket, ticket.obstacle && styles.kept)}>
            <div>
              <Checkbox
                name="ticket"
                value={ticket.shortId ?? undefined}
                disabled={ticket.obstacle !== null}
                checked={chosen?.some((one) => one === ticket.shortId)}
                onChange={({ currentTarget: { checked } }) =>
                  ticket.shortId && choose(ticket.shortId, checked)
                }
                label={
                  <>
                    {sideBySide([ticket.ticketName, ticket.priceLabel], i18n.locale)}
                    <span className={styles.who}>
                      <Who ticket={ticket} canTakeBack={wayBack !== null} />
                    </span>
                    <WhyAsked ticket={ticket} />
                  </>
                }
              />
              {wayBack && (
                <Link
                  className={cx('link', styles.wayBack)}
                  to={wayBack}
                  preventScrollReset
                  onClick={onLeave}
                  aria-label={sideBySide([t`Take it back first`, ticket.reference], i18n.locale)}
                >
                  <Trans>Take it back first</Trans>
                </Link>
              )}
            </div>
            <b>
              <Money minor={ticket.back} currency={currency} />
            </b>
          </div>
        );
      })}
    </fieldset>
  );
}

/** Whose ticket it is, or why it cannot be given back. */
function Who({ ticket, canTakeBack }: { ticket: Ticket; canTakeBack: boolean }) {
  if (ticket.obstacle === 'with_other' && canTakeBack)
    return (
      <>
        <Trans>You passed it on, so it can’t be given back now.</Trans>
        <Space />
        <span className="reference">{ticket.reference}</span>
      </>
    );
  if (ticket.obstacle === 'with_other')
    return <Trans>Somebody else has it now, so only they can come with it.</Trans>;
  if (ticket.obstacle === 'refunded') return <Trans>Its money went back already.</Trans>;
  return (
    <>
      {personName(ticket) || <Trans>No name yet</Trans>} ·{' '}
      <span className="reference">{ticket.reference}</span>
    </>
  );
}

/** Why a ticket does not end at once, if anything else does. */
function WhyAsked({ ticket: { asked, obstacle } }: { ticket: Ticket }) {
  if (obstacle || asked === null || asked === 'policy') return null;
  return (
    <span className={styles.who}>
      {asked === 'checked_in' ? (
        <Trans>Somebody has entered with it, so the organizer decides.</Trans>
      ) : asked === 'passed_on' ? (
        <Trans>Somebody else had it, so the organizer decides.</Trans>
      ) : asked === 'disputed' ? (
        <Trans>Your bank was asked for the money, so the organizer decides.</Trans>
      ) : asked === 'started' ? (
        <Trans>The event has begun, so the organizer decides.</Trans>
      ) : (
        <Trans>The organizer sends the money, and decides.</Trans>
      )}
    </span>
  );
}
