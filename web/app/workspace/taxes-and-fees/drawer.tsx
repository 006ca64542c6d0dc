import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { type Currency, isCurrency } from '@entrada/contract/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { languageTag } from '../../platform/i18n/locales.ts';
import { Note } from '../../ui/notices/note.tsx';
import { HistorySection } from '../kit/audit/section.tsx';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useDifferences } from '../kit/form/differences.ts';
import { FormDrawer } from '../kit/form/drawer-frame.tsx';
import { RecordDrawer } from '../kit/form/record-drawer.tsx';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { TaxOrFeeFields } from '../kit/taxes-and-fees/fields.tsx';
import { loadTaxOrFee, saveTaxOrFee, touchedByTaxesAndFees } from '../kit/taxes-and-fees/queries.ts';
import {
  emptyTaxOrFee,
  readTaxOrFee,
  type TaxOrFeeBody,
  type TaxOrFeeValues,
  taxOrFeeValues,
} from '../kit/taxes-and-fees/values.ts';

/** The drawer of a new or an existing tax or fee. */
export function TaxOrFeeDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  return (
    <RecordDrawer
      which={which}
      title={t`Tax or fee`}
      close={close}
      queryKey={keys.taxOrFee}
      load={loadTaxOrFee}
    >
      {(taxOrFee) => <TaxOrFeeForm taxOrFee={taxOrFee} close={close} />}
    </RecordDrawer>
  );
}

function TaxOrFeeForm({ taxOrFee, close }: { taxOrFee: AccountTaxOrFee | null; close: () => void }) {
  const { t, i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const { me, organizers } = useSession();
  const own = organizers[0]?.currency ?? me.account.currency;
  const currency: Currency = isCurrency(own) ? own : 'EUR';
  const form = useRecordForm({
    found: taxOrFee,
    read: (found) => (found ? taxOrFeeValues(found, currency, locale) : emptyTaxOrFee(currency)),
    judge: (now) => readTaxOrFee(now, locale),
    load: ({ id }) => loadTaxOrFee(id),
    save: (body: TaxOrFeeBody, current) => saveTaxOrFee(body, current),
    invalidates: () => touchedByTaxesAndFees,
    success: (saved) => t`${saved.name} is saved.`,
    close,
    differences: useTaxOrFeeDifferences(),
    onError: (error) => {
      if (!error.errors.some(({ path }) => path === 'currency')) return false;
      form.refuse({ currency: t`Tickets that are sold in another currency use this.` });
      return true;
    },
  });
  const { current, values, set } = form;
  const tickets = current?.tickets ?? 0;
  return (
    <FormDrawer
      {...form.drawer}
      title={current ? current.type === 'tax' ? t`Edit tax` : t`Edit fee` : <Trans>New tax or fee</Trans>}
      submit={values.type === 'tax' ? t`Save tax` : t`Save fee`}
    >
      {form.conflict}
      {tickets > 0 && (
        <Note tone="info">
          <Plural
            value={tickets}
            one="# ticket uses this. A change counts for what is sold from now on; orders stay as they are."
            other="# tickets use this. A change counts for what is sold from now on; orders stay as they are."
          />
        </Note>
      )}
      <TaxOrFeeFields values={values} errors={form.errors} set={set} />
      {current && <HistorySection kind="tax_or_fee" id={current.id} />}
    </FormDrawer>
  );
}

/** What someone else changed after the form of a tax or fee was read. */
function useTaxOrFeeDifferences() {
  const { t } = useLingui();
  const labels: Record<keyof TaxOrFeeValues, string> = {
    type: t`Type`,
    name: t`Name`,
    calculation: t`How it is worked out`,
    rate: t`Percentage`,
    amount: t`Amount per ticket`,
    currency: t`Currency`,
    included: t`Included`,
    isDefault: t`Add to new tickets`,
  };
  const words: Record<string, string> = {
    tax: t`Tax`,
    fee: t`Fee`,
    percentage: t`Percentage`,
    fixed: t`Fixed amount`,
  };
  return useDifferences<TaxOrFeeValues, keyof TaxOrFeeValues>(labels, (values, field) =>
    field === 'type' || field === 'calculation' ? words[values[field]] : undefined,
  );
}
