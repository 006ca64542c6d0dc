import type { EventDetail } from '@entrada/contract/catalog/events';
import { COPY_PARTS, type CopyPart, duplicateEvent } from '@entrada/contract/catalog/lifecycle';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../../platform/api/client.ts';
import { fromLocalTime } from '../../../../platform/i18n/zoned-time.ts';
import { Skeleton } from '../../../../ui/notices/skeleton.tsx';
import { eventParams, eventPath, useEventQuery } from '../../data/event.ts';
import { keys } from '../../data/keys.ts';
import { SideDrawer } from '../../dialogs/side-drawer.tsx';
import { LoadFailed } from '../../display/load-failed.tsx';
import { Two } from '../../display/two.tsx';
import { DateTimeInput } from '../../fields/date-time-input.tsx';
import { Hint, OptionalLabel } from '../../fields/labels.tsx';
import { LimitedInput } from '../../fields/limited-text.tsx';
import { FormDrawer, FormSection } from '../../form/drawer-frame.tsx';
import { useRecordForm } from '../../form/use-record-form.tsx';
import {
  canCopy,
  type DuplicateBody,
  type DuplicateValues,
  duplicateValues,
  movedEnd,
  readDuplicate,
  withPart,
} from './values.ts';

type DuplicateDrawerProps = { eventId: number; close: () => void };

/** Copies an event as a draft. The user chooses the parts to copy, a title and dates. Then the copy opens. */
export function DuplicateDrawer({ eventId, close }: DuplicateDrawerProps) {
  const { t } = useLingui();
  const event = useEventQuery(eventId);
  if (event.data) return <DuplicateForm event={event.data} close={close} />;
  return (
    <SideDrawer opened onClose={close} title={t`Duplicate event`}>
      {event.isError ? (
        <LoadFailed error={event.error} retry={() => void event.refetch()} />
      ) : (
        <Stack gap="var(--s4-5)" role="status" aria-label={t`Loading`}>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={180} />
        </Stack>
      )}
    </SideDrawer>
  );
}

function DuplicateForm({ event, close }: { event: EventDetail; close: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const parts = usePartWords();
  const { timezone } = event;
  const form = useRecordForm<EventDetail, DuplicateValues, DuplicateBody>({
    found: null,
    read: () => duplicateValues(event, { title: t`Copy of ${event.title}`, now: new Date() }),
    judge: (now) => readDuplicate(now, timezone),
    save: async (body) => (await api(duplicateEvent, { ...eventParams(event.id), body })).data,
    invalidates: () => [keys.events],
    success: (made) => t`${made.title} is created as a draft.`,
    close,
    leave: (made) => {
      client.setQueryData(keys.event(made.id), made);
      void navigate(eventPath(made.id), { replace: true });
    },
  });
  const { values, set } = form;
  /** The last start that could be read. The end keeps its distance to it while another one is typed. */
  const start = useRef(values.startsAt);
  const moveStart = (startsAt: string) => {
    set({ startsAt, endsAt: movedEnd({ ...values, startsAt: start.current }, startsAt, timezone) });
    if (fromLocalTime(startsAt, timezone)) start.current = startsAt;
  };
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
    <FormDrawer {...form.drawer} title={t`Duplicate event`} submit={t`Create copy`}>
      <LimitedInput
        label={t`Name`}
        data-autofocus
        limit={LIMITS.name}
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
            onChange={moveStart}
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
        <Hint>
          <Trans>Sale times, expiry dates and the tickets’ own dates move along with the start.</Trans>
        </Hint>
      </FormSection>
      <FormSection title={t`What to copy`}>
        <Stack gap="sm">{COPY_PARTS.map(box)}</Stack>
        <Hint>
          <Trans>
            Description and place always come along. Orders, attendees and check-ins never do: nothing of the
            copy is sold.
          </Trans>
        </Hint>
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
