import type { EventDetail } from '@entrada/contract/catalog/events';
import type { Ticket } from '@entrada/contract/catalog/tickets';
import { formatMoney } from '@entrada/contract/money';
import { displayPrice, NO_DISCOUNT, type PricedUnit, priceUnit } from '@entrada/contract/pricing';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { formatList } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { eventPath } from '../../kit/data/event.ts';
import { usePaidTickets } from '../api.ts';
import { useSettingsWords } from '../labels.ts';
import type { SectionProps } from '../section-props.ts';
import styles from '../settings.module.css';

/** The setting for how prices are shown. It shows each way with a ticket of the event. */
export function PriceDisplay({ event, values, set }: SectionProps) {
  const { i18n, t } = useLingui();
  const { labels } = useSettingsWords();
  const { data: tickets } = usePaidTickets(event.id);
  const example = tickets && exampleOf(tickets, i18n.locale);
  return (
    <>
      <Radio.Group
        aria-label={labels.priceDisplay}
        value={values.priceDisplay}
        onChange={(value) => set('priceDisplay', value === 'inclusive' ? 'inclusive' : 'exclusive')}
      >
        <Stack gap="sm">
          <Radio
            value="exclusive"
            label={t`Show the price, and fees and taxes beside it`}
            description={example && <Shown event={event} unit={example.unit} mode="exclusive" />}
          />
          <Radio
            value="inclusive"
            label={t`Show one price with everything in it`}
            description={example && <Shown event={event} unit={example.unit} mode="inclusive" />}
          />
        </Stack>
      </Radio.Group>
      {example && <Worked event={event} name={example.name} unit={example.unit} />}
      {tickets?.length === 0 && (
        <p className={styles.text}>
          <Trans>
            Add a ticket with a price to see both ways with your own figures.{' '}
            <Link className="link" to={eventPath(event.id, 'tickets')}>
              Go to tickets
            </Link>
          </Trans>
        </p>
      )}
    </>
  );
}

/** The ticket to use as an example: the first with fees or taxes, else the first with a price. */
function exampleOf(tickets: readonly Ticket[], locale: string): { name: string; unit: PricedUnit } | null {
  const units = tickets.flatMap((ticket) => {
    const price = ticket.prices.find(({ amount }) => amount > 0);
    if (!price) return [];
    const { type: ticketType, taxesAndFees } = ticket;
    const unit = priceUnit({ ticketType, list: price.amount, discount: NO_DISCOUNT, taxesAndFees });
    return [{ name: sideBySide([ticket.name, price.label], locale), unit }];
  });
  return units.find(({ unit }) => unit.total > unit.price || unit.taxIncluded > 0) ?? units[0] ?? null;
}

type Priced = { event: EventDetail; unit: PricedUnit };

function useMoney(event: EventDetail) {
  const { i18n } = useLingui();
  return (minor: number) =>
    formatMoney({ minor, currency: event.currency, locale: languageTag(i18n.locale) });
}

/** A price as the event page shows it. */
function Shown({ event, unit, mode }: Priced & { mode: 'inclusive' | 'exclusive' }) {
  const money = useMoney(event);
  const { amount, plusFees, plusTaxes } = displayPrice(unit, mode);
  const [fees, taxes] = [money(plusFees), money(plusTaxes)];
  return (
    <span className="num">
      {money(amount)} {plusFees > 0 && <Trans>+ {fees} fee</Trans>}{' '}
      {plusTaxes > 0 && <Trans>+ {taxes} tax</Trans>}
    </span>
  );
}

function Worked({ event, name, unit }: Priced & { name: string }) {
  const { i18n } = useLingui();
  const money = useMoney(event);
  const taxesAndFees = [...unit.fees, ...unit.taxes].filter(({ value }) => value > 0);
  const isIncluded = (taxOrFee: (typeof taxesAndFees)[number]) =>
    taxOrFee.type === 'tax' && taxOrFee.included;
  const contained = taxesAndFees.filter(isIncluded).map((tax) => `${money(tax.value)} ${tax.name}`);
  const list = formatList(contained, i18n.locale);
  return (
    <div className={styles.worked}>
      <h3>1 × {name}</h3>
      <dl className="num">
        <div>
          <dt>
            <Trans>Price</Trans>
          </dt>
          <dd>{money(unit.price)}</dd>
        </div>
        {taxesAndFees
          .filter((taxOrFee) => !isIncluded(taxOrFee))
          .map((taxOrFee) => (
            <div key={taxOrFee.id}>
              <dt>{taxOrFee.name}</dt>
              <dd>{money(taxOrFee.value)}</dd>
            </div>
          ))}
        <div className={styles.workedTotal}>
          <dt>
            <Trans>The buyer pays</Trans>
          </dt>
          <dd>{money(unit.total)}</dd>
        </div>
      </dl>
      {contained.length > 0 && (
        <p>
          <Trans>Includes {list}.</Trans>
        </p>
      )}
    </div>
  );
}
