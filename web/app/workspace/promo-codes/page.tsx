import { type PromoCode, promoCodeListRules, promoCodesCsvPath } from '@entrada/contract/catalog/promo-codes';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload, IconPlus, IconSparkles } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { cx } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { TwoLines } from '../kit/display/two-lines.tsx';
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
import { loadPromoCodes } from './api.ts';
import { PromoDrawer } from './drawer.tsx';
import { PromoState, Uses } from './figures.tsx';
import { GenerateDrawer } from './generate-drawer.tsx';
import { usePromoMenu } from './menu.tsx';
import styles from './promo-codes.module.css';
import { SwitchCodes } from './switch-codes.tsx';
import { usePromoChoices } from './use-choices.ts';
import { useDiscountWords } from './words.ts';

const GENERATE = 'generate';

export default function PromoCodesPage() {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const mayEdit = useSession().may('promo-codes.write') && event.status !== 'archived';
  const drawer = useDrawerParam();
  const [, setSearch] = useSearchParams();
  useReturnToRow(drawer.opened);
  const choices = usePromoChoices();
  const discount = useDiscountWords();
  const list = useList({
    rules: promoCodeListRules,
    queryKey: (params) => keys.promoCodeList(event.id, params),
    load: (params, signal) => loadPromoCodes(event.id, params, signal),
  });
  const menu = usePromoMenu({
    mayEdit,
    onEdit: (code) => drawer.open(code.id),
    refetch: list.result.refetch,
  });
  const selection = useSelection(list, (code) => code.id);
  const csv = useExport(promoCodesCsvPath(event.id), list);
  const expires = ({ expiresAt }: PromoCode) =>
    expiresAt ? formatDayTime(expiresAt, { locale: i18n.locale, timezone: event.timezone }) : t`Never`;
  const name = (code: PromoCode) =>
    mayEdit ? <RowLink opens={code.id}>{code.code}</RowLink> : <span>{code.code}</span>;
  const columns: Column<PromoCode>[] = [
    {
      key: 'code',
      header: <Trans>Code</Trans>,
      sortBy: 'code',
      cell: (code) => <span className={cx(styles.code, styles.codeCell)}>{name(code)}</span>,
    },
    {
      key: 'discount',
      header: <Trans>Discount</Trans>,
      cell: (code) => <span className={styles.words}>{discount(code, event.currency)}</span>,
    },
    {
      key: 'tickets',
      header: <Trans>Tickets</Trans>,
      isSecondary: true,
      cell: (code) => <For code={code} />,
    },
    { key: 'used', header: <Trans>Used</Trans>, sortBy: 'used', cell: (code) => <Uses code={code} /> },
    {
      key: 'expires',
      header: <Trans>Expires</Trans>,
      sortBy: 'expires_at',
      isSecondary: true,
      cell: (code) => <span className="num">{expires(code)}</span>,
    },
    { key: 'state', header: <Trans>Status</Trans>, cell: (code) => <PromoState state={code.state} /> },
  ];
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  const newCode = mayEdit && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New promo code</Trans>
    </Button>
  );
  const generate = mayEdit && (
    <Button leftSection={<IconSparkles size={18} stroke={1.75} />} onClick={() => drawer.open(GENERATE)}>
      <Trans>Generate codes</Trans>
    </Button>
  );
  const showBatch = (batch: string) =>
    setSearch(new URLSearchParams({ 'filter_fields[batch][eq]': batch }), { replace: true });
  return (
    <>
      <PageHeader
        title={<Trans>Promo codes</Trans>}
        tab={[t`Promo codes`, event.title]}
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
              {generate}
              {newCode}
            </>
          )
        }
      />
      {!hasNone && <Toolbar list={list} searchLabel={t`Search codes`} {...choices(list)} />}
      <ListBody
        list={list}
        noMatch={<Trans>No promo codes match.</Trans>}
        empty={
          <EmptyState
            drawing={<GhostStub />}
            title={<Trans>Create your first promo code</Trans>}
            action={
              <>
                {newCode} {generate}
              </>
            }
          >
            <Trans>It lowers prices or opens hidden tickets, for whoever has the code or its link.</Trans>
          </EmptyState>
        }
      >
        <ListTable
          id="promo-codes"
          label={t`Promo codes`}
          list={list}
          rows={list.rows}
          rowKey={(code) => code.id}
          rowName={(code) => code.code}
          columns={columns}
          menu={menu}
          {...(mayEdit && { selection })}
          narrow={(code) => (
            <TwoLines
              first={<span className={styles.code}>{name(code)}</span>}
              second={discount(code, event.currency)}
              third={<PromoState state={code.state} />}
              end={<Uses code={code} />}
            />
          )}
        />
      </ListBody>
      <Pages list={list} />
      {mayEdit && <SwitchCodes selection={selection} params={list.params} />}
      {mayEdit && drawer.opened === GENERATE && <GenerateDrawer close={drawer.close} showBatch={showBatch} />}
      {mayEdit && drawer.opened !== null && drawer.opened !== GENERATE && (
        <PromoDrawer key={drawer.opened} which={drawer.opened} close={drawer.close} />
      )}
    </>
  );
}

function For({ code }: { code: PromoCode }) {
  const [first, ...more] = code.tickets;
  if (code.allTickets) return <Trans>All tickets</Trans>;
  if (!first) return <Trans>None any more</Trans>;
  if (more.length === 0) return first.name;
  const { name } = first;
  return (
    <Trans>
      {name} and <Plural value={more.length} one="# more" other="# more" />
    </Trans>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
