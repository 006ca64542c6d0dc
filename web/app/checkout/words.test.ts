import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { expect, test } from 'vitest';

/** The files whose words are shown for every order, also for one of donations and support, which has no tickets. */
const FOR_EVERY_ORDER =
  /\/(payment\/|again\/|parts\/(clock|order-message|offline-terms|cancel-order)|picker\/(own-hold|order-totals|total-announcement))/;
/** What is said only where there is a ticket, or about the choice before there is an order. */
const ABOUT_TICKETS = new Set([
  'There is no such ticket.',
  'This ticket was replaced.',
  'The link may be incomplete. The one in the email with your ticket always works.',
  'Find my tickets',
  'Back to tickets',
  'Choose tickets to see the total.',
]);

test.each(['checkout', 'public'])('pages for every order do not speak of tickets: %s', async (part) => {
  const file = join(import.meta.dirname, `../../locales/${part}/en.po`);
  const options = { locale: 'en', sourceLocale: 'en', filename: '' };
  const words = await formatter({ lineNumbers: false }).parse(readFileSync(file, 'utf8'), options);
  const shown = Object.values(words).filter(
    ({ obsolete, origin }) => !obsolete && origin?.some(([at]) => FOR_EVERY_ORDER.test(at)),
  );
  expect(shown.length).toBeGreaterThan(2);
  const said = shown.map(({ message, translation }) => message || translation || '');
  const wrong = said.filter((text) => /\b(tickets?|places?|seats?)\b/i.test(text));
  expect(wrong.filter((text) => !ABOUT_TICKETS.has(text))).toEqual([]);
});
