import { type Currency, isCurrency } from '@entrada/contract/money';
import type { AccountCharge } from '@entrada/contract/taxes-and-fees';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { languageTag } from '../../platform/locales.ts';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { keys } from '../keys.ts';
import { loadCharge, saveCharge, touchedByCharges } from '../shell/charges.ts';
import { useSession } from '../shell/session.ts';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import { ChargeFields, chargeErrors } from '../ui/charges/charge-fields.tsx';
import {
  type ChargeBody,
  type ChargeValues,
  chargeValues,
  emptyCharge,
  readCharge,
} from '../ui/charges/charge-values.ts';
import { Conflict, type Difference } from '../ui/conflict.tsx';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { useFormErrors } from '../ui/use-form-errors.ts';
import styles from './taxes-and-fees.module.css';

/** A new tax or fee, or an existing one as it is now. */
export function ChargeDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const id = /^\d{1,15}$/.test(which) ? Number(which) : null;
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.charge(id ?? 0),
    queryFn: ({ signal }) => loadCharge(id ?? 0, signal),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (id === null) return <ChargeForm charge={null} close={close} />;
  if (data) return <ChargeForm key={data.id} charge={data} close={close} />;
  return (
    <Drawer opened onClose={close} title={t`Tax or fee`} closeButtonProps={{ 'aria-label': t`Close` }}>
      {isError ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        ['100%', '100%', '60%'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks that never change
          <p key={index} className={styles.block}>
            <Skeleton width={width} height={36} />
          </p>
        ))
      )}
    </Drawer>
  );
}

function ChargeForm({ charge, close }: { charge: AccountCharge | null; close: () => void }) {
  const { t, i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const { me, organizers } = useSession();
  const own = organizers[0]?.currency ?? me.account.currency;
  const currency: Currency = isCurrency(own) ? own : 'EUR';
  const form = useFormErrors();
  const [current, setCurrent] = useState(charge);
  const [initial, setInitial] = useState(() =>
    charge ? chargeValues(charge, currency, locale) : emptyCharge(currency),
  );
  const [values, setValues] = useState(initial);
  const [theirs, setTheirs] = useState<AccountCharge | null>(null);
  const differences = useChargeDifferences();
  const guard = useLeaveGuard(JSON.stringify(values) !== JSON.stringify(initial));
  const set = (change: Partial<ChargeValues>) => {
    setValues((before) => ({ ...before, ...change }));
    for (const name of Object.keys(change)) form.forget(name);
  };
  const save = useChange({
    run: (body: ChargeBody) => saveCharge(body, current),
    invalidates: () => touchedByCharges,
    success: (saved) => t`${saved.name} is saved.`,
    onDone: () => {
      guard.release();
      close();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION' && current) {
        void loadCharge(current.id).then(setTheirs, (again) => form.refuseBy(again, () => false));
        return true;
      }
      form.refuseBy(error, (path) => path in values);
      return true;
    },
  });
  const submit = () => {
    const { body, wrong } = readCharge(values, locale);
    if (!body) return form.refuse(chargeErrors(i18n, wrong));
    form.clear();
    void save.start(body);
  };
  const resolve = (fresh: AccountCharge, mine: Partial<ChargeValues>) => {
    const read = chargeValues(fresh, currency, locale);
    setCurrent(fresh);
    setInitial(read);
    setValues({ ...read, ...mine });
    setTheirs(null);
    form.clear();
  };
  const changed = () =>
    Object.fromEntries(
      Object.entries(values).filter(([field, value]) => value !== initial[field as keyof ChargeValues]),
    );
  const tickets = current?.tickets ?? 0;
  return (
    <FormDrawer
      opened
      title={current ? current.type === 'tax' ? t`Edit tax` : t`Edit fee` : <Trans>New tax or fee</Trans>}
      submit={values.type === 'tax' ? t`Save tax` : t`Save fee`}
      isPending={save.isPending}
      onClose={close}
      onSubmit={submit}
      error={form.whole}
      attempts={form.attempts + (theirs ? 1 : 0)}
    >
      {theirs && (
        <Conflict
          differences={differences(initial, chargeValues(theirs, currency, locale), values)}
          onTheirs={() => resolve(theirs, {})}
          onYours={() => resolve(theirs, changed())}
        />
      )}
      {tickets > 0 && (
        <Note tone="info">
          <Plural
            value={tickets}
            one="# ticket uses this. A change counts for what is sold from now on; orders stay as they are."
            other="# tickets use this. A change counts for what is sold from now on; orders stay as they are."
          />
        </Note>
      )}
      <ChargeFields values={values} errors={form.errors} set={set} />
    </FormDrawer>
  );
}

/** Which fields someone else changed since the form was read, in words, beside what the form says now. */
function useChargeDifferences() {
  const { t } = useLingui();
  const labels: Record<keyof ChargeValues, string> = {
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
  const say = (values: ChargeValues, field: keyof ChargeValues) => {
    const value = values[field];
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    return field === 'type' || field === 'calculation' ? (words[value] ?? value) : value;
  };
  return (base: ChargeValues, theirs: ChargeValues, yours: ChargeValues): Difference[] =>
    (Object.keys(labels) as (keyof ChargeValues)[])
      .filter((field) => say(base, field) !== say(theirs, field))
      .map((field) => ({
        field,
        label: labels[field],
        theirs: say(theirs, field),
        yours: say(yours, field),
      }));
}
