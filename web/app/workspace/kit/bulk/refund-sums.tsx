import { formatMoney } from '@entrada/contract/money';
import type { RefundPreview } from '@entrada/contract/sales/bulk/jobs';
import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Space } from '../../../ui/space.tsx';
import { keys } from '../data/keys.ts';
import { LoadFailed } from '../display/load-failed.tsx';
import { type Chosen, previewRefunds } from './api.ts';
import styles from './bulk.module.css';
import { ReasonList } from './reasons.tsx';

/** What a refund of the chosen rows would come to. Read anew for each question. */
export const useRefundPreview = (chosen: Chosen, isAsked: boolean) =>
  useQuery({
    queryKey: [...keys.bulkJobs(chosen.eventId), 'refund', chosen],
    queryFn: ({ signal }) => previewRefunds(chosen, signal),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });

/** The sums of a refund, the fees that the provider keeps, and what is left as it is. */
export function RefundSums({ preview }: { preview: UseQueryResult<RefundPreview> }) {
  const { i18n } = useLingui();
  if (preview.isError) return <LoadFailed error={preview.error} retry={() => void preview.refetch()} />;
  if (!preview.data)
    return (
      <p className={styles.quiet}>
        <Trans>Adding up…</Trans>
      </p>
    );
  const { byProvider, byHand, currency, kept } = preview.data;
  const write = (minor: number) => formatMoney({ minor, currency, locale: languageTag(i18n.locale) });
  const sum = write(byProvider.amount);
  const handSum = write(byHand.amount);
  return (
    <div className={styles.sums} aria-live="polite">
      {byProvider.orders > 0 && (
        <p>
          <b>
            <Trans>{sum} goes back to the buyers.</Trans>
          </b>
          <Space />
          <Trans>The payment provider keeps the fees that it took for these payments.</Trans>
        </p>
      )}
      {byHand.orders > 0 && (
        <p>
          <b>
            <Trans>{handSum} was paid without a card.</Trans>
          </b>
          <Space />
          <Trans>Send that money back yourself: here it is only noted as refunded.</Trans>
        </p>
      )}
      {byProvider.orders + byHand.orders === 0 && (
        <p>
          <b>
            <Trans>Nothing of this can be refunded.</Trans>
          </b>
        </p>
      )}
      <ReasonList reasons={kept} />
    </div>
  );
}
