import type { AccountCharge } from '@entrada/contract/catalog/taxes-and-fees';
import { isCurrency } from '@entrada/contract/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { useSession } from '../../kit/data/session.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { FormSection, Two } from '../../kit/form/drawer-frame.tsx';
import type { useCharges } from '../../kit/taxes-and-fees/queries.ts';
import { type ChargeValues, emptyCharge } from '../../kit/taxes-and-fees/values.ts';
import { useChargeWords } from '../../kit/taxes-and-fees/words.ts';
import styles from '../tickets.module.css';
import { chosenCharges, type FormFrame, type TicketValues } from '../values.ts';
import { BuyerPrice } from './buyer-price.tsx';
import { NewCharge } from './new.tsx';

type TicketChargesProps = {
  values: TicketValues;
  frame: FormFrame;
  errors: Record<string, string>;
  charges: ReturnType<typeof useCharges>;
  /** A tax or fee that is being typed, and not there yet. */
  draft: ChargeValues | null;
  setDraft: (draft: ChargeValues | null) => void;
  set: (change: Partial<TicketValues> | ((now: TicketValues) => Partial<TicketValues>)) => void;
};

/** Which taxes and fees of the account the ticket carries, and what that makes of its price. */
export function TicketCharges(props: TicketChargesProps) {
  const { values, frame, errors, charges, draft, setDraft, set } = props;
  const { t } = useLingui();
  const { settings } = useEvent();
  const mayManage = useSession().may('taxes.manage');
  const known = charges.data ?? [];
  const chosen = chosenCharges(values, known, frame.currency);
  const ids = chosen.map((charge) => charge.id);
  const choose = (id: number, isOn: boolean) =>
    set({ taxOrFeeIds: isOn ? [...ids, id] : ids.filter((one) => one !== id) });
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
      {charges.isPending && <Skeleton height={40} />}
      {charges.isError && <LoadFailed error={charges.error} retry={() => void charges.refetch()} />}
      {charges.isSuccess && known.length === 0 && !draft && (
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
          {known.map((charge) => (
            <Choice
              key={charge.id}
              charge={charge}
              currency={frame.currency}
              isOn={ids.includes(charge.id)}
              onChange={(isOn) => choose(charge.id, isOn)}
            />
          ))}
        </Two>
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
            onClick={() => setDraft(emptyCharge(currency))}
          >
            <Trans>New tax or fee</Trans>
          </Button>
        </div>
      )}
      {draft && (
        <NewCharge
          draft={draft}
          setDraft={setDraft}
          refusal={errors['draft']}
          onAdded={(charge) => {
            setDraft(null);
            // One may have been ticked while it was being added.
            set((now) => ({
              taxOrFeeIds: [...chosenCharges(now, known, frame.currency).map((one) => one.id), charge.id],
            }));
          }}
        />
      )}
      <BuyerPrice values={values} charges={chosen} frame={frame} mode={settings.priceDisplay} />
    </FormSection>
  );
}

type ChoiceProps = {
  charge: AccountCharge;
  currency: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

function Choice({ charge, currency, isOn, onChange }: ChoiceProps) {
  const { t } = useLingui();
  const words = useChargeWords();
  const isForeign = charge.currency !== null && charge.currency !== currency;
  return (
    <Checkbox
      label={words.title(charge, charge.currency ?? currency)}
      description={isForeign ? t`Only for events that sell in ${charge.currency}` : words.effect(charge)}
      checked={isOn}
      // What is attached can come off, whatever became of the event's currency.
      disabled={isForeign && !isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
