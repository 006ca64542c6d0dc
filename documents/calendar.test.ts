import { expect, test } from 'vitest';
import { renderCalendar } from './index.ts';
import type { CalendarData } from './types.ts';

const entry: CalendarData['entries'][number] = {
  ticketId: null,
  title: 'Marea 2027; música, tecnología',
  startsAt: '2027-06-11T16:00:00.000Z',
  endsAt: '2027-06-13T22:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

const data: CalendarData = {
  id: 7,
  description: 'Three days\nby the sea',
  url: 'https://tickets.example/event/7/marea-2027',
  timeZone: 'Europe/Madrid',
  location: 'La Marina de València',
  organizer: { name: 'Laboratorio Marea', email: 'hola@marea.example' },
  entries: [entry],
};

function unfolded(file: string): string[] {
  return file.replace(/\r\n[ \t]/g, '').split('\r\n');
}

test('one event in UTC, with its zone named and a stable id', () => {
  const lines = unfolded(renderCalendar(data));
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  for (const line of [
    'METHOD:PUBLISH',
    'X-WR-TIMEZONE:Europe/Madrid',
    'UID:event-7@tickets.example',
    'DTSTAMP:20261120T100000Z',
    'DTSTART:20270611T160000Z',
    'DTEND:20270613T220000Z',
    'SUMMARY:Marea 2027\\; música\\, tecnología',
    'DESCRIPTION:Three days\\nby the sea',
    'LOCATION:La Marina de València',
    'URL;VALUE=URI:https://tickets.example/event/7/marea-2027',
    'STATUS:CONFIRMED',
  ]) {
    expect(lines).toContain(line);
  }
  expect(renderCalendar(data)).toBe(renderCalendar(data));
});

test('a cancellation keeps the id and says so', () => {
  const lines = unfolded(
    renderCalendar(
      { ...data, entries: [{ ...entry, updatedAt: '2026-12-01T00:00:00Z' }] },
      { method: 'CANCEL' },
    ),
  );
  expect(lines).toContain('METHOD:CANCEL');
  expect(lines).toContain('STATUS:CANCELLED');
  expect(lines).toContain('UID:event-7@tickets.example');
});

test('an event without an end, place or organizer', () => {
  const file = renderCalendar({
    ...data,
    entries: [{ ...entry, endsAt: null }],
    location: null,
    organizer: null,
    description: null,
  });
  expect(file).not.toMatch(/DTEND|LOCATION|ORGANIZER|undefined|null/);
});

test('a title cannot add a line of its own', () => {
  const lines = unfolded(
    renderCalendar({ ...data, entries: [{ ...entry, title: 'A\r\nATTENDEE:mailto:x@example.org' }] }),
  );
  expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false);
});

test('tickets with dates of their own are entries of their own', () => {
  const friday = { ...entry, ticketId: 12, title: 'Marea 2027: Friday', endsAt: '2027-06-12T00:00:00.000Z' };
  const sunday = {
    ...friday,
    ticketId: 14,
    title: 'Marea 2027: Sunday',
    startsAt: '2027-06-13T15:00:00.000Z',
    endsAt: '2027-06-13T21:30:00.000Z',
  };
  const lines = unfolded(renderCalendar({ ...data, entries: [friday, sunday] }));
  const of = (name: string) => lines.filter((line) => line.startsWith(`${name}:`));
  expect(of('UID')).toEqual([
    'UID:event-7-ticket-12@tickets.example',
    'UID:event-7-ticket-14@tickets.example',
  ]);
  expect(of('DTSTART')).toEqual(['DTSTART:20270611T160000Z', 'DTSTART:20270613T150000Z']);
  expect(of('SUMMARY')).toEqual(['SUMMARY:Marea 2027: Friday', 'SUMMARY:Marea 2027: Sunday']);
});
