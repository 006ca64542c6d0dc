import { expect, test } from 'vitest';
import { renderCalendar } from './index.ts';
import type { CalendarData } from './types.ts';

const data: CalendarData = {
  id: 7,
  title: 'Marea 2027; música, tecnología',
  description: 'Three days\nby the sea',
  url: 'https://tickets.example/event/7/marea-2027',
  startsAt: '2027-06-11T16:00:00.000Z',
  endsAt: '2027-06-13T22:00:00.000Z',
  timeZone: 'Europe/Madrid',
  location: 'La Marina de València',
  organizer: { name: 'Laboratorio Marea', email: 'hola@marea.example' },
  updatedAt: '2026-11-20T10:00:00.000Z',
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
    renderCalendar({ ...data, updatedAt: '2026-12-01T00:00:00Z' }, { method: 'CANCEL' }),
  );
  expect(lines).toContain('METHOD:CANCEL');
  expect(lines).toContain('STATUS:CANCELLED');
  expect(lines).toContain('UID:event-7@tickets.example');
});

test('an event without an end, place or organizer', () => {
  const file = renderCalendar({ ...data, endsAt: null, location: null, organizer: null, description: null });
  expect(file).not.toMatch(/DTEND|LOCATION|ORGANIZER|undefined|null/);
});

test('a title cannot add a line of its own', () => {
  const lines = unfolded(renderCalendar({ ...data, title: 'A\r\nATTENDEE:mailto:x@example.org' }));
  expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false);
});
