import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { formatOwnDates } from '../../../platform/i18n/format.ts';
import { cx } from '../../../ui/class-names.ts';
import { canBuy, type PublicPrice } from '../selection.ts';
import { LineAction } from './action.tsx';
import { PriceCell } from './price-cell.tsx';
import { LineProblem } from './problem.tsx';
import type { TicketRowProps } from './props.ts';
import styles from './row.module.css';
import { UntilNote } from './until-note.tsx';

/** One ticket of the page: its texts, its prices, and the controls of each price. Drawn again only if it changes. */
export const TicketRow = memo(AnyRow, isSameRow);

/** Whether nothing of this ticket has changed. A page may have hundreds, and a press changes one. */
export function isSameRow(before: TicketRowProps, now: TicketRowProps): boolean {
  const { event, ticket, refusal, onChange } = now;
  return (
    before.event === event &&
    before.ticket === ticket &&
    before.refusal === refusal &&
    before.onChange === onChange &&
    ticket.prices.every(
      ({ id }) => before.selection[id] === now.selection[id] && before.problems[id] === now.problems[id],
    )
  );
}

function AnyRow(props: TicketRowProps) {
  const { ticket } = props;
  const words = (
    <>
      <Part {...props} />
      {ticket.description && <p>{ticket.description}</p>}
      <PersonLimit {...props} />
    </>
  );
  const isOff = !ticket.prices.some(canBuy);
  if (ticket.collapsedOnLoad) {
    return (
      <details className={cx(styles.ticket, styles.folded)}>
        <summary>
          <h3>{ticket.name}</h3>
          <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
        </summary>
        {words}
        <Prices {...props} isTitled={false} />
      </details>
    );
  }
  if (ticket.type === 'tiered') {
    return (
      <article className={cx(styles.ticket, isOff && styles.off)}>
        <h3>{ticket.name}</h3>
        {words}
        <Prices {...props} isTitled={false} />
      </article>
    );
  }
  return <Prices {...props} isTitled />;
}

function Prices(props: TicketRowProps & { isTitled: boolean }) {
  const { ticket, isTitled } = props;
  const { i18n } = useLingui();
  if (ticket.type !== 'tiered') {
    return ticket.prices.map((price) => (
      <SingleLine key={price.id} {...props} price={price} isTitled={isTitled} />
    ));
  }
  return (
    <ul className={styles.tiers}>
      {ticket.prices.map((price) => (
        <li key={price.id} className={canBuy(price) ? undefined : styles.off}>
          <div className={styles.words}>
            <span className={styles.tier}>{price.label}</span>
            <UntilNote price={price} event={props.event} />
            <Left price={price} />
          </div>
          <PriceCell event={props.event} ticket={ticket} price={price} />
          <LineAction {...props} price={price} name={sideBySide([ticket.name, price.label], i18n.locale)} />
          <LineProblem {...props} price={price} />
        </li>
      ))}
    </ul>
  );
}

function SingleLine(props: TicketRowProps & { price: PublicPrice; isTitled: boolean }) {
  const { event, ticket, price, isTitled } = props;
  const isGift = ticket.type === 'donation' && canBuy(price);
  return (
    <article
      className={cx(
        styles.line,
        isTitled && styles.ticket,
        isGift && styles.donation,
        !canBuy(price) && styles.off,
      )}
    >
      <div className={styles.words}>
        {isTitled && <h3>{ticket.name}</h3>}
        {isTitled && <Part {...props} />}
        {isTitled && ticket.description ? (
          <p>
            {ticket.description} <Left price={price} />
          </p>
        ) : (
          <Left price={price} />
        )}
        <UntilNote price={price} event={event} />
        {isTitled && <PersonLimit {...props} />}
      </div>
      {!isGift && <PriceCell event={event} ticket={ticket} price={price} />}
      <LineAction {...props} price={price} name={ticket.name} />
      <LineProblem {...props} price={price} />
    </article>
  );
}

/** The part of the event that a ticket is for, or that it lets nobody in. */
function Part({ event, ticket }: TicketRowProps) {
  const { i18n } = useLingui();
  const dates = formatOwnDates(ticket, { locale: i18n.locale, timezone: event.timezone });
  if (!dates && ticket.admits) return null;
  return (
    <p className={cx('num', styles.part)}>{ticket.admits ? dates : <Trans>Does not include entry</Trans>}</p>
  );
}

/** The most that one person may have, in all orders together. */
function PersonLimit({ ticket }: TicketRowProps) {
  const { maxIsPerPerson, maxPerOrder: max, type } = ticket;
  if (!maxIsPerPerson || type === 'donation' || !ticket.prices.some(canBuy)) return null;
  return (
    <small className={styles.until}>
      <Trans>At most {max} per person</Trans>
    </small>
  );
}

const few = 50;

/** How many tickets are left. Shown when few are left and the organizer allows it. */
function Left({ price }: { price: PublicPrice }) {
  const { left } = price;
  if (left === null || left > few || !canBuy(price)) return null;
  return (
    <span className={cx('num', styles.left)}>
      <Trans>{left} left</Trans>
    </span>
  );
}
