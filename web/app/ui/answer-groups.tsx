import type { AnswerGroup, GivenAnswer } from '@entrada/contract/catalog/questions';
import { useLingui } from '@lingui/react';
import { formatDay } from '../platform/i18n/format.ts';
import { countryName } from '../platform/i18n/place.ts';
import styles from './answer-groups.module.css';

/** What was answered for an order and for each of its tickets, in the words in which it was asked. */
export function AnswerGroups({ groups }: { groups: readonly AnswerGroup[] }) {
  return groups.map(({ attendee, given }) => (
    <div key={attendee?.reference ?? 'order'} className={styles.group}>
      {attendee && (
        <p className={styles.who}>
          <TicketHolder {...attendee} />
        </p>
      )}
      <dl className={styles.answers}>
        {given.map((answer) => (
          <div key={answer.questionId}>
            <dt>{answer.title}</dt>
            <dd>
              <AnswerText type={answer.type} value={answer.value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ));
}

/** Whose answers follow: the name of the ticket's holder, or of the ticket where it has none yet. */
export function TicketHolder({ name, ticketName, reference }: NonNullable<AnswerGroup['attendee']>) {
  return (
    <>
      <span className={styles.name}>{name || ticketName}</span>
      <span className={styles.detail}>
        {name && `${ticketName} · `}
        <span className="num">{reference}</span>
      </span>
    </>
  );
}

/** A day belongs to no time zone: read and written in the same one. */
const timezone = 'UTC';

/** One answer as people read it. */
export function AnswerText({ type, value }: Pick<GivenAnswer, 'type' | 'value'>) {
  const { i18n } = useLingui();
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
    );
  }
  if (typeof value === 'string') {
    return type === 'date' ? formatDay(`${value}T00:00:00Z`, { locale: i18n.locale, timezone }) : value;
  }
  const town = [value.postalCode, value.city].filter(Boolean).join(' ');
  const lines = [value.line1, value.line2, town, value.region, countryName(value.country, i18n.locale)];
  // Browsers know some countries by other names than the server does.
  return <span suppressHydrationWarning>{lines.filter(Boolean).join('\n')}</span>;
}
