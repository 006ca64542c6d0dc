import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { ExportButton } from '../kit/exports/button.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { onNewPath } from '../kit/reading/reads.ts';
import { readViewedInBrowser, readViewedOnServer } from '../kit/views/reads.ts';
import { ChosenPromoCodes } from './chosen.tsx';
import { usePromoMenu } from './menu.tsx';
import { promoCodeSource } from './reads.ts';
import { usePromoTable } from './table.tsx';
import { usePromoChoices } from './use-choices.ts';

const GENERATE = 'generate';

export const loader = readViewedOnServer(promoCodeSource);
export const clientLoader = readViewedInBrowser(promoCodeSource);
export const shouldRevalidate = onNewPath;

const EXPORTS = ['promo-codes'] as const;

const PromoDrawer = lateDrawer(async () => (await import('./drawer.tsx')).PromoDrawer);
const GenerateDrawer = lateDrawer(async () => (await import('./generate-drawer.tsx')).GenerateDrawer);

export default function PromoCodesPage() {
  const { t } = useLingui();
  const event = useEvent();
  const [, setSearch] = useSearchParams();
  const mayEdit = useMayEdit('promo-codes.write');
  const page = useListPage({
    id: 'promo-codes',
    ...promoCodeSource(event.id),
    mayChoose: mayEdit,
  });
  const menu = usePromoMenu(page, mayEdit);
  const generate = mayEdit && (
    <Button
      data-opens={GENERATE}
      leftSection={<IconSparkles size={18} stroke={1.75} />}
      onClick={() => page.drawer.open(GENERATE)}
    >
      <Trans>Generate codes</Trans>
    </Button>
  );
  const showBatch = (batch: string) =>
    setSearch(new URLSearchParams({ 'filter_fields[batch][eq]': batch }), { replace: true });
  return (
    <ListPage
      page={page}
      title={t`Promo codes`}
      searchLabel={t`Search codes`}
      {...usePromoChoices(page.list)}
      add={mayEdit && { label: t`New promo code` }}
      actions={
        <>
          <ExportButton what={EXPORTS} page={page} />
          {generate}
        </>
      }
      noMatch={<Trans>No promo codes match.</Trans>}
      empty={{
        title: <Trans>Create your first promo code</Trans>,
        text: <Trans>It lowers prices or opens hidden tickets, for whoever has the code or its link.</Trans>,
        more: generate,
      }}
      table={{ ...usePromoTable({ mayEdit }), menu }}
      bulk={<ChosenPromoCodes page={page} />}
      ahead={(opens) => (opens === GENERATE ? GenerateDrawer : PromoDrawer).ahead()}
      drawer={
        mayEdit &&
        (({ which, close }) =>
          which === GENERATE ? (
            <GenerateDrawer close={close} showBatch={showBatch} />
          ) : (
            <PromoDrawer which={which} close={close} />
          ))
      }
    />
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
