import type { Affiliate } from '@entrada/contract/catalog/affiliates';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { formatCount } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { useEvent } from '../kit/data/event.ts';
import { TwoLines } from '../kit/display/two-lines.tsx';
import { useEventActions } from '../kit/event-actions/provider.tsx';
import { RowLink } from '../kit/list/row.tsx';
import type { TableRows } from '../kit/list/table.tsx';
import styles from './affiliates.module.css';
import { affiliatePath } from './api.ts';

/** The columns and rows of the list of affiliates. */
export function useAffiliateTable({ mayEdit }: { mayEdit: boolean }): TableRows<Affiliate> {
  const { t, i18n } = useLingui();
  const { currency, publicPath } = useEvent();
  const { copyLink } = useEventActions();
  const name = (one: Affiliate) =>
    mayEdit ? <RowLink opens={one.id}>{one.name}</RowLink> : <span>{one.name}</span>;
  const count = (value: number) => <span className="num">{formatCount(value, i18n.locale)}</span>;
  const gross = (one: Affiliate) => <Money minor={one.gross} currency={currency} />;
  const columns: TableRows<Affiliate>['columns'] = [
    {
      key: 'name',
      header: <Trans>Affiliate</Trans>,
      sortBy: 'name',
      cell: (one) => <TwoLines first={name(one)} second={one.email} cuts />,
    },
    {
      key: 'link',
      header: <Trans>Link</Trans>,
      cell: (one) => (
        <span className={styles.help}>
          <span className="num">{one.code}</span>
          <ActionIcon
            className={styles.copy}
            aria-label={t`Copy the link of ${one.name}`}
            onClick={() => void copyLink(affiliatePath(publicPath, one.code))}
          >
            <IconLink size={18} stroke={1.75} />
          </ActionIcon>
        </span>
      ),
    },
    {
      key: 'status',
      header: <Trans>Status</Trans>,
      isSecondary: true,
      cell: (one) => <Status one={one} />,
    },
    {
      key: 'clicks',
      header: <Trans>Clicks</Trans>,
      sortBy: 'clicks',
      align: 'right',
      cell: (one) => count(one.clicks),
    },
    {
      key: 'orders',
      header: <Trans>Orders</Trans>,
      sortBy: 'orders',
      align: 'right',
      cell: (one) => count(one.orders),
    },
    {
      key: 'gross',
      header: (
        <span title={t`What completed orders paid, less refunds and lost disputes`}>
          <Trans>Sales after refunds</Trans>
        </span>
      ),
      sortBy: 'gross',
      align: 'right',
      cell: gross,
    },
  ];
  return {
    columns,
    rowName: (one) => one.name,
    narrow: (one) => (
      <TwoLines
        first={name(one)}
        second={<Plural value={one.clicks} one="# click" other="# clicks" />}
        third={<Status one={one} />}
        end={
          <span className={styles.gross}>
            {gross(one)}
            <span className={styles.meta}>
              <Plural value={one.orders} one="# order" other="# orders" />
            </span>
          </span>
        }
      />
    ),
  };
}

function Status({ one }: { one: Affiliate }) {
  return one.status === 'active' ? (
    <Badge tone="ok" quiet>
      <Trans>Active</Trans>
    </Badge>
  ) : (
    <Badge tone="neutral">
      <Trans>Switched off</Trans>
    </Badge>
  );
}
