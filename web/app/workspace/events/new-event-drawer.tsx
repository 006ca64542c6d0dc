import { LIMITS } from '@entrada/contract/constants';
import type { Currency } from '@entrada/contract/money';
import { isCurrency } from '@entrada/contract/money';
import { useLingui } from '@lingui/react/macro';
import { Radio, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldErrorMessage } from '../../platform/error-messages.ts';
import { fromLocalTime } from '../../platform/zoned-time.ts';
import { keys } from '../keys.ts';
import { eventPath } from '../shell/event.ts';
import { useSession } from '../shell/session.ts';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import { CurrencySelect } from '../ui/currency-select.tsx';
import { DateTimeInput } from '../ui/date-time-input.tsx';
import { FormDrawer, FormSection, Two } from '../ui/form-drawer.tsx';
import { OptionalLabel } from '../ui/labels.tsx';
import { TimeZoneSelect } from '../ui/time-zone-select.tsx';
import { useFormErrors } from '../ui/use-form-errors.ts';
import { saveEvent } from './api.ts';

type Values = {
  title: string;
  organizerId: number;
  startsAt: string;
  endsAt: string;
  timezone: string;
  currency: Currency;
  place: 'venue' | 'online';
  venueName: string;
  city: string;
};

type NewEventDrawerProps = { opened: boolean; close: () => void };

/** Creates a draft and leads to its getting-started page. */
export function NewEventDrawer({ opened, close }: NewEventDrawerProps) {
  // A new key each time it opens, so that it starts empty.
  return opened ? <NewEventForm close={close} /> : null;
}

function NewEventForm({ close }: { close: () => void }) {
  const { t, i18n } = useLingui();
  const { organizers, me } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useFormErrors();
  const [initial] = useState<Values>(() => {
    const organizer = organizers[0];
    const currency = organizer?.currency ?? me.account.currency;
    return {
      title: '',
      organizerId: organizer?.id ?? 0,
      startsAt: '',
      endsAt: '',
      timezone: organizer?.timezone ?? me.account.timezone,
      currency: isCurrency(currency) ? currency : 'EUR',
      place: 'venue',
      venueName: '',
      city: '',
    };
  });
  const [values, setValues] = useState(initial);
  const set = <K extends keyof Values>(name: K, value: Values[K]) => {
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
      form.refuseBy(error, (path) => path in values);
      return true;
    },
  });
  const submit = () => {
    const startsAt = fromLocalTime(values.startsAt, values.timezone);
    const endsAt = values.endsAt === '' ? null : fromLocalTime(values.endsAt, values.timezone);
    const wrong: Record<string, string> = {};
    const say = (code: 'required' | 'invalid_date' | 'must_be_after_start', path: string) => {
      wrong[path] = fieldErrorMessage(i18n, { path, code });
    };
    if (values.title.trim() === '') say('required', 'title');
    if (!startsAt) say(values.startsAt ? 'invalid_date' : 'required', 'startsAt');
    if (endsAt === undefined) say('invalid_date', 'endsAt');
    if (startsAt && endsAt && endsAt <= startsAt) say('must_be_after_start', 'endsAt');
    if (Object.keys(wrong).length > 0 || !startsAt || endsAt === undefined) return form.refuse(wrong);
    form.clear();
    const { title, organizerId, timezone, currency, place, venueName, city } = values;
    const isOnline = place === 'online';
    void save.start({
      title,
      organizerId,
      startsAt,
      endsAt,
      timezone,
      currency,
      location: isOnline ? { isOnline } : { isOnline, venueName, city },
    });
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
          value={String(values.organizerId)}
          onChange={(id) => id && set('organizerId', Number(id))}
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
        <Radio.Group
          value={values.place}
          onChange={(value) => set('place', value === 'online' ? 'online' : 'venue')}
          aria-label={t`Where`}
        >
          <Two>
            <Radio value="venue" label={t`At a venue`} />
            <Radio value="online" label={t`Online`} />
          </Two>
        </Radio.Group>
        {values.place === 'venue' && (
          <Two>
            <TextInput
              label={<OptionalLabel>{t`Venue`}</OptionalLabel>}
              maxLength={LIMITS.address}
              value={values.venueName}
              onChange={(event) => set('venueName', event.currentTarget.value)}
            />
            <TextInput
              label={<OptionalLabel>{t`City`}</OptionalLabel>}
              maxLength={LIMITS.address}
              value={values.city}
              onChange={(event) => set('city', event.currentTarget.value)}
            />
          </Two>
        )}
      </FormSection>
      <FormSection title={t`Money`}>
        <CurrencySelect
          label={t`Currency`}
          value={values.currency}
          onChange={(value) => set('currency', value)}
          error={form.errors['currency']}
          description={t`All prices of the event are in it. It is fixed after the first sale.`}
        />
      </FormSection>
    </FormDrawer>
  );
}
