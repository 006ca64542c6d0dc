import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { useDeleteRow } from '../kit/list/use-row-actions.ts';
import { readPermittedInBrowser, readPermittedOnServer } from '../kit/reading/permitted.ts';
import { onNewPath } from '../kit/reading/reads.ts';
import { removeTaxOrFee, touchedByTaxesAndFees } from '../kit/taxes-and-fees/queries.ts';
import { ChosenTaxesAndFees } from './chosen.tsx';
import { reads, taxOrFeeSource } from './reads.ts';
import { TaxOrFeeRow } from './row.tsx';

export const loader = readPermittedOnServer('taxes.manage', reads);
export const clientLoader = readPermittedInBrowser('taxes.manage', reads);
export const shouldRevalidate = onNewPath;

const TaxOrFeeDrawer = lateDrawer(async () => (await import('./drawer.tsx')).TaxOrFeeDrawer);

export default function TaxesAndFeesPage() {
  const { t } = useLingui();
  const page = useListPage({
    id: 'taxes-and-fees',
    ...taxOrFeeSource,
  });
  const { list, drawer, choosing } = page;
  const askDelete = useDeleteRow({
    page,
    run: (taxOrFee: AccountTaxOrFee) => removeTaxOrFee(taxOrFee.id),
    invalidates: touchedByTaxesAndFees,
    ask: (taxOrFee) => ({
      title: taxOrFee.type === 'tax' ? t`Delete this tax?` : t`Delete this fee?`,
      text: whatDeletingEnds(taxOrFee),
      keep: taxOrFee.type === 'tax' ? t`Keep tax` : t`Keep fee`,
      confirm: taxOrFee.type === 'tax' ? t`Delete tax` : t`Delete fee`,
    }),
    says: (taxOrFee) => t`${taxOrFee.name} is deleted.`,
  });
  return (
    <ListPage
      page={page}
      title={t`Taxes and fees`}
      searchLabel={t`Search taxes and fees`}
      filters={[
        {
          field: 'type',
          label: t`Type`,
          operator: 'in',
          options: [
            { value: 'tax', label: t`Tax` },
            { value: 'fee', label: t`Fee` },
          ],
        },
        {
          field: 'is_default',
          label: t`New tickets`,
          operator: 'eq',
          options: [
            { value: 'true', label: t`Added to new tickets` },
            { value: 'false', label: t`Not added` },
          ],
        },
      ]}
      sorts={[
        { by: 'created_at', direction: 'asc', label: t`Oldest first` },
        { by: 'name', direction: 'asc', label: t`Name A–Z` },
      ]}
      add={{ label: t`New tax or fee` }}
      noMatch={<Trans>No taxes or fees match.</Trans>}
      empty={{
        drawing: null,
        title: <Trans>Add a tax or a fee</Trans>,
        text: (
          <Trans>
            Attach it to tickets, and Entrada works out what each buyer pays. Buyers see every tax and fee
            before they pay.
          </Trans>
        ),
      }}
      columns={[
        { key: 'name', header: <Trans>Name</Trans> },
        { key: 'amount', header: <Trans>Amount</Trans> },
        { key: 'default', header: <Trans>New tickets</Trans> },
        { key: 'tickets', header: <Trans>Tickets</Trans> },
      ]}
      rows={(has) => (
        <ul>
          {list.rows.map((taxOrFee) => (
            <TaxOrFeeRow
              key={taxOrFee.id}
              taxOrFee={taxOrFee}
              has={has}
              selection={choosing}
              onEdit={() => drawer.open(taxOrFee.id)}
              onDelete={() => askDelete(taxOrFee)}
            />
          ))}
        </ul>
      )}
      bulk={<ChosenTaxesAndFees page={page} />}
      ahead={TaxOrFeeDrawer.ahead}
      drawer={(opened) => <TaxOrFeeDrawer {...opened} />}
    />
  );
}

function whatDeletingEnds({ name, tickets }: AccountTaxOrFee) {
  if (tickets === 0) return <Trans>No ticket uses {name}. Orders keep what they were made with.</Trans>;
  return (
    <Trans>
      {name} comes off{' '}
      <Plural
        value={tickets}
        one="# ticket, which costs accordingly from now on"
        other="# tickets, which cost accordingly from now on"
      />
      . Orders keep what they were made with.
    </Trans>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
