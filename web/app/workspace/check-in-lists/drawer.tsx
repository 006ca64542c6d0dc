import { LIMITS } from '@entrada/contract/constants';
import { type CheckInList, createCheckInList } from '@entrada/contract/door/check-in-lists';
import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { toLocalTime } from '../../platform/i18n/zoned-time.ts';
import { HistorySection } from '../kit/audit/section.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useTicketNames } from '../kit/data/ticket-names.ts';
import { Two } from '../kit/display/two.tsx';
import { DateTimeInput } from '../kit/fields/date-time-input.tsx';
import { FieldHint, OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput, LimitedTextarea } from '../kit/fields/limited-text.tsx';
import {
  namesOf,
  TicketChoice,
  type TicketChoiceValue,
  ticketChoiceBody,
  ticketChoiceOf,
} from '../kit/fields/ticket-choice.tsx';
import { useDifferences } from '../kit/form/differences.ts';
import { FormDrawer, FormSection } from '../kit/form/drawer-frame.tsx';
import { type Judged, judge } from '../kit/form/judge.ts';
import { RecordDrawer } from '../kit/form/record-drawer.tsx';
import { readTyped } from '../kit/form/typed.ts';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { type CheckInListBody, loadList, saveList, touchedByLists } from './api.ts';

type Values = TicketChoiceValue & {
  allowsReentry: boolean;
  allowsSales: boolean;
  name: string;
  description: string;
  activatesAt: string;
  expiresAt: string;
};

const noValues: Values = {
  name: '',
  description: '',
  allTickets: true,
  ticketIds: [],
  activatesAt: '',
  expiresAt: '',
  allowsReentry: false,
  allowsSales: false,
};

function valuesOf(list: CheckInList, timezone: string): Values {
  const local = (at: string | null) => (at ? toLocalTime(at, timezone) : '');
  return {
    name: list.name,
    description: list.description,
    ...ticketChoiceOf(list),
    activatesAt: local(list.activatesAt),
    expiresAt: local(list.expiresAt),
    allowsReentry: list.allowsReentry,
    allowsSales: list.allowsSales,
  };
}

/** Turns the form's values into the body of the request, or lists its errors. */
function readList(values: Values, timezone: string): Judged<CheckInListBody> {
  const typed = readTyped();
  const { name, description, allowsReentry, allowsSales } = values;
  const activatesAt = typed.instantOrNull('activatesAt', values.activatesAt, timezone);
  const expiresAt = typed.instantOrNull('expiresAt', values.expiresAt, timezone);
  return judge(
    createCheckInList,
    { name, description, ...ticketChoiceBody(values), activatesAt, expiresAt, allowsReentry, allowsSales },
    typed,
  );
}

/** The drawer of a new or an existing check-in list. */
export function ListDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  return (
    <RecordDrawer
      which={which}
      title={t`Edit list`}
      close={close}
      queryKey={(id) => keys.checkInList(event.id, id)}
      load={(id, signal) => loadList(event.id, id, signal)}
    >
      {(list) => <ListForm list={list} close={close} />}
    </RecordDrawer>
  );
}

function ListForm({ list, close }: { list: CheckInList | null; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const form = useRecordForm({
    found: list,
    read: (found) => (found ? valuesOf(found, event.timezone) : noValues),
    judge: (typed) => readList(typed, event.timezone),
    load: ({ id }) => loadList(event.id, id),
    save: (body: CheckInListBody, current) => saveList(event.id, body, current),
    invalidates: () => touchedByLists(event.id),
    success: ({ name }) => t`${name} is saved.`,
    close,
    differences: useListDifferences(event.id),
  });
  const { current, values, set } = form;
  return (
    <FormDrawer {...form.drawer} title={current ? t`Edit list` : t`New list`} submit={t`Save list`}>
      {form.conflict}
      <LimitedInput
        label={t`Name`}
        data-autofocus
        limit={LIMITS.name}
        value={values.name}
        onChange={(change) => set({ name: change.currentTarget.value })}
        error={form.errors['name']}
      />
      <LimitedTextarea
        label={<OptionalLabel>{t`Note for staff`}</OptionalLabel>}
        autosize
        minRows={2}
        maxRows={8}
        limit={LIMITS.staffDescription}
        value={values.description}
        onChange={(change) => set({ description: change.currentTarget.value })}
        error={form.errors['description']}
      />
      <TicketChoice
        eventId={event.id}
        title={t`Tickets that may enter`}
        onlyAdmitting
        value={values}
        onChange={set}
        error={form.errors['ticketIds']}
      />
      <FormSection title={t`When the link works`}>
        <Two>
          <DateTimeInput
            label={<OptionalLabel>{t`From`}</OptionalLabel>}
            value={values.activatesAt}
            timezone={event.timezone}
            onChange={(activatesAt) => set({ activatesAt })}
            error={form.errors['activatesAt']}
          />
          <DateTimeInput
            label={<OptionalLabel>{t`Until`}</OptionalLabel>}
            value={values.expiresAt}
            timezone={event.timezone}
            onChange={(expiresAt) => set({ expiresAt })}
            error={form.errors['expiresAt']}
          />
        </Two>
        <FieldHint>
          <Trans>Leave empty to let it work always.</Trans>
        </FieldHint>
      </FormSection>
      <FormSection title={t`At the door`}>
        <Switch
          label={t`People may go out and come in again`}
          checked={values.allowsReentry}
          onChange={(change) => set({ allowsReentry: change.currentTarget.checked })}
        />
        <Switch
          label={t`Supervisors may sell tickets and add guests`}
          checked={values.allowsSales}
          onChange={(change) => set({ allowsSales: change.currentTarget.checked })}
        />
      </FormSection>
      {current && <HistorySection kind="check_in_list" id={current.id} />}
    </FormDrawer>
  );
}

/** The fields that someone else changed after the form was read, beside the form's own values. */
function useListDifferences(eventId: number) {
  const { i18n, t } = useLingui();
  const tickets = useTicketNames(eventId);
  const labels = {
    name: t`Name`,
    description: t`Note for staff`,
    allTickets: t`Tickets that may enter`,
    activatesAt: t`From`,
    expiresAt: t`Until`,
    allowsReentry: t`People may go out and come in again`,
    allowsSales: t`Supervisors may sell tickets and add guests`,
  };
  return useDifferences<Values, keyof typeof labels>(labels, ({ allTickets, ticketIds }, field) => {
    if (field !== 'allTickets') return undefined;
    return allTickets ? t`All tickets` : namesOf(ticketIds, { tickets, locale: i18n.locale });
  });
}
