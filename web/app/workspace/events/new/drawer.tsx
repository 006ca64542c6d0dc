import type { EventDetail } from '@entrada/contract/catalog/events';
import { LIMITS } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { fromLocalTime } from '../../../platform/i18n/zoned-time.ts';
import { eventPath } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { CurrencySelect } from '../../kit/fields/currency-select.tsx';
import { DateTimeInput } from '../../kit/fields/date-time-input.tsx';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { TimeZoneSelect } from '../../kit/fields/time-zone-select.tsx';
import { FormDrawer, FormSection, Two } from '../../kit/form/drawer-frame.tsx';
import { useRecordForm } from '../../kit/form/use-record-form.tsx';
import { RichTextEditor } from '../../kit/rich-text/editor.tsx';
import { type EventBody, saveEvent } from '../api.ts';
import { type NewEventValues, newEventValues, readNewEvent, withOrganizer } from './values.ts';
import { NewEventWhere } from './where.tsx';

type NewEventDrawerProps = {
  opened: boolean;
  close: () => void;
  /** Set if the drawer was opened on the page of this organizer. */
  organizerId?: number;
};

/** The drawer that creates a draft event and then opens its getting-started page. */
export function NewEventDrawer({ opened, ...rest }: NewEventDrawerProps) {
  // The form is removed when the drawer closes, so that it is empty when it opens again.
  return opened ? <NewEventForm {...rest} /> : null;
}

function NewEventForm({ close, organizerId }: Omit<NewEventDrawerProps, 'opened'>) {
  const { t } = useLingui();
  const { organizers, me } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useRecordForm<EventDetail, NewEventValues, EventBody>({
    found: null,
    read: () => newEventValues(organizers.find(({ id }) => id === organizerId) ?? organizers[0], me.account),
    judge: readNewEvent,
    save: saveEvent,
    invalidates: () => [keys.events],
    success: (event) => t`${event.title} is created.`,
    close,
    leave: (event) => {
      client.setQueryData(keys.event(event.id), event);
      void navigate(eventPath(event.id, 'getting-started'), { replace: true });
    },
    shows: (path) => path.startsWith('location.'),
  });
  const { values } = form;
  const set = <K extends keyof NewEventValues>(name: K, value: NewEventValues[K]) =>
    form.set({ [name]: value } as unknown as Partial<NewEventValues>);
  const at = fromLocalTime(values.startsAt, values.timezone) ?? new Date().toISOString();
  return (
    <FormDrawer {...form.drawer} title={t`New event`} submit={t`Create event`}>
      <TextInput
        label={t`Name`}
        data-autofocus
        maxLength={LIMITS.name}
        value={values.title}
        onChange={(event) => set('title', event.currentTarget.value)}
        error={form.errors['title']}
      />
      {organizers.length > 1 && (
        <Select
          label={t`Organizer`}
          searchable={organizers.length > 8}
          value={String(values.organizerId)}
          onChange={(id) => {
            const from = organizers.find((one) => one.id === values.organizerId);
            const to = organizers.find((one) => String(one.id) === id);
            if (to) form.set((current) => withOrganizer(current, { from, to }));
          }}
          data={organizers.map(({ id, name }) => ({ value: String(id), label: name }))}
          allowDeselect={false}
          error={form.errors['organizerId']}
        />
      )}
      <FormSection title={t`When`}>
        <Two>
          <DateTimeInput
            label={t`Starts`}
            value={values.startsAt}
            timezone={values.timezone}
            onChange={(value) => set('startsAt', value)}
            error={form.errors['startsAt']}
          />
          <DateTimeInput
            label={<OptionalLabel>{t`Ends`}</OptionalLabel>}
            value={values.endsAt}
            timezone={values.timezone}
            onChange={(value) => set('endsAt', value)}
            error={form.errors['endsAt']}
          />
        </Two>
        <TimeZoneSelect
          label={t`Time zone`}
          value={values.timezone}
          at={at}
          onChange={(value) => set('timezone', value)}
          error={form.errors['timezone']}
        />
      </FormSection>
      <FormSection title={t`Where`}>
        <NewEventWhere values={values} errors={form.errors} set={set} />
      </FormSection>
      <FormSection title={t`About`}>
        <RichTextEditor
          label={<OptionalLabel>{t`Description`}</OptionalLabel>}
          isShort
          value={values.description}
          onChange={(value) => set('description', value)}
          error={form.errors['description']}
        />
      </FormSection>
      <FormSection title={t`Money`}>
        <CurrencySelect
          label={t`Currency`}
          value={values.currency}
          onChange={(value) => set('currency', value)}
          error={form.errors['currency']}
          description={t`All prices of the event are in it. It can’t be changed later.`}
        />
      </FormSection>
    </FormDrawer>
  );
}
