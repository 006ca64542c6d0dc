import type { OrderDocument } from '@entrada/contract/sales/invoices/documents';
import { documentPath } from '@entrada/contract/sales/invoices/paths';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatDay } from '../../../platform/i18n/format.ts';
import { Money } from '../../../ui/money.tsx';
import type { OrderView } from '../api.ts';
import styles from '../drawer.module.css';

type DocumentListProps = { order: OrderView['order']; eventId: number; timezone: string };

/** The invoices and credit notes of an order, to download. */
export function DocumentList({ order, eventId, timezone }: DocumentListProps) {
  const { i18n, t } = useLingui();
  const nameOf = ({ kind, number }: OrderDocument) =>
    kind === 'invoice' ? t`Invoice ${number}` : t`Credit note ${number}`;
  const hasVoid = order.documents.some(({ kind, counts }) => kind === 'invoice' && !counts);
  return (
    <ul className={styles.rows}>
      {order.documents.map((one) => {
        const name = nameOf(one);
        return (
          <li key={`${one.kind} ${one.id}`} className={styles.entry}>
            <div className={styles.row}>
              <div className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.detail}>
                  <Money minor={one.total} currency={order.currency} />
                </span>
                {hasVoid && one.kind === 'invoice' && (
                  <span className={styles.detail}>
                    {one.counts ? <Trans>The current invoice</Trans> : <Trans>Credited in full</Trans>}
                  </span>
                )}
                {one.invoiceNumber && (
                  <span className={styles.detail}>
                    <Trans>For invoice {one.invoiceNumber}</Trans>
                  </span>
                )}
                <span className={styles.detail}>
                  {formatDay(one.issuedAt, { locale: i18n.locale, timezone })}
                </span>
              </div>
              <div className={styles.end}>
                <Button
                  component="a"
                  href={`/api/events/${eventId}/orders/${order.id}/${documentPath(one)}`}
                  download
                  leftSection={<IconDownload size={18} stroke={1.75} />}
                  aria-label={t`Download ${name}`}
                >
                  <Trans>Download</Trans>
                </Button>
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
