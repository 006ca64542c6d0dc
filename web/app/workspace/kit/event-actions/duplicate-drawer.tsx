import type { EventDetail } from '@entrada/contract/catalog/events';
import { COPY_PARTS, type CopyPart, duplicateEvent } from '@entrada/contract/catalog/lifecycle';
import { LIMITS } from '@entrada/contract/constants';
import type { InputOf } from '@entrada/contract/endpoint';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Drawer, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import { fieldErrorMessage } from '../../../platform/api/error-messages.ts';
import { timeZoneLabel } from '../../../platform/i18n/time-zone.ts';
import { fromLocalTime } from '../../../platform/i18n/zoned-time.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { eventParams, eventPath, useEventQuery } from '../data/event.ts';
import { keys } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { LoadFailed } from '../display/load-failed.tsx';
import { DateTimeInput } from '../fields/date-time-input.tsx';
import { OptionalLabel } from '../fields/labels.tsx';
import { FormDrawer, FormSection, Two } from '../form/drawer-frame.tsx';
import { useFormErrors } from '../form/use-form-errors.ts';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import styles from './duplicate.module.css';
import { canCopy, type DuplicateValues, duplicateValues, movedEnd, withPart } from './duplicate-values.ts';

type DuplicateDrawerProps = { eventId: number; close: () => void };

/** Copies an event as a draft: what of it to take along, its new title and dates. Leads to the copy. */
export function DuplicateDrawer({ eventId, close }: DuplicateDrawerProps) {
  const { t } = useLingui();
  const event = useEventQuery(eventId);
  if (event.data) return <DuplicateForm event={event.data} close={close} />;
  return (
    <Drawer opened onClose={close} title={t`Duplicate event`}>
      {event.isError ? (
        <LoadFailed error={event.error} retry={() => void event.refetch()} />
      ) : (
        <Stack gap={18} role="status" aria-label={t`Loading`}>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={180} />
        </Stack>
      )}
    </Drawer>
  );
}

function DuplicateForm({ event, close }: { event: EventDetail; close: () => void }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useFormErrors();
  const parts = usePartWords();
  const { timezone } = event;
  const [initial] = useState(() =>
    duplicateValues(event, { title: t`Copy of ${event.title}`, now: new Date() }),
  );
  const [values, setValues] = useState(initial);
  const set = (change: Partial<DuplicateValues>) => {
    setValues((current) => ({ ...current, ...change }));
    for (const name of Object.keys(change)) form.forget(name);
  };
  const guard = useLeaveGuard(JSON.stringify(values) !== JSON.stringify(initial));
  const save = useChange({
    run: async (body: InputOf<typeof duplicateEvent>['body']) =>
      (await api(duplicateEvent, { ...eventParams(event.id), body })).data,
    invalidates: () => [keys.events],
    success: (made) => t`${made.title} is created as a draft.`,
    onDone: (made) => {
      client.setQueryData(keys.event(made.id), made);
      guard.release();
      void navigate(eventPath(made.id), { replace: true });
    },
    onError: (error) => {
      form.refuseBy(error, (path) => path in values);
      return true;
    },
  });
  const submit = () => {
    const startsAt = fromLocalTime(values.startsAt, timezone);
    const endsAt = values.endsAt === '' ? null : fromLocalTime(values.endsAt, timezone);
    const wrong: Record<string, string> = {};
    const say = (path: string, code: 'required' | 'invalid_date' | 'must_be_after_start') => {
      wrong[path] = fieldErrorMessage(i18n, { path, code });
    };
    if (values.title.trim() === '') say('title', 'required');
    if (!startsAt) say('startsAt', values.startsAt ? 'invalid_date' : 'required');
    if (endsAt === undefined) say('endsAt', 'invalid_date');
    if (startsAt && endsAt && endsAt <= startsAt) say('endsAt', 'must_be_after_start');
    if (Object.keys(wrong).length > 0 || !startsAt || endsAt === undefined) return form.refuse(wrong);
    form.clear();
    void save.start({ title: values.title, startsAt, endsAt, copy: values.copy });
  };
  const zone = timeZoneLabel(i18n, fromLocalTime(values.startsAt, timezone) ?? event.startsAt, timezone);
  const box = (part: CopyPart) => {
    const isPossible = canCopy(values.copy, part);
    return (
      <Checkbox
        key={part}
        label={parts[part].label}
        description={isPossible ? parts[part].hint : t`Needs the tickets.`}
        checked={values.copy[part]}
        disabled={!isPossible}
        onChange={(change) => set({ copy: withPart(values.copy, part, change.currentTarget.checked) })}
      />
    );
  };
  return (
    <FormDrawer
      opened
      title={t`Duplicate event`}
      submit={t`Create copy`}
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
        onChange={(change) => set({ title: change.currentTarget.value })}
        error={form.errors['title']}
      />
      <FormSection title={t`When`}>
        <Two>
          <DateTimeInput
            label={t`Starts`}
            value={values.startsAt}
            timezone={timezone}
            onChange={(startsAt) => set({ startsAt, endsAt: movedEnd(values, startsAt, timezone) })}
            error={form.errors['startsAt']}
          />
          <DateTimeInput
            label={<OptionalLabel>{t`Ends`}</OptionalLabel>}
            value={values.endsAt}
            timezone={timezone}
            onChange={(endsAt) => set({ endsAt })}
            error={form.errors['endsAt']}
          />
        </Two>
        <p className={styles.hint}>
          <Trans>{zone}. Sale times and expiry dates move along with the start.</Trans>
        </p>
      </FormSection>
      <FormSection title={t`What to copy`}>
        <Stack gap={12}>{COPY_PARTS.map(box)}</Stack>
        <p className={styles.hint}>
          <Trans>
            Description and place always come along. Orders, attendees and check-ins never do: nothing of the
            copy is sold.
          </Trans>
        </p>
      </FormSection>
    </FormDrawer>
  );
}

function usePartWords(): Record<CopyPart, { label: string; hint?: string }> {
  const { t } = useLingui();
  return {
    tickets: { label: t`Tickets`, hint: t`With their prices, quantities and sale times.` },
    taxesAndFees: { label: t`Taxes and fees`, hint: t`Those that the tickets carry.` },
    capacity: { label: t`Capacity` },
    promoCodes: { label: t`Promo codes`, hint: t`The same codes, none of them used yet.` },
    questions: {
      label: t`Questions`,
      hint: t`Those asked only for certain tickets come with the tickets.`,
    },
    checkInLists: { label: t`Check-in lists`, hint: t`With links of their own.` },
    affiliates: { label: t`Affiliates`, hint: t`Their clicks and sales start at zero.` },
    settings: { label: t`Settings`, hint: t`Checkout, payment, email, search engines and the page’s look.` },
    images: { label: t`Images` },
  };
}
