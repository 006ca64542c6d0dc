import { sideBySide, withNote } from '@entrada/contract/words/side-by-side';
import { msg, plural } from '@lingui/core/macro';
import { formatDay, formatMoment, languageTag, money } from '../../format.ts';
import type { Fact, FooterLine, Letter, Writer } from '../letter.ts';
import { accountFooter, nothing } from '../parts.ts';
import type { DigestData } from './data.ts';

const ordersOf = ({ i18n }: Writer, count: number) =>
  i18n._(msg`${plural(count, { one: '# order', other: '# orders' })}`);
const attendeesOf = ({ i18n }: Writer, count: number) =>
  i18n._(msg`${plural(count, { one: '# attendee', other: '# attendees' })}`);

/** Each figure with that of the period before. Amounts of several currencies stand apart. */
function figures({ i18n, locale }: Writer, { which, counts, money: amounts }: DigestData): Fact[] {
  const before = (value: string) =>
    which === 'daily' ? i18n._(msg`The day before: ${value}`) : i18n._(msg`The week before: ${value}`);
  const count = (value: number) => value.toLocaleString(languageTag(locale));
  const fact = (label: string, now: string, then: string): Fact => ({
    label,
    value: now,
    lines: [before(then)],
    link: null,
  });
  const facts = [
    fact(i18n._(msg`Orders`), count(counts.orders), count(counts.before.orders)),
    fact(i18n._(msg`Attendees`), count(counts.attendees), count(counts.before.attendees)),
  ];
  if (counts.cancelled > 0)
    facts.push(
      fact(i18n._(msg`Cancelled attendees`), count(counts.cancelled), count(counts.before.cancelled)),
    );
  for (const { currency, before: then, ...now } of amounts) {
    const label = (name: string) => (amounts.length > 1 ? withNote(name, currency, locale) : name);
    const amount = (minor: number) => money(minor, currency, locale);
    facts.push(fact(label(i18n._(msg`Gross sales`)), amount(now.gross), amount(then.gross)));
    facts.push(fact(label(i18n._(msg`Net sales, without tax`)), amount(now.net), amount(then.net)));
    if (now.refunded > 0)
      facts.push(fact(label(i18n._(msg`Refunded`)), amount(now.refunded), amount(then.refunded)));
  }
  return facts;
}

function eventRows(writer: Writer, { events, moreEvents, eventsUrl }: DigestData): Letter['tickets'] {
  const { i18n, locale } = writer;
  if (events.length === 0) return null;
  const rows = events.map(({ title, orders, attendees, gross, currency, url }) => ({
    name: title,
    detail: sideBySide(
      [
        ordersOf(writer, orders),
        attendeesOf(writer, attendees),
        gross !== 0 && money(gross, currency, locale),
      ],
      locale,
    ),
    link: { label: i18n._(msg`Dashboard`), url },
  }));
  const more = {
    name: i18n._(msg`${plural(moreEvents, { one: '# more event', other: '# more events' })}`),
    detail: '',
    link: { label: i18n._(msg`All events`), url: eventsUrl },
  };
  return { title: i18n._(msg`By event`), rows: moreEvents > 0 ? [...rows, more] : rows };
}

/** To one of the team: what a day or a week brought, compared with the one before, and what comes next. */
export function digest(writer: Writer, data: DigestData): Letter {
  const { i18n, locale } = writer;
  const { which, account, timeZone, counts, money: amounts, coming, eventsUrl } = data;
  const isDaily = which === 'daily';
  const first = formatDay(data.firstDay, timeZone, locale);
  const last = formatDay(data.lastDay, timeZone, locale);
  const earned = amounts.filter(({ gross }) => gross !== 0);
  const brief = sideBySide(
    [
      ordersOf(writer, counts.orders),
      attendeesOf(writer, counts.attendees),
      ...earned.map(({ gross, currency }) => money(gross, currency, locale)),
    ],
    locale,
  );
  const moments = coming.map(({ title, startsAt, timeZone: zone }) =>
    sideBySide([title, formatMoment(startsAt, zone, locale)], locale),
  );
  const footer: FooterLine[] = [
    {
      text: isDaily
        ? i18n._(msg`You receive this email because you switched on the daily summary of ${account}.`)
        : i18n._(msg`You receive this email because you switched on the weekly summary of ${account}.`),
      link: { label: i18n._(msg`Change notifications`), url: data.settingsUrl },
    },
    {
      text: i18n._(msg`You do not want this summary any more?`),
      link: { label: i18n._(msg`Unsubscribe`), url: data.unsubscribeUrl },
    },
    ...accountFooter(writer, data.baseUrl),
  ];
  return {
    ...nothing,
    subject: isDaily
      ? i18n._(msg`${account}: your summary of ${first}`)
      : i18n._(msg`${account}: your week from ${first} to ${last}`),
    preheader: brief,
    sender: account,
    title: isDaily ? i18n._(msg`Your day: ${first}`) : i18n._(msg`Your week: ${first} to ${last}`),
    body: [{ text: brief }],
    action: { label: i18n._(msg`Open Entrada`), url: eventsUrl },
    facts: figures(writer, data),
    tickets: eventRows(writer, data),
    notes:
      moments.length > 0
        ? [{ title: isDaily ? i18n._(msg`Today`) : i18n._(msg`This week`), text: moments.join('\n') }]
        : [],
    footer,
  };
}
