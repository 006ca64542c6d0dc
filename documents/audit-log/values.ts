import type { Locale } from '@entrada/contract/constants';
import { countryName } from '@entrada/contract/words/address';
import { labelled } from '@entrada/contract/words/labels';
import { listed, oneAfterAnother, sideBySide } from '@entrada/contract/words/side-by-side';
import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { capitalized, formatMoment, formatRate, languageTag, money } from '../format.ts';
import { CHOICES } from './kinds.ts';
import type { AuditFacts, NamedKind } from './types.ts';

export type Saying = { i18n: I18n; locale: Locale; facts: AuditFacts };

/** Longer texts are cut: the log says that they changed and how they begin. */
const LONGEST = 300;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const MONEY = new Set(['amount', 'total', 'price', 'refundedAmount']);
const RATES = new Set(['percentage', 'rate', 'percent']);
/** Fields whose numbers are ids, and of what. `NAMED` of the audit log on the server looks their names up. */
const NAMED: Readonly<Record<string, NamedKind>> = {
  attendeeId: 'attendee',
  attendeeIds: 'attendee',
  attendees: 'attendee',
  organizerId: 'organizer',
  owner: 'user',
  person: 'user',
  questionIds: 'question',
  recipients: 'user',
  taxesAndFees: 'tax_or_fee',
  ticketIds: 'ticket',
  tickets: 'ticket',
};
/** More names than these are only counted. */
const MOST_NAMES = 10;
/** Fields of times whose numbers are something else. */
const ONLY_TIMES = new Set(['from', 'to']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as people read it. Null: there is nothing. */
export function sayValue(field: string, value: unknown, saying: Saying): string | null {
  const { i18n, locale, facts } = saying;
  const choice = CHOICES[field]?.[String(value)];
  if (choice) return i18n._(choice);
  if (field === 'reach') return sayReach(value, saying);
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return i18n._(value ? msg`Yes` : msg`No`);
  if (typeof value === 'number') {
    const kind = NAMED[field];
    if (kind) return facts.nameOf(kind, value);
    if (ONLY_TIMES.has(field)) return null;
    if (MONEY.has(field)) return facts.currency && money(value, facts.currency, locale);
    return new Intl.NumberFormat(languageTag(locale)).format(value);
  }
  if (typeof value === 'string') return sayText(field, value, saying);
  if (Array.isArray(value)) return sayList(field, value, saying);
  return isRecord(value) ? sayRecord(field, value, saying) : null;
}

function sayText(field: string, value: string, { locale, facts }: Saying): string {
  if (RATES.has(field) && /^\d/.test(value)) return formatRate(value, locale);
  if (INSTANT.test(value)) return formatMoment(value, facts.timeZone, locale);
  if (field === 'locale') return languageName(value, locale);
  if (field === 'country') return countryName(value, locale);
  const plain = value
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST).trimEnd()}…` : plain;
}

const languageName = (code: string, locale: Locale): string =>
  capitalized(
    new Intl.DisplayNames(languageTag(locale), { type: 'language', languageDisplay: 'standard' }).of(
      code === 'zh-cn' ? 'zh' : code,
    ) ?? code,
  );

function sayList(field: string, values: unknown[], saying: Saying): string | null {
  const { i18n, locale, facts } = saying;
  if (values.length === 0) return null;
  const count = new Intl.NumberFormat(languageTag(locale));
  if (field === 'ids') return count.format(values.length);
  if (field === 'exceeded') return count.format(values.reduce<number>((sum, one) => sum + byOf(one), 0));
  const kind = NAMED[field];
  if (kind) {
    if (kind === 'attendee' && values.length > MOST_NAMES) return count.format(values.length);
    const names = values.map((id) => facts.nameOf(kind, Number(id)));
    const known = names.filter((name) => name !== null);
    const gone = names.length - known.length;
    const rest = gone > 0 && i18n._(msg`deleted: ${gone}`);
    return listed([...known, ...(rest ? [rest] : [])], locale);
  }
  const said = values.flatMap((value) => sayValue(field, value, saying) ?? []);
  return said.length === 0 ? null : oneAfterAnother(said, locale);
}

function sayRecord(field: string, value: Record<string, unknown>, saying: Saying): string | null {
  const { locale } = saying;
  if (field === 'prices') return sayPrice(value, saying);
  if (field === 'giveBack') return sayStep(value, saying);
  if (field === 'audience') return sayValue('audience', value['to'], saying);
  const said = Object.entries(value).flatMap(([name, part]) => sayValue(name, part, saying) ?? []);
  return said.length === 0 ? null : sideBySide(said, locale);
}

/** By how many places a capacity was exceeded. */
const byOf = (one: unknown): number => (isRecord(one) && typeof one['by'] === 'number' ? one['by'] : 0);

/** One price of a ticket: "Early bird: €20.00, 100 places, hidden". */
function sayPrice(price: Record<string, unknown>, saying: Saying): string {
  const { i18n, locale } = saying;
  const { quantity } = price;
  const parts = sideBySide(
    [
      sayValue('amount', price['amount'], saying),
      typeof quantity === 'number'
        ? i18n._(msg`${plural(quantity, { one: '# place', other: '# places' })}`)
        : i18n._(msg`No limit`),
      sayValue('saleStartsAt', price['saleStartsAt'], saying),
      sayValue('saleEndsAt', price['saleEndsAt'], saying),
      price['hidden'] === true && i18n._(msg`Hidden`),
    ],
    locale,
  );
  const label = price['label'];
  return typeof label === 'string' && label ? labelled(label, parts, locale) : parts;
}

/** One step of a policy: "100% until 7 days before the start". */
function sayStep(step: Record<string, unknown>, saying: Saying): string | null {
  const { i18n } = saying;
  const until = step['until'];
  if (!isRecord(until)) return null;
  const share = sayValue('percent', step['percent'], saying) ?? '';
  const before = Number(until['before']);
  if (until['unit'] === 'date') {
    const day = String(until['day']);
    return i18n._(msg`${share} until ${day}`);
  }
  return until['unit'] === 'hours'
    ? i18n._(
        msg`${plural(before, { one: `${share} until # hour before the start`, other: `${share} until # hours before the start` })}`,
      )
    : i18n._(
        msg`${plural(before, { one: `${share} until # day before the start`, other: `${share} until # days before the start` })}`,
      );
}

/** The events and organizers that a member reaches, by their names or by their ids. */
function sayReach(value: unknown, { i18n, locale, facts }: Saying): string {
  if (!isRecord(value)) return i18n._(msg`All events`);
  const listOf = (name: string): unknown[] => (Array.isArray(value[name]) ? value[name] : []);
  const names = [
    ...[...listOf('organizers'), ...listOf('events')].map((one) =>
      isRecord(one) ? String(one['name'] ?? one['title'] ?? '') : '',
    ),
    ...listOf('organizerIds').map((id) => facts.nameOf('organizer', Number(id)) ?? ''),
    ...listOf('eventIds').map((id) => facts.nameOf('event', Number(id)) ?? ''),
  ].filter(Boolean);
  return names.length === 0 ? i18n._(msg`None`) : listed(names, locale);
}
