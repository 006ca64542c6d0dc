import { formatMoney } from '@entrada/contract/money';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { touchedByOrders } from '../../kit/data/keys.ts';
import { notifyError, notifySuccess } from '../../kit/frame/notify.tsx';
import type { OrderView } from '../api.ts';

/**
 * Shows a message when a refund is decided, or when a bank sends it back later. It also refreshes the affected queries.
 */
export function useRefundNews(eventId: number, view: OrderView | undefined): void {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const known = useRef<ReadonlyMap<number, string>>(new Map());
  const refunds = view?.money.refunds;
  useEffect(() => {
    if (!refunds) return;
    const decided = refunds.filter(
      ({ id, status }) => status !== 'pending' && (known.current.get(id) ?? status) !== status,
    );
    known.current = new Map(refunds.map(({ id, status }) => [id, status]));
    for (const { amount: minor, currency, status } of decided) {
      const amount = formatMoney({ minor, currency, locale: languageTag(i18n.locale) });
      if (status === 'succeeded') notifySuccess(t`${amount} was refunded.`);
      else notifyError(t`The refund of ${amount} failed.`);
    }
    if (decided.length === 0) return;
    for (const queryKey of touchedByOrders(eventId)) void client.invalidateQueries({ queryKey });
  }, [refunds, client, eventId, i18n, t]);
}
