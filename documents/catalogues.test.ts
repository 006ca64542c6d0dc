import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES } from '@entrada/contract/constants';
import { expect, test } from 'vitest';

/** Messages that are correct without a change from English. */
const SAME_AS_ENGLISH: Record<string, string[]> = {
  de: [
    'Administrator',
    'Check-ins',
    'Code',
    'Format',
    'Link',
    'Medium',
    'Name',
    'Online',
    'Person',
    'PIN',
    'Scans',
    'Status',
    'Ticket',
    'Tickets',
    'Website',
    'Widget',
    '{name} ({rate})',
  ],
  fr: [
    'Base',
    'Code',
    'Date',
    'Description',
    'Format',
    'Images',
    'Invitation',
    'Maximum',
    'Message',
    'Minimum',
    'Net',
    'Note',
    'Options',
    'Question',
    'Questions',
    'Scans',
    'Source',
    'Sources',
    'Total',
    'Type',
    'Widget',
    '{name} ({rate})',
  ],
  pt: [
    'Base',
    'Check-ins',
    'Link',
    'Online',
    'PIN',
    'Scans',
    'Subtotal',
    'Total',
    'Widget',
    '{name} ({rate})',
  ],
  es: ['Base', 'No', 'PIN', 'Subtotal', 'Total', 'Widget', '{name} ({rate})'],
  'zh-cn': [],
  'pt-br': [
    'Base',
    'Check-ins',
    'Link',
    'Online',
    'PIN',
    'Scans',
    'Status',
    'Subtotal',
    'Total',
    'Widget',
    '{name} ({rate})',
  ],
};

async function messages(locale: string): Promise<Map<string, string>> {
  const po = await readFile(join(import.meta.dirname, 'locales', `${locale}.po`), 'utf8');
  const pairs = [...po.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)];
  return new Map(pairs.map(([, id = '', text = '']) => [id, text]));
}

test.each(LOCALES.filter((locale) => locale !== 'en'))('%s is complete', async (locale) => {
  const source = await messages('en');
  const translated = await messages(locale);
  expect([...translated.keys()]).toEqual([...source.keys()]);
  expect(source.size).toBeGreaterThan(80);
  for (const [id, text] of translated) {
    expect(text, id).not.toBe('');
    if (!SAME_AS_ENGLISH[locale]?.includes(id)) expect(text, id).not.toBe(id);
  }
});
