import type { TimelineEntry } from '@entrada/contract/insight/timeline';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { isLocale, localeNames } from '../../../platform/i18n/locales.ts';
import { mailStateSentences } from './mail-words.ts';
import styles from './timeline.module.css';

/** The fields whose change is told with both values. */
const fields: Readonly<Record<string, MessageDescriptor>> = {
  firstName: msg`First name`,
  lastName: msg`Last name`,
  email: msg`Email`,
  locale: msg`Language`,
  ticket: msg`Ticket`,
};

/** Who did something, to whom, and what exactly, each on a line of its own. */
export function Details({ entry, isOfMany }: { entry: TimelineEntry; isOfMany: boolean }) {
  const { t, i18n } = useLingui();
  const { by, attendee, mail, scan } = entry;
  const say = (field: string, value: string) =>
    field === 'locale' && isLocale(value) ? localeNames[value] : value || t`Empty`;
  const lines = [
    isOfMany && attendee?.name,
    ...(mail
      ? [mail.to, `${i18n._(mailStateSentences[mail.state])}${mail.words ? `: “${mail.words}”` : ''}`]
      : []),
    scan && [scan.list, scan.device].filter(Boolean).join(' · '),
    ...entry.changed.flatMap(({ field, from, to }) => {
      const label = fields[field];
      return label ? [`${i18n._(label)}: ${say(field, from)} → ${say(field, to)}`] : [];
    }),
    by,
  ];
  return lines
    .filter((line): line is string => Boolean(line))
    .map((line) => (
      <span key={line} className={styles.detail}>
        {line}
      </span>
    ));
}
