import type { Ticket, TicketType } from '@entrada/contract/catalog/tickets';
import { formatMoney } from '@entrada/contract/money';
import { NO_DISCOUNT, priceUnit } from '@entrada/contract/pricing';
import { formatRate } from '@entrada/contract/rates';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatOwnDates, formatShortDay } from '../../platform/i18n/format.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { Badge } from '../../ui/badge.tsx';
import { useEvent } from '../kit/data/event.ts';
import { dotted } from '../kit/display/dotted.ts';
import { Sold } from '../kit/display/sold.tsx';
import { sellsPastEnd } from '../kit/fields/sale-end-note.tsx';
import { TicketMenu } from './menu.tsx';
import styles from './tickets.module.css';

export type TicketRowProps = {
  ticket: Ticket;
  currency: string;
  timezone: string;
  mayWrite: boolean;
  /** The handle or the box at the start of the row, if any. */
  start: ReactNode;
  /** Set if the order can be changed. */
  moveItems?: ReactNode;
  onEdit: (ticket: Ticket) => void;
  onDuplicate: (ticket: Ticket) => void;
  onDelete: (ticket: Ticket) => void;
};

/** The content of a ticket's row. */
export function TicketRow({ ticket, currency, timezone, mayWrite, start, moveItems, ...on }: TicketRowProps) {
  const { onEdit } = on;
  const sold = ticket.prices.reduce((sum, price) => sum + price.sold, 0);
  const quantities = ticket.prices.map((price) => price.quantity);
  const total = quantities.includes(null)
    ? null
    : quantities.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return (
    <>
      {start}
      <div className={styles.words}>
        <h3>
          {mayWrite ? (
            <button type="button" data-opens={ticket.id} onClick={() => onEdit(ticket)}>
              {ticket.name}
            </button>
          ) : (
            ticket.name
          )}
        </h3>
        <p className={styles.detail}>
          <Detail ticket={ticket} timezone={timezone} />
        </p>
      </div>
      <div className={styles.price}>
        <b>
          <Price ticket={ticket} currency={currency} />
        </b>
        <div className={styles.detail}>
          <Fees ticket={ticket} currency={currency} />
        </div>
        {ticket.lacksTax && (
          <div>
            <Badge tone="attn">
              <Trans>No tax</Trans>
            </Badge>
          </div>
        )}
      </div>
      <div className={styles.status}>
        <Status ticket={ticket} timezone={timezone} />
      </div>
      <div className={styles.sold}>
        <Sold name={ticket.name} sold={sold} total={total} />
      </div>
      {mayWrite && (
        <div className={styles.menu}>
          <TicketMenu ticket={ticket} moveItems={moveItems} {...on} />
        </div>
      )}
    </>
  );
}

function Detail({ ticket, timezone }: { ticket: Ticket; timezone: string }) {
  const event = useEvent();
  const { i18n, t } = useLingui();
  const names: Record<TicketType, string> = {
    free: t`Free`,
    paid: t`Paid`,
    donation: t`Donation`,
    tiered: t`Tiered`,
  };
  const { minPerOrder: min, maxPerOrder: max, prices } = ticket;
  const tiers = ticket.type === 'tiered' && t`${plural(prices.length, { one: '# tier', other: '# tiers' })}`;
  const most = min === max ? t`${max} per order` : t`${min} to ${max} per order`;
  const perOrder = ticket.maxIsPerPerson ? t`${max} per person` : most;
  const secret = ticket.hideWithoutPromoCode ? t`only with a promo code` : ticket.hidden && t`hidden`;
  const dates = formatOwnDates(ticket, { locale: i18n.locale, timezone });
  const past = sellsPastEnd(ticket, event) && t`sale set past the event’s end`;
  const support = !ticket.admits && t`lets nobody in`;
  return <>{dotted([names[ticket.type], tiers, support || dates, secret || perOrder, past])}</>;
}

