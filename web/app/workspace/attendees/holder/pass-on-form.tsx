import { personName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import { type AttendeeDetail, passOnTicket } from '@entrada/contract/sales/holders';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../platform/api/client.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { useDifferences } from '../../kit/form/differences.ts';
import { FormDrawer } from '../../kit/form/drawer-frame.tsx';
import { judge } from '../../kit/form/judge.ts';
import { useRecordForm } from '../../kit/form/use-record-form.tsx';
import { type HolderView, loadAttendee, type PassOnBody, sendPassOn, touchedByHolders } from './api.ts';
import styles from './holder.module.css';
import { PersonFields, type PersonValues } from './person-fields.tsx';

/** `holder`: who has the ticket until it is passed on. */
type Values = PersonValues & { holder: string };

const emptyFor = (one: AttendeeDetail | null, locale: string): Values => ({
  firstName: '',
  lastName: '',
  email: '',
  locale: one?.locale ?? 'en',
  holder: one ? sideBySide([personName(one), one.email], locale) : '',
});

/** The form that gives a ticket to another person. It says what happens to the code before. */
export function PassOnForm({ view, close }: { view: HolderView; close: () => void }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const { attendee } = view;
  const of = { eventId: event.id, attendeeId: attendee.id };
  const key = useRef(newIdempotencyKey());
  const [tells, setTells] = useState(true);
  const [hasEntered, setEntered] = useState(attendee.entries.length > 0);
  const form = useRecordForm({
    found: attendee,
    read: (one) => emptyFor(one, i18n.locale),
    judge: ({ holder: _, ...person }, { current }) =>
      judge(passOnTicket, {
        version: current?.version ?? attendee.version,
        ...person,
        locale: person.locale as Locale,
        tellOldHolder: tells,
        evenIfCheckedIn: hasEntered,
      }),
    load: () => loadAttendee(of),
    save: (body: PassOnBody) => sendPassOn(of, body, key.current),
    invalidates: () => touchedByHolders(event.id, attendee.order.id),
    success: (saved) => {
      const name = personName(saved);
      return t`The ticket is passed on to ${name}`;
    },
    close,
    onError: (error) => {
      key.current = newIdempotencyKey();
      if (error.code === 'ATTENDEE_CHECKED_IN') setEntered(true);
      return false;
    },
    differences: useDifferences<Values, 'holder'>({ holder: t`Holder until now` }),
  });
  const now = form.current ?? attendee;
  const name = personName(now);
  const title = sideBySide([now.ticket.name, now.ticket.priceLabel], i18n.locale);
  const hasAnswers = view.answers.answers.some(({ given }) => given !== null);
  return (
    <FormDrawer {...form.drawer} title={t`Pass on the ticket`} submit={t`Pass on ticket`}>
      {form.conflict}
      <p className={styles.lead}>
        <Trans>
          {title}, now in the name of {name}
        </Trans>
      </p>
      {hasEntered && (
        <Note tone="attn">
          <Trans>
            Somebody has entered with this ticket. Whoever gets it can only enter by a check-in list where it
            was not used.
          </Trans>
        </Note>
      )}
      <PersonFields values={form.values} errors={form.errors} set={form.set} />
      <Checkbox
        label={<Trans>Tell {name}</Trans>}
        description={<Trans>{now.email} gets an email that does not name the other person.</Trans>}
        checked={tells}
        onChange={(change) => setTells(change.currentTarget.checked)}
      />
      <ul className={styles.consequences}>
        <li>
          <Trans>The new ticket goes to the new address at once.</Trans>
        </li>
        <li>
          <Trans>The code and the link that were sent before stop working.</Trans>
        </li>
        <li>
          <Trans>The buyer still has the order, but no longer sees this ticket.</Trans>
        </li>
        {hasAnswers && (
          <li>
            <Trans>The answers stay as they were given. Check whether they fit the new person.</Trans>
          </li>
        )}
      </ul>
    </FormDrawer>
  );
}
