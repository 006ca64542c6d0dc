import type { EventDetail } from '@entrada/contract/catalog/events';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { fromLocalTime } from '../../../platform/i18n/zoned-time.ts';
import { eventPath } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { Two } from '../../kit/display/two.tsx';
import { useShare } from '../../kit/event-actions/sharing/use-share.tsx';
import { CurrencySelect } from '../../kit/fields/currency-select.tsx';
import { DateTimeInput } from '../../kit/fields/date-time-input.tsx';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { LimitedInput } from '../../kit/fields/limited-text.tsx';
import { TimeZoneSelect } from '../../kit/fields/time-zone-select.tsx';
import { FormDrawer, FormSection } from '../../kit/form/drawer-frame.tsx';
import { refusedAmount } from '../../kit/form/field-words.ts';
import { useRecordForm } from '../../kit/form/use-record-form.tsx';
import { notifySuccess } from '../../kit/frame/notify.tsx';
import { useAwaitConfirmation } from '../../kit/identity/await-confirmation.ts';
import { type EventBody, saveEvent } from '../api.ts';
import { CoverField } from './cover/field.tsx';
import { type NewCover, useCoverUpload } from './cover/use-upload.tsx';
import { NewEventTicket } from './ticket.tsx';
import { type NewEventValues, newEventValues, readNewEvent, withOrganizer } from './values.ts';
import { NewEventWhere } from './where.tsx';

type NewEventDrawerProps = {
  opened: boolean;
  close: () => void;
  /** Set if the drawer was opened on the page of this organizer. */
  organizerId?: number;
};

/**
 * The drawer that creates an event with its cover and its first ticket, as a draft or live at once, and then opens its
 * getting-started page.
 */
export function NewEventDrawer({ opened, ...rest }: NewEventDrawerProps) {
  // The form is removed when the drawer closes, so that it is empty when it opens again.
  return opened ? <NewEventForm {...rest} /> : null;
}

function NewEventForm({ close, organizerId }: Omit<NewEventDrawerProps, 'opened'>) {
  const { t, i18n } = useLingui();
  const { organizers, me } = useSession();
  useAwaitConfirmation(!me.emailConfirmed);
  const navigate = useNavigate();
  const client = useQueryClient();
  const share = useShare();
  const uploadCover = useCoverUpload();
  const [cover, setCover] = useState<NewCover | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const locale = languageTag(i18n.locale);
  const form = useRecordForm<EventDetail, NewEventValues, EventBody>({
    found: null,
    read: () =>
      newEventValues(
        organizers.find(({ id }) => id === organizerId) ?? organizers[0],
        me.account,
        t`General admission`,
      ),
    judge: (now) => readNewEvent(now, locale),
    currencyOf: (now) => now.currency,
    save: async (body) => {
      const event = await saveEvent(body);
      // The drawer waits for the picture: whoever opens the event's page next would break the upload off.
      if (cover) await uploadCover(event.id, cover);
      return event;
    },
    invalidates: () => [keys.events],
    close,
    leave: (event) => {
      client.setQueryData(keys.event(event.id), event);
      if (cover) void client.invalidateQueries({ queryKey: keys.event(event.id) });
      void navigate(eventPath(event.id, 'getting-started'), { replace: true });
      if (event.status === 'public') share(event, { isNew: true });
      else notifySuccess(t`${event.title} is created.`);
    },
    hasMore: cover !== null,
    shows: (path) => path.startsWith('location.') || path.startsWith('ticket.'),
    onError: (error) => {
      const amount = refusedAmount(i18n, error, form.values.currency);
      if (amount) form.refuse(amount);
      return amount !== null;
    },
  });
  const { values } = form;
  const set = <K extends keyof NewEventValues>(name: K, value: NewEventValues[K]) =>
    form.set({ [name]: value } as unknown as Partial<NewEventValues>);
  const at = fromLocalTime(values.startsAt, values.timezone) ?? new Date().toISOString();
  return (
    <FormDrawer
      {...form.drawer}
      onSubmit={() => {
        setPublishing(false);
        form.drawer.onSubmit();
      }}
      title={t`New event`}
      submit={t`Create event`}
      also={{
        label: t`Create and publish`,
        isPossible: me.emailConfirmed && values.ticket.kind !== 'later',
        isPressed: isPublishing,
        onSubmit: () => {
          setPublishing(true);
          form.submit((body) => ({ ...body, publish: true }));
        },
      }}
      note={
        !me.emailConfirmed && (
          <Trans>Confirm your email before you publish. We sent a link to {me.email}.</Trans>
        )
      }
    >
      <LimitedInput
        label={t`Name`}
        data-autofocus
        limit={LIMITS.name}
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
      <FormSection title={t`Cover`}>
        <CoverField cover={cover} onChange={setCover} />
      </FormSection>
      <FormSection title={t`First ticket`}>
        <NewEventTicket
          ticket={values.ticket}
          currency={values.currency}
          errors={form.errors}
          set={(change) => form.set((now) => ({ ticket: { ...now.ticket, ...change } }))}
        />
        <CurrencySelect
          label={t`Currency`}
          value={values.currency}
          onChange={(value) => set('currency', value)}
          error={form.errors['currency']}
          description={t`All prices of the event are in it. It can be changed until something is sold.`}
        />
      </FormSection>
    </FormDrawer>
  );
}
