import { describe, expect, test } from 'vitest';
import { renderEmail } from '../../index.ts';
import { sampleEmails } from '../../samples/emails.ts';
import { EMAIL_KINDS } from '../data/kinds.ts';
import { harmlessName, harmlessNote } from './names.ts';

const BAIT = 'WIN www.evil.example https://evil.example/x call +34900123456 mail me@evil.example ZZEND';

/** A note may be long, and it tells what it wants with words. */
const NOTE_BAIT =
  'See www.evil.example and evil。example, https://evil.example/x, mail me@evil.example, +34 900 12 34 56';

/** The sample with the bait in every field that a buyer fills in. */
const baited = (value: unknown, field = '', parent = ''): unknown => {
  if (typeof value === 'string') {
    if (field === 'note') return NOTE_BAIT;
    const isTyped = ['firstName', 'lastName', 'buyerName', 'givenBy'].includes(field);
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
    expect(body).not.toMatch(/www\.evil|evil[.。]example|900 ?12|@evil/);
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
    ['Ana 06 12 34 56 78', 'Ana'],
    ['Ana evil。com', 'Ana evil com'],
    ['<b>Ana</b>', 'b Ana b'],
    ['x'.repeat(200), `${'x'.repeat(60)}…`],
  ])('%j becomes %j', (typed, shown) => expect(harmlessName(typed)).toBe(shown));
});

describe('the words of a buyer in a letter', () => {
  test.each([
    'Row 12, seats 14 and 15. See you at 18:00!',
    'On 20.12.2026, 19:30, or 2026-12-20 19:30',
    '20.12.26 19:30, 20/12/2026 or 12/20/2026',
    '20.–22.12.2026 and 20.12.2026–22.12.2026',
    '19.30–23.30, 18:00-23:30',
    'It cost €12.50, at the box office €1.250,00 or 1,250.00',
    'Calle Mayor 12-3, 4604 València… and so on...',
    'I owe you 2/3 of it\nThank you 🎉👩‍👩‍👧',
    '你好。我在门口等你！',
  ])('%j stays as it is', (typed) => expect(harmlessNote(typed).replace('。 ', '。')).toBe(typed));

  test.each([
    ['call 0151 2345 6789 now', 'call now'],
    ['+34 900 12 34 56', ''],
    ['0900-1234-567', ''],
    ['(0034) 900.123.456', ''],
    ['06.12.34.56.78', ''],
    ['06.12.34 56 78', ''],
    ['600/123/123', ''],
    ['６００ １２３ １２３', ''],
    ['6\u200b0\u200b0\u200b1\u200b2\u200b3\u200b4', ''],
    ['٦٠٠ ١٢٣ ١٢٣', ''],
    ['600–123–123', ''],
    ['20.12.2026 600 123 123', '20.12.2026'],
    ['600123', ''],
    ['evil。com, evil．com, evil｡com, evil.com', 'evil。 com, evil． com, evil｡ com, evil. com'],
    ['t.me/x 1.com evil.\u200bcom', 't. me x 1. com evil. \u200bcom'],
    ['http://8.8.8.8/x', 'http: 8. 8. 8. 8 x'],
    ['me@evil.com me＠evil.com', 'me evil. com me evil. com'],
  ])('%j becomes %j', (typed, shown) => expect(harmlessNote(typed)).toBe(shown));
});
