import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '../kit/data/session.ts';
import type { FilterField } from '../kit/filters/fields.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { readPermittedInBrowser, readPermittedOnServer } from '../kit/reading/permitted.ts';
import { onNewPath } from '../kit/reading/reads.ts';
import styles from './organizers.module.css';
import { organizerSource, reads } from './reads.ts';
import { OrganizerRow } from './row.tsx';

/** The list of the account's organizers. */
export const loader = readPermittedOnServer('organizers.read', reads);
export const clientLoader = readPermittedInBrowser('organizers.read', reads);
export const shouldRevalidate = onNewPath;

const NewOrganizerDrawer = lateDrawer(async () => (await import('./new-drawer.tsx')).NewOrganizerDrawer);

export default function OrganizersPage() {
  const { t } = useLingui();
  const { organizers, may } = useSession();
  const mayWrite = may('organizers.write');
  const page = useListPage({
    id: 'organizers',
    ...organizerSource,
    mayChoose: false,
  });
  const currencies = [...new Set(organizers.map(({ currency }) => currency))].toSorted();
  const byCurrency: FilterField = {
    field: 'currency',
    label: t`Currency`,
    operator: 'in',
    options: currencies.map((currency) => ({ value: currency, label: currency })),
  };
  return (
    <div className={styles.list}>
      <ListPage
        page={page}
        title={t`Organizers`}
        searchLabel={t`Search organizers`}
        filters={currencies.length > 1 ? [byCurrency] : []}
        sorts={[
          { by: 'name', direction: 'asc', label: t`Name A–Z` },
          { by: 'created_at', direction: 'desc', label: t`Newest first` },
          { by: 'created_at', direction: 'asc', label: t`Oldest first` },
        ]}
        add={mayWrite && { label: t`New organizer` }}
        noMatch={<Trans>No organizers match.</Trans>}
        empty={{
          title: <Trans>Create an organizer</Trans>,
          text: <Trans>An organizer is the name your events are under, with a page of its own.</Trans>,
        }}
        columns={[
          { key: 'organizer', header: <Trans>Organizer</Trans> },
          { key: 'email', header: <Trans>Email</Trans> },
          { key: 'currency', header: <Trans>Currency</Trans> },
        ]}
        rows={(has) => (
          <ul className={styles.rows}>
            {page.list.rows.map((organizer) => (
              <OrganizerRow key={organizer.id} organizer={organizer} has={has} mayWrite={mayWrite} />
            ))}
          </ul>
        )}
        ahead={NewOrganizerDrawer.ahead}
        drawer={mayWrite && (({ which, close }) => which === 'new' && <NewOrganizerDrawer close={close} />)}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
