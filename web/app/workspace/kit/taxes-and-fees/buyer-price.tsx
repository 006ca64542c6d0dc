import type { TicketType } from '@entrada/contract/catalog/tickets';
import { formatMoney, parseMoneyInput } from '@entrada/contract/money';
import {
  displayPrice,
  NO_DISCOUNT,
  type PriceDisplayMode,
  type PricedUnit,
  priceUnit,
  type TaxOrFee,
} from '@entrada/contract/pricing';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Frame } from '../form/typed.ts';
import styles from './buyer-price.module.css';
import { useTaxOrFeeWords } from './words.ts';

type Priced = Omit<Frame, 'timezone'>;

type BuyerPriceProps = {
  /** The amounts are as typed. */
  values: { type: TicketType; prices: readonly { key: string; label: string; amount: string }[] };
  taxesAndFees: readonly TaxOrFee[];
  frame: Priced;
  /** How the event page shows prices. Null: nothing is said of it. */
  mode: PriceDisplayMode | null;
};

/**
 * What a buyer pays for one ticket, line by line, with the unsaved values of the form. The function that prices orders
 * computes it.
 */
export function BuyerPrice({ values, taxesAndFees, frame, mode }: BuyerPriceProps) {
  if (values.type === 'free') return null;
  const isTiered = values.type === 'tiered';
  const prices = (isTiered ? values.prices : values.prices.slice(0, 1)).map((price) => ({
    key: price.key,
    label: price.label,
    unit: unitOf(values.type, price.amount, { taxesAndFees, frame }),
  }));
  return (
    <div className={styles.box}>
      <h3 className={styles.title}>
        {values.type === 'donation' ? (
          <Trans>What a buyer pays at the least</Trans>
        ) : (
          <Trans>What a buyer pays</Trans>
        )}
      </h3>
      {prices.map(({ key, label, unit }, index) =>
        isTiered ? (
          <details key={key} className={styles.tier} open={index === 0}>
            <summary>
              <span className={styles.label}>{label || <Trans>Tier without a label</Trans>}</span>
              <b className={styles.sum}>{unit ? <Total unit={unit} frame={frame} /> : '–'}</b>
            </summary>
            <Lines unit={unit} frame={frame} mode={mode} />
          </details>
        ) : (
          <Lines key={key} unit={unit} frame={frame} mode={mode} />
        ),
      )}
    </div>
  );
}

/** Null if the amount can't be read. A donation without a minimum starts at zero. */
function unitOf(
  type: TicketType,
  amount: string,
  { taxesAndFees, frame }: Pick<BuyerPriceProps, 'taxesAndFees' | 'frame'>,
): PricedUnit | null {
  const isNothing = type === 'donation' && amount.trim() === '';
  const list = isNothing ? 0 : parseMoneyInput(amount, frame.currency, frame.locale);
  if (typeof list !== 'number') return null;
  return priceUnit({ ticketType: type, list, discount: NO_DISCOUNT, taxesAndFees });
}

function Total({ unit, frame }: { unit: PricedUnit; frame: Priced }) {
  return formatMoney({ minor: unit.total, currency: frame.currency, locale: frame.locale });
}

function Lines({ unit, frame, mode }: { unit: PricedUnit | null } & Pick<BuyerPriceProps, 'frame' | 'mode'>) {
  const words = useTaxOrFeeWords();
  if (!unit) {
    return (
      <p className={styles.note}>
        <Trans>Enter a price to see it.</Trans>
      </p>
    );
  }
  const money = (minor: number) => formatMoney({ minor, currency: frame.currency, locale: frame.locale });
  return (
    <>
      <dl className={styles.lines}>
        <Line name={<Trans>Price</Trans>} value={money(unit.list)} />
        {[...unit.fees, ...unit.taxes.filter((tax) => !tax.included)].map((taxOrFee) => (
          <Line
            key={taxOrFee.id}
            name={words.title(taxOrFee, frame.currency)}
            value={`+ ${money(taxOrFee.value)}`}
          />
        ))}
        <Line isTotal name={<Trans>Buyer pays</Trans>} value={money(unit.total)} />
        {unit.taxes
          .filter((tax) => tax.included)
          .map((tax) => {
            const title = words.title(tax, frame.currency);
            return <Line key={tax.id} name={<Trans>of which {title}</Trans>} value={money(tax.value)} />;
          })}
      </dl>
      {mode && <OnPage unit={unit} frame={frame} mode={mode} />}
    </>
  );
}

/** How the event page shows the price. */
function OnPage({ unit, frame, mode }: { unit: PricedUnit; frame: Priced; mode: PriceDisplayMode }) {
  const { t } = useLingui();
  const money = (minor: number) => formatMoney({ minor, currency: frame.currency, locale: frame.locale });
  const shown = displayPrice(unit, mode);
  const amount = shown.total === 0 ? t`Free` : money(shown.amount);
  const parts = [
    shown.plusFees > 0 && money(shown.plusFees),
    shown.plusTaxes > 0 && money(shown.plusTaxes),
  ] as const;
  const [fees, taxes] = parts;
  return (
    <p className={styles.note}>
      {!fees && !taxes && <Trans>The event page shows {amount}.</Trans>}
      {fees && !taxes && (
        <Trans>
          The event page shows {amount} + {fees} fee.
        </Trans>
      )}
      {!fees && taxes && (
        <Trans>
          The event page shows {amount} + {taxes} tax.
        </Trans>
      )}
      {fees && taxes && (
        <Trans>
          The event page shows {amount} + {fees} fee + {taxes} tax.
        </Trans>
      )}
    </p>
  );
}

function Line({ name, value, isTotal = false }: { name: React.ReactNode; value: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? styles.total : styles.line}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
