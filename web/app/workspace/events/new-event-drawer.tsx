import { LIMITS } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldErrorMessage } from '../../platform/api/error-messages.ts';
import { fromLocalTime } from '../../platform/i18n/zoned-time.ts';
import { eventPath } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { CurrencySelect } from '../kit/fields/currency-select.tsx';
import { DateTimeInput } from '../kit/fields/date-time-input.tsx';
import { OptionalLabel } from '../kit/fields/labels.tsx';
import { TimeZoneSelect } from '../kit/fields/time-zone-select.tsx';
import { FormDrawer, FormSection, Two } from '../kit/form/drawer-frame.tsx';
import { useFormErrors } from '../kit/form/use-form-errors.ts';
import { useLeaveGuard } from '../kit/form/use-leave-guard.ts';
import { RichTextEditor } from '../kit/rich-text/editor.tsx';
import { saveEvent } from './api.ts';
import { type NewEventValues, newEventValues, readNewEvent, withOrganizer } from './new-event-values.ts';
import { NewEventWhere } from './new-event-where.tsx';

type NewEventDrawerProps = {
  opened: boolean;
  close: () => void;
  /** Whose page this is opened from. */
  organizerId?: number;
};

/** Creates a draft and leads to its getting-started page. */
export function NewEventDrawer({ opened, ...rest }: NewEventDrawerProps) {
  // A new key each time it opens, so that it starts empty.
  return opened ? <NewEventForm {...rest} /> : null;
}

function NewEventForm({ close, organizerId }: Omit<NewEventDrawerProps, 'opened'>) {
  const { t, i18n } = useLingui();
  const { organizers, me } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useFormErrors();
  const [initial] = useState(() =>
    newEventValues(organizers.find(({ id }) => id === organizerId) ?? organizers[0], me.account),
  );
  const [values, setValues] = useState(initial);
  const set = <K extends keyof NewEventValues>(name: K, value: NewEventValues[K]) => {
    setValues((current) => ({ ...current, [name]: value }));
    form.forget(name);
  };
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial);
  const guard = useLeaveGuard(isDirty);
  const save = useChange({
    run: saveEvent,
    invalidates: () => [keys.events],
    success: (event) => t`${event.title} is created.`,
    onDone: (event) => {
      client.setQueryData(keys.event(event.id), event);
      guard.release();
      void navigate(eventPath(event.id, 'getting-started'), { replace: true });
    },
    onError: (error) => {
      form.refuseBy(error, (path) => path in values || path.startsWith('location.'));
      return true;
    },
  });
  const submit = () => {
    const { body, wrong } = readNewEvent(values);
    if (!body) {
      return form.refuse(Object.fromEntries(wrong.map((one) => [one.path, fieldErrorMessage(i18n, one)])));
    }
    form.clear();
    void save.start(body);
  };
  const at = fromLocalTime(values.startsAt, values.timezone) ?? new Date().toISOString();
  return (
    <FormDrawer
      opened
      title={t`New event`}
      submit={t`Create event`}
      isPending={save.isPending}
      onClose={close}
      onSubmit={submit}
      error={form.whole}
      attempts={form.attempts}
    >
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
            if (to) setValues((current) => withOrganizer(current, { from, to }));
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
