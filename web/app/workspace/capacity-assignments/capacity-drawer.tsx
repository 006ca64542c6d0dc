import type { CapacityAssignment } from '@entrada/contract/capacity-assignments';
import { LIMITS } from '@entrada/contract/constants';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Drawer, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { fieldErrorMessage } from '../../platform/error-messages.ts';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { keys } from '../keys.ts';
import { useEvent } from '../shell/event.ts';
import { useTicketNames } from '../shell/ticket-names.ts';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import { Conflict, type Difference } from '../ui/conflict.tsx';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { OptionalLabel } from '../ui/labels.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { TicketChoice } from '../ui/ticket-choice.tsx';
import { useFormErrors } from '../ui/use-form-errors.ts';
import { type CapacityBody, loadCapacity, saveCapacity, touchedByCapacities } from './api.ts';
import styles from './capacity.module.css';
import {
  type CapacityValues,
  capacityValues,
  emptyCapacity,
  readCapacity,
  readForm,
} from './capacity-values.ts';

type Props = { which: string; close: () => void };

/** A new assignment, or one as it is now: a copy from a list could be old and lose to a conflict. */
export function CapacityDrawer({ which, close }: Props) {
  const { t } = useLingui();
  const event = useEvent();
  const id = /^\d{1,15}$/.test(which) ? Number(which) : null;
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.capacity(event.id, id ?? 0),
    queryFn: ({ signal }) => loadCapacity(event.id, id ?? 0, signal),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (id === null) return <CapacityForm assignment={null} close={close} />;
  if (data) return <CapacityForm key={data.id} assignment={data} close={close} />;
  return (
    <Drawer
      opened
      onClose={close}
      title={t`Edit capacity assignment`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {isError ? <LoadFailed error={error} retry={() => void refetch()} /> : <Skeleton height={36} />}
    </Drawer>
  );
}

function CapacityForm({ assignment, close }: { assignment: CapacityAssignment | null; close: () => void }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const form = useFormErrors();
  const [current, setCurrent] = useState(assignment);
  const [initial, setInitial] = useState(() => (assignment ? capacityValues(assignment) : emptyCapacity));
  const [values, setValues] = useState(initial);
  const [theirs, setTheirs] = useState<CapacityAssignment | null>(null);
  const differences = useDifferences(event.id);
  const guard = useLeaveGuard(JSON.stringify(values) !== JSON.stringify(initial));
  const set = (change: Partial<CapacityValues>) => {
    setValues((before) => ({ ...before, ...change }));
    for (const path of Object.keys(form.errors)) if ((path.split('.')[0] ?? '') in change) form.forget(path);
  };
  const save = useChange({
    run: (body: CapacityBody) => saveCapacity(event.id, body, current),
    invalidates: () => touchedByCapacities(event.id),
    success: (saved) => t`${saved.name} is saved.`,
    onDone: () => {
      guard.release();
      close();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION' && current) {
        void loadCapacity(event.id, current.id).then(setTheirs, (again) => form.refuseBy(again, () => false));
        return true;
      }
      form.refuseBy(error, (path) => path in values);
      return true;
    },
  });
  const submit = () => {
    const { body, wrong } = readForm(values);
    const say = (one: (typeof wrong)[number]) =>
      one.path === 'ticketIds' ? t`Choose at least one ticket.` : fieldErrorMessage(i18n, one);
    if (!body) return form.refuse(Object.fromEntries(wrong.map((one) => [one.path, say(one)])));
    form.clear();
    void save.start(body);
  };
  const read = (fresh: CapacityAssignment, mine: Partial<CapacityValues>) => {
    const values = capacityValues(fresh);
    setCurrent(fresh);
    setInitial(values);
    setValues({ ...values, ...mine });
    setTheirs(null);
    form.clear();
  };
  const keepMine = (fresh: CapacityAssignment) => {
    const mine = Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field as keyof CapacityValues]),
    );
    read(fresh, Object.fromEntries(mine));
  };
  const used = current ? current.sold + current.reserved : 0;
  const places = readCapacity(values.capacity);
  const isBelow = values.active && typeof places === 'number' && places < used;
  return (
    <FormDrawer
      opened
      title={current ? t`Edit capacity assignment` : t`New capacity assignment`}
      submit={t`Save assignment`}
      isPending={save.isPending}
      onClose={close}
      onSubmit={submit}
      error={form.whole}
      attempts={form.attempts + (theirs ? 1 : 0)}
    >
      {theirs && (
        <Conflict
          differences={differences(initial, capacityValues(theirs), values)}
          onTheirs={() => read(theirs, {})}
          onYours={() => keepMine(theirs)}
        />
      )}
      <TextInput
        label={t`Name`}
        data-autofocus
        maxLength={LIMITS.name}
        value={values.name}
        onChange={(change) => set({ name: change.currentTarget.value })}
        error={form.errors['name']}
      />
      <TextInput
        label={<OptionalLabel>{t`Capacity`}</OptionalLabel>}
        description={t`Places that these tickets share. Leave empty for no limit.`}
        inputMode="numeric"
        maxLength={15}
        value={values.capacity}
        onChange={(change) => set({ capacity: change.currentTarget.value })}
        error={form.errors['capacity']}
      />
      {isBelow && (
        <Note tone="attn" announce>
          <Plural
            value={used}
            one="# ticket is sold or held already, which is more. It stays valid, and nothing more is sold until enough come back."
            other="# tickets are sold or held already, which is more. They stay valid, and nothing more is sold until enough come back."
          />
        </Note>
      )}
      <TicketChoice
        onlySome
        eventId={event.id}
        title={t`Tickets that share it`}
        value={{ allTickets: false, ticketIds: values.ticketIds }}
        onChange={({ ticketIds }) => set({ ticketIds })}
        error={form.errors['ticketIds']}
        hint={
          <p className={styles.hint}>
            <Trans>What they have sold already counts from the start.</Trans>
          </p>
        }
      />
      <Switch
        label={t`Active`}
        description={t`Switched off it limits nothing, and its tickets sell by their own quantities.`}
        checked={values.active}
        onChange={(change) => set({ active: change.currentTarget.checked })}
      />
    </FormDrawer>
  );
}

/** Which fields someone else changed since the form was read, beside what the form says now. */
function useDifferences(eventId: number) {
  const { t } = useLingui();
  const tickets = useTicketNames(eventId);
  const labels: Record<keyof CapacityValues, string> = {
    name: t`Name`,
    capacity: t`Capacity`,
    ticketIds: t`Tickets`,
    active: t`Active`,
  };
  const say = (values: CapacityValues, field: keyof CapacityValues): string => {
    const value = values[field];
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    if (field === 'capacity') return values.capacity || t`No limit`;
    if (typeof value === 'string') return value;
    return tickets
      .filter(({ id }) => value.includes(String(id)))
      .map(({ name }) => name)
      .join(', ');
  };
  return (base: CapacityValues, theirs: CapacityValues, yours: CapacityValues): Difference[] =>
    (Object.keys(labels) as (keyof CapacityValues)[])
      .filter((field) => say(base, field) !== say(theirs, field))
      .map((field) => ({
        field,
        label: labels[field],
        theirs: say(theirs, field),
        yours: say(yours, field),
      }));
}
