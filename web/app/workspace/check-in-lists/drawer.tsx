import { LIMITS } from '@entrada/contract/constants';
import type { CheckInList } from '@entrada/contract/door/check-in-lists';
import { Trans, useLingui } from '@lingui/react/macro';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorMessage } from '../../platform/api/error-messages.ts';
import { timeZoneLabel } from '../../platform/i18n/time-zone.ts';
import { fromLocalTime, toLocalTime } from '../../platform/i18n/zoned-time.ts';
import { useEvent } from '../kit/data/event.ts';
import { useChange } from '../kit/data/use-change.ts';
import { DateTimeInput } from '../kit/fields/date-time-input.tsx';
import { OptionalLabel } from '../kit/fields/labels.tsx';
import {
  lacksTickets,
  TicketChoice,
  type TicketChoiceValue,
  ticketChoiceBody,
  ticketChoiceOf,
} from '../kit/fields/ticket-choice.tsx';
import { FormDrawer, FormSection, Two } from '../kit/form/drawer-frame.tsx';
import { useFormErrors } from '../kit/form/use-form-errors.ts';
import { useLeaveGuard } from '../kit/form/use-leave-guard.ts';
import { type CheckInListBody, saveList, touchedByLists } from './api.ts';
import styles from './check-in-lists.module.css';

type Values = TicketChoiceValue & {
  name: string;
  description: string;
  activatesAt: string;
  expiresAt: string;
};

export function ListDrawer({ list, close }: { list: CheckInList | null; close: () => void }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const form = useFormErrors();
  const [initial] = useState<Values>(() => {
    const local = (at: string | null | undefined) => (at ? toLocalTime(at, event.timezone) : '');
    return {
      name: list?.name ?? '',
      description: list?.description ?? '',
      ...ticketChoiceOf(list),
      activatesAt: local(list?.activatesAt),
      expiresAt: local(list?.expiresAt),
    };
  });
  const [values, setValues] = useState(initial);
  const set = <K extends keyof Values>(name: K, value: Values[K]) => {
    setValues((current) => ({ ...current, [name]: value }));
    form.forget(name);
  };
  const guard = useLeaveGuard(JSON.stringify(values) !== JSON.stringify(initial));
  const save = useChange({
    run: (body: CheckInListBody) => saveList(event.id, body, list),
    invalidates: () => touchedByLists(event.id),
    success: (saved) => t`${saved.name} is saved.`,
    onDone: () => {
      guard.release();
      close();
    },
    onError: (error) => {
      form.refuseBy(error, (path) => path in values);
      return true;
    },
  });
  const submit = () => {
    const instant = (local: string) => (local === '' ? null : fromLocalTime(local, event.timezone));
    const activatesAt = instant(values.activatesAt);
    const expiresAt = instant(values.expiresAt);
    const wrong: Record<string, string> = {};
    const say = (path: string, code: 'required' | 'invalid_date' | 'must_be_after_start') => {
      wrong[path] = fieldErrorMessage(i18n, { path, code });
    };
    if (values.name.trim() === '') say('name', 'required');
    if (lacksTickets(values)) wrong['ticketIds'] = t`Choose at least one ticket.`;
    if (activatesAt === undefined) say('activatesAt', 'invalid_date');
    if (expiresAt === undefined) say('expiresAt', 'invalid_date');
    if (activatesAt && expiresAt && expiresAt <= activatesAt) say('expiresAt', 'must_be_after_start');
    if (Object.keys(wrong).length > 0 || activatesAt === undefined || expiresAt === undefined) {
      return form.refuse(wrong);
    }
    form.clear();
    const { name, description } = values;
    void save.start({ name, description, ...ticketChoiceBody(values), activatesAt, expiresAt });
  };
  const zone = timeZoneLabel(i18n, event.startsAt, event.timezone);
  return (
    <FormDrawer
      opened
      title={list ? t`Edit list` : t`New list`}
      submit={t`Save list`}
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
        value={values.name}
        onChange={(change) => set('name', change.currentTarget.value)}
        error={form.errors['name']}
      />
      <Textarea
        label={<OptionalLabel>{t`Note for staff`}</OptionalLabel>}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LIMITS.staffDescription}
        value={values.description}
        onChange={(change) => set('description', change.currentTarget.value)}
        error={form.errors['description']}
      />
      <TicketChoice
        eventId={event.id}
        title={t`Tickets that may enter`}
        value={values}
        onChange={(choice) => {
          setValues((current) => ({ ...current, ...choice }));
          form.forget('ticketIds');
        }}
        error={form.errors['ticketIds']}
      />
      <FormSection title={t`When the link works`}>
        <Two>
          <DateTimeInput
            label={<OptionalLabel>{t`From`}</OptionalLabel>}
            value={values.activatesAt}
            timezone={event.timezone}
            onChange={(value) => set('activatesAt', value)}
            error={form.errors['activatesAt']}
          />
          <DateTimeInput
            label={<OptionalLabel>{t`Until`}</OptionalLabel>}
            value={values.expiresAt}
            timezone={event.timezone}
            onChange={(value) => set('expiresAt', value)}
            error={form.errors['expiresAt']}
          />
        </Two>
        <p className={styles.hint}>
          <Trans>{zone}. Leave empty to let it work always.</Trans>
        </p>
      </FormSection>
    </FormDrawer>
  );
}
