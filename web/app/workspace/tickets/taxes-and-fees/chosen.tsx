import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { isCurrency } from '@entrada/contract/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { useSession } from '../../kit/data/session.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { Two } from '../../kit/display/two.tsx';
import { FormSection } from '../../kit/form/drawer-frame.tsx';
import type { Frame } from '../../kit/form/typed.ts';
import { BuyerPrice } from '../../kit/taxes-and-fees/buyer-price.tsx';
import { chosenTaxesAndFees } from '../../kit/taxes-and-fees/chosen.ts';
import type { useTaxesAndFees } from '../../kit/taxes-and-fees/queries.ts';
import { emptyTaxOrFee, type TaxOrFeeValues } from '../../kit/taxes-and-fees/values.ts';
import { useTaxOrFeeWords } from '../../kit/taxes-and-fees/words.ts';
import { useTicketTaxes } from '../api.ts';
import styles from '../tickets.module.css';
import { type TicketValues, taxesOfOthers } from '../values.ts';
import { NewTaxOrFee } from './new.tsx';

type TicketTaxesAndFeesProps = {
  values: TicketValues;
  /** The taxes and fees that the stored ticket has. */
  storedIds: readonly number[];
  frame: Frame;
  errors: Record<string, string>;
  taxesAndFees: ReturnType<typeof useTaxesAndFees>;
  /** A new tax or fee that the user is typing. It does not exist yet. */
  draft: TaxOrFeeValues | null;
  setDraft: (draft: TaxOrFeeValues | null) => void;
  set: (change: Partial<TicketValues> | ((now: TicketValues) => Partial<TicketValues>)) => void;
};

/** The most taxes that are offered at once to a ticket without one. */
const MOST_OFFERED = 3;

/** Chooses the taxes and fees of a ticket and shows their effect on its price. */
export function TicketTaxesAndFees(props: TicketTaxesAndFeesProps) {
  const { values, storedIds, frame, errors, taxesAndFees, draft, setDraft, set } = props;
  const { t } = useLingui();
  const { id, settings } = useEvent();
  const mayManage = useSession().may('taxes.manage');
  const known = taxesAndFees.data ?? [];
  const chosen = chosenTaxesAndFees(values, known, frame.currency);
  const ids = chosen.map((taxOrFee) => taxOrFee.id);
  const common = useTicketTaxes(id).data ?? [];
  const missing = taxesOfOthers({ type: values.type, chosen, storedIds }, common, known).slice(
    0,
    MOST_OFFERED,
  );
  const words = useTaxOrFeeWords();
  const choose = (taxOrFeeId: number, isOn: boolean) =>
    set({ taxOrFeeIds: isOn ? [...ids, taxOrFeeId] : ids.filter((one) => one !== taxOrFeeId) });
  const apply = (taxId: number) => {
    choose(taxId, true);
    // The note with the button goes away.
    document.getElementById(boxId(taxId))?.focus();
  };
  const currency = isCurrency(frame.currency) ? frame.currency : 'EUR';
  if (values.type === 'free') {
    return (
      <FormSection title={t`Taxes and fees`}>
        <p className={styles.detail}>
          <Trans>A free ticket carries none.</Trans>
        </p>
      </FormSection>
    );
  }
  return (
    <FormSection title={t`Taxes and fees`}>
      {taxesAndFees.isPending && <Skeleton height={40} />}
      {taxesAndFees.isError && (
        <LoadFailed error={taxesAndFees.error} retry={() => void taxesAndFees.refetch()} />
      )}
      {taxesAndFees.isSuccess && known.length === 0 && !draft && (
        <p className={styles.detail}>
          {mayManage ? (
            <Trans>There are none yet. The first one you add is ready for every ticket.</Trans>
          ) : (
            <Trans>There are none yet. An admin of the account can add some.</Trans>
          )}
        </p>
      )}
      {known.length > 0 && (
        <Two>
          {known.map((taxOrFee) => (
            <Choice
              key={taxOrFee.id}
              taxOrFee={taxOrFee}
              currency={frame.currency}
              isOn={ids.includes(taxOrFee.id)}
              onChange={(isOn) => choose(taxOrFee.id, isOn)}
            />
          ))}
        </Two>
      )}
      {missing.length > 0 && !draft && (
        <Note
          tone="attn"
          announce
          action={
            <span className={styles.apply}>
              {missing.map((tax) => {
                const title = words.title(tax, frame.currency);
                return (
                  <button key={tax.id} type="button" className="link" onClick={() => apply(tax.id)}>
                    <Trans>Apply {title}</Trans>
                  </button>
                );
              })}
            </span>
          }
        >
          <Trans>This ticket has no tax, while other tickets of the event have one.</Trans>
        </Note>
      )}
      {errors['taxOrFeeIds'] && (
        <p className={styles.error} data-form-error tabIndex={-1}>
          {errors['taxOrFeeIds']}
        </p>
      )}
      {mayManage && !draft && (
        <div>
          <Button
            leftSection={<IconPlus size={16} stroke={2} />}
            onClick={() => setDraft(emptyTaxOrFee(currency))}
          >
            <Trans>New tax or fee</Trans>
          </Button>
        </div>
      )}
      {draft && (
        <NewTaxOrFee
          draft={draft}
          setDraft={setDraft}
          refusal={errors['draft']}
          onAdded={(taxOrFee) => {
            setDraft(null);
            // The user may have ticked another tax or fee while this one was being created.
            set((now) => ({
              taxOrFeeIds: [
                ...chosenTaxesAndFees(now, known, frame.currency).map((one) => one.id),
                taxOrFee.id,
              ],
            }));
          }}
        />
      )}
      <BuyerPrice values={values} taxesAndFees={chosen} frame={frame} mode={settings.priceDisplay} />
    </FormSection>
  );
}

const boxId = (taxOrFeeId: number) => `tax-or-fee-${taxOrFeeId}`;

type ChoiceProps = {
  taxOrFee: AccountTaxOrFee;
  currency: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

function Choice({ taxOrFee, currency, isOn, onChange }: ChoiceProps) {
  const { t } = useLingui();
  const words = useTaxOrFeeWords();
  const isForeign = taxOrFee.currency !== null && taxOrFee.currency !== currency;
  return (
    <Checkbox
      id={boxId(taxOrFee.id)}
      label={words.title(taxOrFee, taxOrFee.currency ?? currency)}
      description={isForeign ? t`Only for events that sell in ${taxOrFee.currency}` : words.effect(taxOrFee)}
      checked={isOn}
      // An attached tax or fee can always be removed, even if the event's currency has changed.
      disabled={isForeign && !isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
