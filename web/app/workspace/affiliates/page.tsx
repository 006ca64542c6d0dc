import { type Affiliate, affiliateListRules, affiliatesCsvPath } from '@entrada/contract/catalog/affiliates';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconDownload, IconLink, IconPlus } from '@tabler/icons-react';
import { formatCount } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { TwoLines } from '../kit/display/two-lines.tsx';
import { useEventActions } from '../kit/event-actions/event-actions.tsx';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ListBody } from '../kit/list/body.tsx';
import type { Column } from '../kit/list/columns.ts';
import { Pages } from '../kit/list/pages.tsx';
import { RowLink, useReturnToRow } from '../kit/list/row-link.tsx';
import { ListTable } from '../kit/list/table.tsx';
import { Toolbar } from '../kit/list/toolbar.tsx';
import { useExport } from '../kit/list/use-export.ts';
import { useList } from '../kit/list/use-list.ts';
import { useSelection } from '../kit/selection/use-selection.ts';
import styles from './affiliates.module.css';
import { affiliatePath, loadAffiliates } from './api.ts';
import { ChosenAffiliates } from './chosen.tsx';
import { AffiliateDrawer } from './drawer.tsx';
import { useAffiliateMenu } from './menu.tsx';

export default function AffiliatesPage() {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const { copyLink } = useEventActions();
  const mayEdit = useSession().may('affiliates.write') && event.status !== 'archived';
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const list = useList({
    rules: affiliateListRules,
    queryKey: (params) => keys.affiliateList(event.id, params),
    load: (params, signal) => loadAffiliates(event.id, params, signal),
  });
  const menu = useAffiliateMenu({
    mayEdit,
    onEdit: (one) => drawer.open(one.id),
    refetch: list.result.refetch,
  });
  const selection = useSelection(list, (one) => one.id);
  const csv = useExport(affiliatesCsvPath(event.id), list);
  const name = (one: Affiliate) =>
    mayEdit ? <RowLink opens={one.id}>{one.name}</RowLink> : <span>{one.name}</span>;
  const count = (value: number) => <span className="num">{formatCount(value, i18n.locale)}</span>;
  const gross = (one: Affiliate) => <Money minor={one.gross} currency={event.currency} />;
  const columns: Column<Affiliate>[] = [
    {
      key: 'name',
      header: <Trans>Affiliate</Trans>,
      sortBy: 'name',
      cell: (one) => <TwoLines first={name(one)} second={one.email} />,
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
            onClick={() => void copyLink(affiliatePath(event.publicPath, one.code))}
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
        <Tooltip label={t`What completed orders paid, less what was refunded`} multiline maw={260}>
          <span>
            <Trans>Gross</Trans>
          </span>
        </Tooltip>
      ),
      sortBy: 'gross',
      align: 'right',
      cell: gross,
    },
  ];
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  const newOne = mayEdit && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New affiliate</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={<Trans>Affiliates</Trans>}
        tab={[t`Affiliates`, event.title]}
        count={hasNone ? undefined : list.meta?.total}
        actions={
          !list.result.isPending &&
          !hasNone && (
            <>
              <Button
                leftSection={<IconDownload size={18} stroke={1.75} />}
                loading={csv.isPending}
                onClick={() => csv.run()}
              >
                <Trans>Export</Trans>
              </Button>
              {newOne}
            </>
          )
        }
      />
      {!hasNone && (
        <Toolbar
          list={list}
          searchLabel={t`Name, code or email`}
          filters={[
            {
              field: 'status',
              label: t`Status`,
              operator: 'in',
              options: [
                { value: 'active', label: t`Active` },
                { value: 'inactive', label: t`Switched off` },
              ],
            },
          ]}
          sorts={[
            { by: 'created_at', direction: 'desc', label: t`Newest first` },
            { by: 'name', direction: 'asc', label: t`Name A–Z` },
            { by: 'gross', direction: 'desc', label: t`Highest gross` },
            { by: 'orders', direction: 'desc', label: t`Most orders` },
            { by: 'clicks', direction: 'desc', label: t`Most clicks` },
          ]}
        />
      )}
      <ListBody
        list={list}
        noMatch={<Trans>No affiliates match.</Trans>}
        empty={
          <EmptyState
            drawing={<GhostStub />}
            title={<Trans>See who brings your buyers</Trans>}
            action={newOne}
          >
            <Trans>
              Each affiliate gets a link of their own, and you see the clicks, orders and money that come
              through it.
            </Trans>
          </EmptyState>
        }
      >
        <ListTable
          id="affiliates"
          label={t`Affiliates`}
          list={list}
          rows={list.rows}
          rowKey={(one) => one.id}
          rowName={(one) => one.name}
          columns={columns}
          menu={menu}
          selection={selection}
          narrow={(one) => (
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
          )}
        />
        <p className={styles.hint}>
          <Trans>
            A browser counts as one click a day. Gross is what completed orders paid, less what was refunded.
          </Trans>
        </p>
      </ListBody>
      <Pages list={list} />
      <ChosenAffiliates selection={selection} list={list} mayEdit={mayEdit} />
      {mayEdit && drawer.opened !== null && (
        <AffiliateDrawer key={drawer.opened} which={drawer.opened} close={drawer.close} />
      )}
    </>
  );
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

export function ErrorBoundary() {
  return <PageError />;
}
