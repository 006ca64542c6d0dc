import { describe, expect, test } from 'vitest';
import { renderEmail } from '../../index.ts';
import { sampleEmails } from '../../samples.ts';
import { EMAIL_KINDS } from '../data/kinds.ts';
import { harmlessName } from './names.ts';

const BAIT = 'WIN www.evil.example https://evil.example/x call +34900123456 mail me@evil.example ZZEND';

/** The sample with the bait in every field that a buyer fills in. */
const baited = (value: unknown, field = '', parent = ''): unknown => {
  if (typeof value === 'string') {
    const isTyped = ['firstName', 'lastName', 'buyerName'].includes(field);
    return isTyped || (field === 'name' && ['ticket', 'tickets'].includes(parent)) ? BAIT : value;
  }
  if (Array.isArray(value)) return value.map((each) => baited(each, field, parent));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, baited(each, key, field)]));
};

/** Who gets these mails knows the buyer or is one. The other kinds go to whomever a stranger names. */
const TO_ORGANIZERS = ['new_order', 'order_unpaid', 'refund_failed', 'dispute_opened', 'refund_requested'];

test.each(EMAIL_KINDS)('%s shows no link, number or long text that a buyer typed as a name', async (kind) => {
  const data = baited(sampleEmails[kind]) as (typeof sampleEmails)[typeof kind];
  const mail = await renderEmail(kind, data, 'en');
  expect(mail.subject).not.toMatch(/WIN|evil/);
  for (const body of [mail.html, mail.text]) {
    expect(body).not.toMatch(/www\.evil|evil\.example|900123456|@evil/);
    expect(body).not.toContain('ZZEND');
  }
  const preview = /<div[^>]*display:none[^>]*>([^<]*)/.exec(mail.html)?.[1] ?? '';
  expect(preview.length).toBeGreaterThan(10);
  if (!TO_ORGANIZERS.includes(kind)) expect(preview).not.toContain('WIN');
});

describe('a name in a letter', () => {
  test.each([
    'Lucía',
    'Tomás O’Brien',
    'Jean-Luc d’Arc',
    '李小龙',
    'محمد بن سلمان',
    'J. R. R. Tolkien',
    'Anna-Lena (Leni) Groß',
    'Sigurður Þór 2',
  ])('%s stays as it is', (name) => expect(harmlessName(name)).toBe(name));

  test.each([
    ['www.evil.com', 'www. evil. com'],
    ['J.R.R. Tolkien', 'J. R. R. Tolkien'],
    ['http://evil.com/a?b=c', 'http evil. com a b c'],
    ['Ana\u0000\u200b\r\nBcc: x@y.com', 'Ana Bcc x y. com'],
    ['call 0034900123456', 'call'],
    ['<b>Ana</b>', 'b Ana b'],
    ['x'.repeat(200), `${'x'.repeat(60)}…`],
  ])('%j becomes %j', (typed, shown) => expect(harmlessName(typed)).toBe(shown));
});
