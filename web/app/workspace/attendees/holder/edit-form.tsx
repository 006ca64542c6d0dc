import { personName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import { type AttendeeDetail, updateAttendee } from '@entrada/contract/sales/holders';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { isLocale, localeNames } from '../../../platform/i18n/locales.ts';
import { useEvent } from '../../kit/data/event.ts';
import { useDifferences } from '../../kit/form/differences.ts';
import { FormDrawer } from '../../kit/form/drawer-frame.tsx';
import { judge } from '../../kit/form/judge.ts';
import { useRecordForm } from '../../kit/form/use-record-form.tsx';
import { type CorrectionBody, loadAttendee, saveAttendee, touchedByHolders } from './api.ts';
import { PersonFields, type PersonValues } from './person-fields.tsx';

const valuesOf = (one: AttendeeDetail | null): PersonValues => ({
  firstName: one?.firstName ?? '',
  lastName: one?.lastName ?? '',
  email: one?.email ?? '',
  locale: one?.locale ?? '',
});

type EditFormProps = {
  attendee: AttendeeDetail;
  startsAtEmail: boolean | undefined;
  close: () => void;
};

/** The form that corrects the names, the address and the language of an attendee. The code stays. */
export function EditForm({ attendee, startsAtEmail, close }: EditFormProps) {
  const { t } = useLingui();
  const event = useEvent();
  const of = { eventId: event.id, attendeeId: attendee.id };
  const [sends, setSends] = useState(true);
  const form = useRecordForm({
    found: attendee,
    read: valuesOf,
    judge: (values, { current, initial }) => {
      const isMoved = values.email.trim() !== initial.email;
      return judge(updateAttendee, {
        version: current?.version ?? attendee.version,
        ...values,
        locale: values.locale as Locale,
        sendTicket: sends && isMoved && attendee.obstacles.renew === null,
      });
    },
    load: () => loadAttendee(of),
    save: (body: CorrectionBody) => saveAttendee(of, body),
    invalidates: () => touchedByHolders(event.id, attendee.order.id),
    success: (saved) => t`${personName(saved)} is saved.`,
    close,
    differences: useDifferences<PersonValues, keyof PersonValues>(
      { firstName: t`First name`, lastName: t`Last name`, email: t`Email`, locale: t`Language` },
      (values, field) =>
        field === 'locale' && isLocale(values.locale) ? localeNames[values.locale] : undefined,
    ),
  });
  const { values, initial } = form;
  const isMoved = values.email.trim() !== initial.email;
  return (
    <FormDrawer {...form.drawer} title={t`Edit attendee`} submit={t`Save attendee`}>
      {form.conflict}
      <PersonFields
        values={values}
        errors={form.errors}
        set={form.set}
        startsAtEmail={startsAtEmail}
        emailNote={t`The code of the ticket stays the same. For another person, pass the ticket on.`}
      />
      {isMoved && attendee.obstacles.renew === null && (
        <Checkbox
          label={<Trans>Send the ticket to the new address</Trans>}
          checked={sends}
          onChange={(change) => setSends(change.currentTarget.checked)}
        />
      )}
    </FormDrawer>
  );
}
