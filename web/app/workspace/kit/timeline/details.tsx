import { WORKSPACE_DEVICE } from '@entrada/contract/constants';
import type { TimelineEntry } from '@entrada/contract/insight/timeline';
import { labelled, quoted } from '@entrada/contract/words/labels';
import { sideBySide } from '@entrada/contract/words/side-by-side';
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
  invoiceName: msg`Name or company`,
  invoiceAddress: msg`Address`,
  invoiceTaxId: msg`Tax ID`,
};

/** Who did something, to whom, and what exactly, each on a line of its own. */
export function Details({ entry, isOfMany }: { entry: TimelineEntry; isOfMany: boolean }) {
  const { t, i18n } = useLingui();
  const { by, attendee, mail, scan } = entry;
  const say = (field: string, value: string) =>
    field === 'locale' && isLocale(value)
      ? localeNames[value]
      : sideBySide(value.split('\n'), i18n.locale) || t`Empty`;
  const state = mail ? i18n._(mailStateSentences[mail.state]) : '';
  const lines = [
    isOfMany && attendee?.name,
    ...(mail
      ? [mail.to, mail.words ? labelled(state, quoted(mail.words, i18n.locale), i18n.locale) : state]
      : []),
    scan &&
      [scan.list, scan.device === WORKSPACE_DEVICE ? t`Workspace` : scan.device].filter(Boolean).join(' · '),
    ...entry.changed.flatMap(({ field, from, to }) => {
      const label = fields[field];
      return label ? [labelled(i18n._(label), `${say(field, from)} → ${say(field, to)}`, i18n.locale)] : [];
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
