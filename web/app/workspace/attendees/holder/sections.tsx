import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorCodeMessage } from '../../../platform/api/error-messages.ts';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { isLocale, localeNames } from '../../../platform/i18n/locales.ts';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { Comma } from '../../../ui/space.tsx';
import { HeldAnswersList, hasAnswers } from '../../kit/answers/held-answers.tsx';
import { workspaceErrors } from '../../kit/data/error-messages.ts';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { RecordHistory } from '../../kit/record/history.tsx';
import { RecordSection } from '../../kit/record/section.tsx';
import { TicketChanges } from '../../kit/record/ticket-changes.tsx';
import { HolderActions } from './actions.tsx';
import type { HolderView } from './api.ts';
import type { HolderForm } from './forms.ts';
import styles from './holder.module.css';
import { HolderMails } from './mails.tsx';
import { TicketStub } from './stub.tsx';

type HolderSectionsProps = {
  view: HolderView;
  mayEdit: boolean;
  begin: (kind: HolderForm['kind'], startsAtEmail?: boolean) => void;
  /** The form that was just left: its button has the focus. */
  left: HolderForm['kind'] | null;
};

/** All sections about an attendee. */
export function HolderSections({ view, mayEdit, begin, left }: HolderSectionsProps) {
  const { i18n } = useLingui();
  const { attendee } = view;
  const obstacle = attendee.obstacles.correct;
  const { id: eventId, timezone } = useEvent();
  const of = { eventId, attendeeId: attendee.id };
  return (
    <>
      <TicketStub attendee={attendee} />
      <HolderActions attendee={attendee} mayEdit={mayEdit} begin={begin} left={left} />
      {mayEdit && obstacle && obstacle !== 'ATTENDEE_CANCELLED' && (
        <div className={styles.obstacle}>
          <Note tone="info">{errorCodeMessage(i18n, obstacle, workspaceErrors)}</Note>
        </div>
      )}
      {attendee.awaitsName && attendee.status !== 'cancelled' && (
        <div className={styles.obstacle}>
          <Note tone="attn">
            <Trans>The buyer has not said yet who comes. Until then the ticket is in the buyer’s name.</Trans>
          </Note>
        </div>
      )}
      <Facts view={view} />
      <TicketChanges
        of={{ eventId, orderId: attendee.order.id }}
        adjustments={attendee.adjustments}
        currency={attendee.order.currency}
        mayEdit={mayEdit}
        isOfMany={false}
      />
      <Answers view={view} mayEdit={mayEdit} />
      <RecordSection title={<Trans>Emails</Trans>}>
        <HolderMails attendee={attendee} mayEdit={mayEdit} correct={() => begin('edit', true)} />
      </RecordSection>
      <RecordHistory of={of} timezone={timezone} mayEdit={mayEdit} currency={attendee.order.currency} />
    </>
  );
}

function Facts({ view: { attendee } }: { view: HolderView }) {
  const { i18n } = useLingui();
  const { id: eventId, timezone } = useEvent();
  const when = (at: string) => formatDayTime(at, { locale: i18n.locale, timezone });
  const { order, email, locale } = attendee;
  return (
    <dl className={styles.facts}>
      <dt>
        <Trans>Email</Trans>
      </dt>
      <dd>
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      </dd>
      <dt>
        <Trans>Language</Trans>
      </dt>
      <dd>{isLocale(locale) ? localeNames[locale] : locale}</dd>
      <dt>
        <Trans>Order</Trans>
      </dt>
      <dd>
        <Link className="link reference" to={`${eventPath(eventId, 'orders')}?drawer=${order.id}`}>
          {order.reference}
        </Link>
        <span className={styles.quiet}>
          <Comma />
          <Plural value={order.ticketCount} one="# ticket" other="# tickets" />
          <Comma />
          <Money minor={order.total} currency={order.currency} />
        </span>
      </dd>
      <dt>
        <Trans>Bought</Trans>
      </dt>
      <dd className="num">{when(attendee.createdAt)}</dd>
      {attendee.passedOnAt && (
        <>
          <dt>
            <Trans>Passed on</Trans>
          </dt>
          <dd className="num">{when(attendee.passedOnAt)}</dd>
        </>
      )}
      {attendee.entries.length > 0 && (
        <>
          <dt>
            <Trans>Checked in</Trans>
          </dt>
          <dd>
            {attendee.entries.map(({ list, at }) => (
              <span key={`${list} ${at}`} className={styles.entry}>
                <span className="num">{when(at)}</span> <span className={styles.quiet}>{list}</span>
              </span>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

function Answers({ view, mayEdit }: { view: HolderView; mayEdit: boolean }) {
  const client = useQueryClient();
  const { id: eventId } = useEvent();
  const { attendee, answers } = view;
  if (!hasAnswers(answers, mayEdit)) return null;
  return (
    <RecordSection>
      <HeldAnswersList
        title={
          <h3>
            <Trans>Answers</Trans>
          </h3>
        }
        of={{ eventId, orderId: attendee.order.id }}
        records={[answers]}
        mayEdit={mayEdit}
        onSaved={(saved) => {
          client.setQueryData<HolderView>(
            keys.attendee(eventId, attendee.id),
            (old) => old && { ...old, answers: saved },
          );
          void client.invalidateQueries({ queryKey: keys.order(eventId, attendee.order.id) });
        }}
      />
    </RecordSection>
  );
}
