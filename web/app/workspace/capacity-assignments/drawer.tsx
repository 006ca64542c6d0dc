import type { CapacityAssignment } from '@entrada/contract/catalog/capacity-assignments';
import { LIMITS } from '@entrada/contract/constants';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Switch, TextInput } from '@mantine/core';
import { Note } from '../../ui/notices/note.tsx';
import { HistorySection } from '../kit/audit/section.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useTicketNames } from '../kit/data/ticket-names.ts';
import { FieldHint, OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { namesOf, TicketChoice } from '../kit/fields/ticket-choice.tsx';
import { useDifferences } from '../kit/form/differences.ts';
import { FormDrawer } from '../kit/form/drawer-frame.tsx';
import { RecordDrawer } from '../kit/form/record-drawer.tsx';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { type CapacityBody, loadCapacity, saveCapacity, touchedByCapacities } from './api.ts';
import { type CapacityValues, capacityValues, emptyCapacity, readCapacity, readForm } from './values.ts';

type Props = { which: string; close: () => void };

/** The drawer of a new or an existing capacity assignment. */
export function CapacityDrawer({ which, close }: Props) {
  const { t } = useLingui();
  const event = useEvent();
  return (
    <RecordDrawer
      which={which}
      title={t`Edit capacity assignment`}
      close={close}
      queryKey={(id) => keys.capacity(event.id, id)}
      load={(id, signal) => loadCapacity(event.id, id, signal)}
    >
      {(assignment) => <CapacityForm assignment={assignment} close={close} />}
    </RecordDrawer>
  );
}

function CapacityForm({ assignment, close }: { assignment: CapacityAssignment | null; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const form = useRecordForm({
    found: assignment,
    read: (found) => (found ? capacityValues(found) : emptyCapacity),
    judge: readForm,
    load: ({ id }) => loadCapacity(event.id, id),
    save: (body: CapacityBody, current) => saveCapacity(event.id, body, current),
    invalidates: () => touchedByCapacities(event.id),
    success: ({ name, state }) =>
      state === 'over_capacity'
        ? t`${name} is saved. More is sold than it has places, so nothing more is sold.`
        : t`${name} is saved.`,
    close,
    differences: useCapacityDifferences(event.id),
  });
  const { current, values, set } = form;
  const used = current ? current.sold + current.reserved : 0;
  const places = readCapacity(values.capacity);
  const isBelow = values.active && typeof places === 'number' && places < used;
  return (
    <FormDrawer
      {...form.drawer}
      title={current ? t`Edit capacity assignment` : t`New capacity assignment`}
      submit={t`Save assignment`}
    >
      {form.conflict}
      <LimitedInput
        label={t`Name`}
        data-autofocus
        limit={LIMITS.name}
        value={values.name}
        onChange={(change) => set({ name: change.currentTarget.value })}
        error={form.errors['name']}
      />
      <TextInput
        label={<OptionalLabel>{t`Capacity`}</OptionalLabel>}
        description={t`Places that these tickets share. Leave empty for no limit.`}
        inputMode="numeric"
        value={values.capacity}
        onChange={(change) => set({ capacity: change.currentTarget.value })}
        error={form.errors['capacity']}
      />
      {isBelow && event.calledOffAt === null && (
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
          <FieldHint>
            <Trans>What they have sold already counts from the start.</Trans>
          </FieldHint>
        }
      />
      <Switch
        labelPosition="left"
        label={t`Active`}
        description={t`Switched off it limits nothing, and its tickets sell by their own quantities.`}
        checked={values.active}
        onChange={(change) => set({ active: change.currentTarget.checked })}
      />
      {current && <HistorySection kind="capacity_assignment" id={current.id} />}
    </FormDrawer>
  );
}

/** What someone else changed after the form of a capacity assignment was read. */
function useCapacityDifferences(eventId: number) {
  const { i18n, t } = useLingui();
  const tickets = useTicketNames(eventId);
  const labels = { name: t`Name`, capacity: t`Capacity`, ticketIds: t`Tickets`, active: t`Active` };
  return useDifferences<CapacityValues, keyof CapacityValues>(labels, ({ capacity, ticketIds }, field) => {
    if (field === 'capacity') return capacity || t`No limit`;
    return field === 'ticketIds' ? namesOf(ticketIds, { tickets, locale: i18n.locale }) : undefined;
  });
}