function Price({ ticket, currency }: { ticket: Ticket; currency: string }) {
  const { i18n } = useLingui();
  const money = (minor: number) => formatMoney({ minor, currency, locale: languageTag(i18n.locale) });
  const amounts = ticket.prices.map((price) => price.amount);
  const low = Math.min(...amounts);
  const high = Math.max(...amounts);
  if (ticket.type === 'donation') {
    const least = money(low);
    return low === 0 ? <Trans>Any amount</Trans> : <Trans>From {least}</Trans>;
  }
  if (high === 0) return <Trans>Free</Trans>;
  return low === high ? money(low) : `${money(low)} – ${money(high)}`;
}

/** The taxes and fees that are added to the price, as the event page shows them, and the taxes included in it. */
function Fees({ ticket, currency }: { ticket: Ticket; currency: string }) {
  const { t, i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const money = (minor: number) => formatMoney({ minor, currency, locale });
  const units = ticket.prices.map((price) =>
    priceUnit({
      ticketType: ticket.type,
      list: price.amount,
      discount: NO_DISCOUNT,
      taxesAndFees: ticket.taxesAndFees,
    }),
  );
  const span = (values: number[]) => {
    const low = Math.min(...values);
    const high = Math.max(...values);
    return low === high ? money(high) : `${money(low)} – ${money(high)}`;
  };
  const [only] = ticket.taxesAndFees.filter((taxOrFee) => taxOrFee.type === 'fee');
  const hasOneRate = only?.rate && ticket.taxesAndFees.filter(({ type }) => type === 'fee').length === 1;
  const isFew = units.length === 1;
  const fees =
    !isFew && hasOneRate ? formatRate(only.rate ?? '0', locale) : span(units.map((unit) => unit.feeTotal));
  const taxes = span(units.map((unit) => unit.taxAdded));
  const included = span(units.map((unit) => unit.taxIncluded));
  const parts = [
    units.some((unit) => unit.feeTotal > 0) && t`+ ${fees} fee`,
    units.some((unit) => unit.taxAdded > 0) && t`+ ${taxes} tax`,
    units.some((unit) => unit.taxIncluded > 0) && t`incl. ${included} tax`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? sideBySide(parts, i18n.locale) : <Trans>No fee</Trans>;
}

function Status({ ticket, timezone }: { ticket: Ticket; timezone: string }) {
  const { i18n } = useLingui();
  const isCalledOff = useEvent().calledOffAt !== null;
  if (ticket.hidden) {
    return (
      <Badge tone="neutral">
        <IconEyeOff size={14} stroke={1.75} aria-hidden="true" />
        <Trans>Hidden</Trans>
      </Badge>
    );
  }
  // Nobody buys a ticket of an event that is called off, whatever its own dates say.
  const isSelling = ['on_sale', 'not_started'].includes(ticket.availability);
  const availability = isCalledOff && isSelling ? 'ended' : ticket.availability;
  if (ticket.hideWithoutPromoCode && availability === 'on_sale') {
    return (
      <Badge tone="neutral">
        <IconEyeOff size={14} stroke={1.75} aria-hidden="true" />
        <Trans>Promo code</Trans>
      </Badge>
    );
  }
  switch (availability) {
    case 'on_sale':
      return (
        <Badge tone="ok" quiet>
          <Trans>On sale</Trans>
        </Badge>
      );
    case 'not_started': {
      const starts = [ticket.saleStartsAt, ...ticket.prices.map((price) => price.saleStartsAt)]
        .filter(Boolean)
        .sort()[0];
      const day = starts ? formatShortDay(starts, { locale: i18n.locale, timezone }) : '';
      return <Badge tone="info">{day ? <Trans>From {day}</Trans> : <Trans>Not on sale yet</Trans>}</Badge>;
    }
    case 'ended':
      return (
        <Badge tone="neutral">
          <Trans>Sale ended</Trans>
        </Badge>
      );
    case 'sold_out':
      return (
        <Badge tone="neutral">
          <Trans>Sold out</Trans>
        </Badge>
      );
    case 'hidden':
      return (
        <Badge tone="neutral">
          <IconEyeOff size={14} stroke={1.75} aria-hidden="true" />
          <Trans>Hidden</Trans>
        </Badge>
      );
  }
}
