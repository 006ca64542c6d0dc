import { Trans, useLingui } from '@lingui/react/macro';
import { useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { ExportBar, ExportButton, ExportChosen } from '../kit/exports/button.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { onNewPath } from '../kit/reading/reads.ts';
import { readViewedInBrowser, readViewedOnServer } from '../kit/views/reads.ts';
import styles from './affiliates.module.css';
import { ChosenAffiliates } from './chosen.tsx';
import { useAffiliateMenu } from './menu.tsx';
import { affiliateSource } from './reads.ts';
import { useAffiliateTable } from './table.tsx';

export const loader = readViewedOnServer(affiliateSource);
export const clientLoader = readViewedInBrowser(affiliateSource);
export const shouldRevalidate = onNewPath;

const EXPORTS = ['affiliates'] as const;

const AffiliateDrawer = lateDrawer(async () => (await import('./drawer.tsx')).AffiliateDrawer);

export default function AffiliatesPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayEdit = useMayEdit('affiliates.write');
  const page = useListPage({
    id: 'affiliates',
    ...affiliateSource(event.id),
  });
  const menu = useAffiliateMenu(page, mayEdit);
  const exports = { what: EXPORTS, page };
  return (
    <ListPage
      page={page}
      title={t`Affiliates`}
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
        { by: 'gross', direction: 'desc', label: t`Highest sales after refunds` },
        { by: 'orders', direction: 'desc', label: t`Most orders` },
        { by: 'clicks', direction: 'desc', label: t`Most clicks` },
      ]}
      add={mayEdit && { label: t`New affiliate` }}
      actions={<ExportButton {...exports} />}
      noMatch={<Trans>No affiliates match.</Trans>}
      empty={{
        title: <Trans>See who brings your buyers</Trans>,
        text: (
          <Trans>
            Each affiliate gets a link of their own, and you see the clicks, orders and money that come
            through it.
          </Trans>
        ),
      }}
      table={{ ...useAffiliateTable({ mayEdit }), menu }}
      below={
        page.list.rows.length > 0 && (
          <p className={styles.hint}>
            <Trans>
              A browser counts as one click a day. Sales are what completed orders paid, less refunds and lost
              disputes.
            </Trans>
          </p>
        )
      }
      bulk={
        mayEdit ? (
          <ChosenAffiliates page={page} after={<ExportChosen {...exports} />} />
        ) : (
          <ExportBar {...exports} />
        )
      }
      ahead={AffiliateDrawer.ahead}
      drawer={mayEdit && ((opened) => <AffiliateDrawer {...opened} />)}
    />
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
