import type { PublicTicket } from '@entrada/contract/catalog/shop';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle } from '@tabler/icons-react';
import { cx } from '../../../ui/class-names.ts';
import { type Refusal, refusalMessage } from '../refusal.ts';
import { canBuy, mostOf, type PublicPrice } from '../selection.ts';
import type { TicketRowProps } from './props.ts';
import styles from './row.module.css';

export const problemId = (price: PublicPrice) => `problem-${price.id}`;

type Line = TicketRowProps & { price: PublicPrice };

/** Whether the entry of a line was refused, here or by the server. */
export const isRefused = ({ price, problems, refusal }: Line): boolean =>
  Boolean(problems[price.id]) || refusal?.priceId === price.id;

/** The attributes of the field of a line: the words that describe it, and whether a refusal leads to it. */
export const fieldMarks = (line: Line, hintId = '') => ({
  'aria-describedby': cx(hintId, problemId(line.price)),
  ...(isRefused(line) && { 'aria-invalid': true, 'data-refused': '' }),
});

/**
 * The text below a line: why the ticket was refused, what is wrong with the entry, or how many an order can take.
 */
export function LineProblem(props: Line) {
  const { event, ticket, price, selection, problems, refusal } = props;
  const { i18n } = useLingui();
  const wrong = problems[price.id];
  const own: Refusal | null = wrong
    ? { code: wrong, priceId: price.id, figures: { min: price.amount } }
    : refusal?.priceId === price.id
      ? refusal
      : null;
  if (own) {
    // A refusal leads to the first mark: the field before these words, or the words where there is none.
    return (
      <p id={problemId(price)} className={styles.problem} tabIndex={-1} data-refused>
        <IconAlertCircle size={16} stroke={2} aria-hidden="true" />
        <span>{refusalMessage(i18n, own, event.currency)}</span>
      </p>
    );
  }
  const quantity = Number(selection[price.id]) || 0;
  const { minPerOrder } = ticket;
  const most = mostOf(ticket, price, selection);
  if (ticket.type === 'donation' || !canBuy(price)) return null;
  const isAtMost = quantity > 0 && quantity >= most;
  if (!isAtMost && minPerOrder < 2) return null;
  return (
    <p id={problemId(price)} className={styles.limit}>
      {isAtMost ? (
        <Most ticket={ticket} quantity={quantity} />
      ) : (
        <Trans>At least {minPerOrder} for each order.</Trans>
      )}
    </p>
  );
}

function Most({
  ticket: { maxIsPerPerson, maxPerOrder: max },
  quantity,
}: {
  ticket: PublicTicket;
  quantity: number;
}) {
  // With a second order one person gets no more either.
  if (maxIsPerPerson && quantity >= max)
    return <Trans>That is the most for one person, in all orders together.</Trans>;
  return <Trans>That is the most for one order.</Trans>;
}
