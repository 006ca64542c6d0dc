import { personName } from '@entrada/contract/accounts/person-name';
import type { AttendeeDetail } from '@entrada/contract/sales/holders';
import { type MoveQuote, moveAttendee } from '@entrada/contract/sales/moves/to-another-ticket';
import { asTyped, sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../platform/api/client.ts';
import { errorCodeMessage } from '../../../platform/api/error-messages.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { workspaceErrors } from '../../kit/data/error-messages.ts';
import { useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { SideDrawer } from '../../kit/dialogs/side-drawer.tsx';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { useDifferences } from '../../kit/form/differences.ts';
import { FormDrawer } from '../../kit/form/drawer-frame.tsx';
import { judge } from '../../kit/form/judge.ts';
import { useRecordForm } from '../../kit/form/use-record-form.tsx';
import { loadAttendee, touchedByHolders } from '../holder/api.ts';
import { loadQuote, type MoveBody, sendMove } from './api.ts';
import { DifferenceFields, type MoveValues, PlaceField } from './fields.tsx';
import styles from './move.module.css';

type MoveFormProps = { attendee: AttendeeDetail; close: () => void };

/** The form that moves an attendee to another ticket or price. What stands against a move is said in its place. */
export function MoveForm({ attendee, close }: MoveFormProps) {
  const { i18n } = useLingui();
  const { id: eventId } = useEvent();
  const of = { eventId, attendeeId: attendee.id };
  const { data, error, isError, refetch } = useQuery({
    queryKey: [...keys.attendee(eventId, attendee.id), 'move'],
    queryFn: ({ signal }) => loadQuote(of, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const again = async () => void (await refetch());
  if (isError)
    return (
      <Aside close={close}>
        <LoadFailed error={error} retry={() => void again()} />
      </Aside>
    );
  if (!data)
    return (
      <Aside close={close}>
        <Skeleton height={64} />
        <Skeleton height={132} />
      </Aside>
    );
  if (data.obstacle || data.choices.length === 0)
    return (
      <Aside close={close}>
        <Note tone="info">
          {data.obstacle ? (
            errorCodeMessage(i18n, data.obstacle, workspaceErrors)
          ) : (
            <Trans>The event has no other ticket that lets people in.</Trans>
          )}
        </Note>
        <Button onClick={close}>
          <Trans>Back</Trans>
        </Button>
      </Aside>
    );
  return <Filled attendee={attendee} quote={data} again={again} close={close} />;
}

/** The drawer while there is no form. */
function Aside({ close, children }: { close: () => void; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <SideDrawer opened onClose={close} title={t`Change ticket`}>
      <div className={styles.body}>{children}</div>
    </SideDrawer>
  );
}

const emptyFor = (one: AttendeeDetail | null): MoveValues => ({
  priceId: null,
  settlement: null,
  exceedCapacity: false,
  place: one ? asTyped([one.ticket.name, one.ticket.priceLabel]) : '',
});

type FilledProps = MoveFormProps & { quote: MoveQuote; again: () => Promise<void> };

function Filled({ attendee, quote, again, close }: FilledProps) {
  const { t, i18n } = useLingui();
  const { id: eventId, calledOffAt } = useEvent();
  const of = { eventId, attendeeId: attendee.id };
  const key = useRef(newIdempotencyKey());
  const [sends, setSends] = useState(attendee.email !== '' && !attendee.awaitsName);
  const find = ({ priceId }: MoveValues) => quote.choices.find((one) => String(one.priceId) === priceId);
  const form = useRecordForm({
    found: attendee,
    read: emptyFor,
    judge: (values, { current }) => {
      const choice = find(values);
      return judge(moveAttendee, {
        version: current?.version ?? attendee.version,
        priceId: choice?.priceId,
        expectedDifference: choice?.difference ?? 0,
        settlement: choice?.difference ? values.settlement : null,
        exceedCapacity: values.exceedCapacity,
        sendTicket: sends,
      });
    },
    load: async () => {
      await again();
      return loadAttendee(of);
    },
    save: (body: MoveBody) => sendMove(of, body, key.current),
    invalidates: () => touchedByHolders(eventId, attendee.order.id),
    success: (saved) => {
      const name = personName(saved);
      const ticket = sideBySide([saved.ticket.name, saved.ticket.priceLabel], i18n.locale);
      return t`${name} now has: ${ticket}`;
    },
    close,
    onError: ({ status, code }) => {
      // A call without an answer may have moved. Its repetition has the same key.
      if (status >= 400 && status < 500) key.current = newIdempotencyKey();
      if (code === 'TOTAL_CHANGED' || code === 'NOT_ENOUGH_LEFT') void again();
      if (code !== 'NOT_ENOUGH_LEFT') return false;
      form.refuse(
        { exceedCapacity: t`No place is left. Tick the box to change the ticket all the same.` },
        '',
      );
      return true;
    },
    differences: useDifferences<MoveValues, 'place'>({ place: t`Ticket until now` }),
  });
  const { values, errors, set } = form;
  const chosen = find(values);
  const name = personName(form.current ?? attendee);
  const title = sideBySide([quote.current.ticketName, quote.current.priceLabel], i18n.locale);
  const { email } = attendee;
  return (
    <FormDrawer {...form.drawer} title={t`Change ticket`} submit={t`Change ticket`}>
      {form.conflict}
      <p className={styles.lead}>
        <Trans>
          {title}, now in the name of {name}
        </Trans>
      </p>
      <PlaceField quote={quote} chosen={chosen} values={values} errors={errors} set={set} />
      {chosen && <DifferenceFields quote={quote} chosen={chosen} values={values} errors={errors} set={set} />}
      {email !== '' && (
        <Checkbox
          label={<Trans>Send the new ticket to {email}</Trans>}
          checked={sends}
          onChange={(change) => setSends(change.currentTarget.checked)}
        />
      )}
      <ul className={styles.consequences}>
        <li>
          <Trans>The code and the link that were sent before stop working.</Trans>
        </li>
        {calledOffAt === null && (
          <li>
            <Trans>The place of the old ticket is on sale again.</Trans>
          </li>
        )}
        <li>
          <Trans>The order keeps what was bought. The difference stands beside it.</Trans>
        </li>
        {quote.isInvoiced && chosen && chosen.difference !== 0 && values.settlement !== 'waived' && (
          <li>
            <Trans>The invoice stays. A credit note and a new invoice follow.</Trans>
          </li>
        )}
      </ul>
    </FormDrawer>
  );
}
