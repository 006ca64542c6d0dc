import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Difference, Figure, FigureStrip } from '../../kit/figures/strip.tsx';
import type { EventSales } from '../reads/sales.ts';
import { useFigures } from './money.tsx';

type Paths = {
  /** The orders that were completed on these days. Of several events there is no such list. */
  orders?: string | undefined;
  refunds: string;
  taxes: string;
};

type TotalStripProps = {
  total: EventSales['total'];
  currency: string;
  hasMoney: boolean;
  /** What the sales are compared with, and its name. */
  compared?: { sales: number; sold: number; name: ReactNode } | undefined;
  paths: Paths;
};

const to = (path: string | undefined, text: ReactNode) =>
  path ? (
    <Link className="link" to={path}>
      {text}
    </Link>
  ) : (
    text
  );

/** One line that adds up from left to right: what was sold, and what of it was received. */
export function TotalStrip(props: TotalStripProps) {
  return props.hasMoney ? <Money {...props} /> : <Free {...props} />;
}

function Money({ total, currency, compared, paths }: TotalStripProps) {
  const { t } = useLingui();
  const { money, less, share } = useFigures(currency);
  const { sales, discounts, refunded, fees, taxesAdded, received } = total;
  const codes = t`${plural(total.ordersWithCode, { one: '# order with a code', other: '# orders with a code' })}`;
  const gone = t`${plural(total.cancelled, { one: '# ticket cancelled', other: '# tickets cancelled' })}`;
  const part = sales > 0 && refunded > 0 ? share(refunded, sales) : null;
  const tax = total.tax - total.taxRefunded;
  const taxText = money(tax);
  const orders = t`${plural(total.orders, { one: '# order', other: '# orders' })}`;
  return (
    <FigureStrip isDense>
      <Figure
        label={<Trans>Sales</Trans>}
        more={
          <>
            <span>{to(paths.orders, orders)}</span>
            {compared && (
              <Difference value={sales} before={compared.sales}>
                {compared.name}
              </Difference>
            )}
          </>
        }
      >
        {money(sales)}
      </Figure>
      <Figure label={<Trans>Discounts</Trans>} more={<span>{codes}</span>}>
        {less(discounts)}
      </Figure>
      <Figure
        label={<Trans>Refunds</Trans>}
        more={
          <>
            {total.cancelled > 0 && <span>{gone}</span>}
            <span>
              {to(
                paths.refunds,
                part ? <Trans>{part} of sales</Trans> : <Trans>Refunds and lost disputes</Trans>,
              )}
            </span>
          </>
        }
      >
        {less(refunded)}
      </Figure>
      <Figure
        label={<Trans>Fees</Trans>}
        more={<span>{to(paths.taxes, <Trans>Paid by buyers</Trans>)}</span>}
      >
        {money(fees)}
      </Figure>
      {taxesAdded !== 0 && (
        <Figure
          label={<Trans>Taxes added</Trans>}
          more={<span>{to(paths.taxes, <Trans>On top of prices</Trans>)}</span>}
        >
          {money(taxesAdded)}
        </Figure>
      )}
      <Figure
        label={<Trans>You received</Trans>}
        more={
          tax !== 0 && (
            <span>
              <Trans>with {taxText} tax in it</Trans>
            </span>
          )
        }
      >
        {money(received)}
      </Figure>
    </FigureStrip>
  );
}

/** An event without prices: what was given out. */
function Free({ total, currency, compared, paths }: TotalStripProps) {
  const { count } = useFigures(currency);
  return (
    <FigureStrip isDense>
      <Figure
        label={<Trans>Tickets</Trans>}
        more={
          compared && (
            <Difference value={total.sold} before={compared.sold}>
              {compared.name}
            </Difference>
          )
        }
      >
        {count(total.sold)}
      </Figure>
      <Figure label={<Trans>Orders</Trans>} more={to(paths.orders, <Trans>Show the orders</Trans>)}>
        {count(total.orders)}
      </Figure>
      <Figure label={<Trans>Orders with a code</Trans>}>{count(total.ordersWithCode)}</Figure>
      <Figure label={<Trans>Tickets cancelled</Trans>}>{count(total.cancelled)}</Figure>
    </FigureStrip>
  );
}
