import type { AnswerGroup, GivenAnswer } from '@entrada/contract/catalog/questions';
import { countryName } from '@entrada/contract/words/address';
import { useLingui } from '@lingui/react';
import { formatDay } from '../platform/i18n/format.ts';
import styles from './answer-groups.module.css';

/** The answers of an order and of each of its tickets, with the questions as they were asked. */
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

/** The title of a group of answers: the name of the attendee, or of the ticket if the attendee has no name yet. */
export function TicketHolder({ name, ticketName, reference }: NonNullable<AnswerGroup['attendee']>) {
  return (
    <>
      <span className={styles.name}>{name || ticketName}</span>
      <span className={styles.detail}>
        {name && `${ticketName} · `}
        <span className="reference">{reference}</span>
      </span>
    </>
  );
}

/** A day has no time zone, so it is read and written in the same one. */
const timezone = 'UTC';

/** One answer as text for people. */
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
  // The server names the country, because browsers have other names for some of them.
  return <span suppressHydrationWarning>{lines.filter(Boolean).join('\n')}</span>;
}
