import { type Messages, setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DayField } from './day-field.tsx';
import { DateFrame } from './frame.tsx';
import { MomentNotes } from './moment-notes.tsx';
import { problemWords } from './problem-words.ts';
import { useDateField } from './use-date-field.tsx';

/** A date and a time, with the parts that the fields of the workspace have. */
function MomentField({
  label,
  name,
  timezone,
  defaultValue: value,
}: Record<'label' | 'name' | 'timezone' | 'defaultValue', string>) {
  const onChange = () => undefined;
  const field = useDateField({ kind: 'moment', value, timezone, onChange, error: undefined });
  const notes = <MomentNotes value={value} timezone={timezone} onChange={onChange} />;
  return <DateFrame label={label} field={field} name={name} hint={notes} />;
}

const i18nIn = (locale: string, messages: Messages = {}) =>
  setupI18n({ locale, messages: { [locale]: messages } });

const html = (field: React.ReactNode, locale = 'en') =>
  renderToStaticMarkup(<I18nProvider i18n={i18nIn(locale)}>{field}</I18nProvider>);
const starts = (value: string, timezone = 'Europe/Madrid') =>
  html(<MomentField label="Starts" name="startsAt" timezone={timezone} defaultValue={value} />);

it('shows a time in the language of the page, and posts it by its name', () => {
  const field = <MomentField label="Inicio" name="startsAt" timezone="UTC" defaultValue="2027-04-01T10:00" />;
  expect(html(field, 'es')).toContain('value="1 abr 2027, 10:00"');
  expect(html(field, 'es')).toContain('name="startsAt"');
});

it('names the zone as it is called at that time, and only its city before there is one', () => {
  expect(starts('2027-10-30T20:00')).toContain('Madrid time (CEST, GMT+2)');
  expect(starts('2027-10-31T20:00')).toContain('Madrid time (CET, GMT+1)');
  expect(starts('')).toContain('Madrid time<');
});

it('says of a time that clocks skip between which times it lies', () => {
  const field = starts('2027-03-28T02:30');
  expect(field).toContain('Clocks go forward from 02:00 to 03:00 here');
  expect(field).toContain('aria-invalid="true"');
  expect(starts('2027-03-14T02:30', 'America/New_York')).toContain('from 02:00 to 03:00');
  expect(starts('2027-10-03T02:15', 'Australia/Lord_Howe')).toContain('from 02:00 to 02:30');
  expect(starts('2011-12-30T12:00', 'Pacific/Apia')).toContain(
    'from 30 Dec 2011, 00:00 to 31 Dec 2011, 00:00',
  );
});

it('asks which of two equal times is meant, and knows the second', () => {
  const first = starts('2027-10-31T02:30');
  expect(first).toContain('this time comes twice');
  expect(first).toContain('aria-pressed="true">CEST, GMT+2');
  const second = starts('2027-10-31T02:30+01:00');
  expect(second).toContain('value="31 Oct 2027, 02:30 GMT+1"');
  expect(second).toContain('aria-pressed="true">CET, GMT+1');
  expect(second).toContain('Madrid time (CET, GMT+1)');
  expect(starts('2027-10-31T03:30')).not.toContain('twice');
});

it('keeps what is no date, and says what is wrong with it', () => {
  const field = starts('31.4.2027 10:00');
  expect(field).toContain('value="31.4.2027 10:00"');
  expect(field).toContain('This day does not exist.');
  const say = (value: string) => problemWords(i18nIn('en'), value, { kind: 'moment', timezone: 'UTC' });
  expect(say('1.4.2027')).toMatch(/^Add the time, such as 11 Jun \d{4}, 18:00\.$/);
  expect(say('1.4.')).toMatch(/^Write the year/);
  expect(say('1.4.2027 25:00')).toMatch(/^Enter a time from 00:00 to 23:59/);
  expect(say('soon')).toMatch(/^Enter a date such as/);
  expect(say(' ')).toBeNull();
});

it('a day needs no zone and no time', () => {
  const field = html(<DayField label="Birthday" name="answers.1" defaultValue="1985-03-12" />, 'de');
  expect(field).toContain('value="12. März 1985"');
  expect(field).not.toContain('GMT');
});
