import { type OrderSums as Sums, sumOrders } from '@entrada/contract/sales/orders';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format.ts';
import { Money } from '../../ui/money.tsx';
import { eventParams, useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import styles from './sums.module.css';

/** What the orders come to that the search and the filters find. */
export function OrderSums({ params }: { params: Record<string, string> }) {
  const { i18n } = useLingui();
  const { id } = useEvent();
  const { data } = useQuery<Sums>({
    queryKey: keys.orderSums(id, params),
    queryFn: async ({ signal }) =>
      (await api(sumOrders, { ...eventParams(id), query: params }, { signal })).data,
    placeholderData: keepPreviousData,
  });
  // The list itself says what is wrong with a filter, and that nothing was found.
  if (!data || data.count === 0) return null;
  const gone = data.refunded + data.lostToDisputes;
  return (
    <dl className={styles.sums} aria-live="polite">
      <div>
        <dt>
          <Trans>Orders</Trans>
        </dt>
        <dd className="num">{formatCount(data.count, i18n.locale)}</dd>
      </div>
      <Sum label={<Trans>Total</Trans>} minor={data.total} of={data} />
      <Sum label={<Trans context="payment">Paid</Trans>} minor={data.paid} of={data} />
      {data.refunded > 0 && <Sum label={<Trans>Refunded</Trans>} minor={data.refunded} of={data} />}
      {data.lostToDisputes > 0 && (
        <Sum label={<Trans>Lost to disputes</Trans>} minor={data.lostToDisputes} of={data} />
      )}
      {gone > 0 && <Sum label={<Trans>After refunds</Trans>} minor={data.paid - gone} of={data} />}
    </dl>
  );
}

function Sum({ label, minor, of }: { label: ReactNode; minor: number; of: Sums }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money minor={minor} currency={of.currency} />
      </dd>
    </div>
  );
}
