import { describe, expect, test } from 'vitest';
import { lifecycleOf } from './core/lifecycle.ts';
import { grossByTicket } from './core/stats.ts';
import { sanitizeDescription } from './description.ts';

describe('descriptions', () => {
  test.each([
    ['plain text', 'Uno\ndos\n\ntres & <4', '<p>Uno<br />dos</p><p>tres &amp; &lt;4</p>'],
    [
      'the allowed tags',
      '<h2>A</h2><p><strong>b</strong> <em>c</em> <u>d</u></p>',
      '<h2>A</h2><p><strong>b</strong> <em>c</em> <u>d</u></p>',
    ],
    ['scripts', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['handlers and styles', '<p onclick="x()" style="color:red" class="y">a</p>', '<p>a</p>'],
    ['pictures', '<p>a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
    ['javascript links', '<a href="javascript:alert(1)">a</a>', '<a rel="noopener">a</a>'],
    ['disguised links', '<a href="java&#10;script:alert(1)">a</a>', '<a rel="noopener">a</a>'],
    ['links without a scheme', '<a href="//evil.test">a</a>', '<a rel="noopener">a</a>'],
    ['data links', '<a href="data:text/html,x">a</a>', '<a rel="noopener">a</a>'],
    [
      'real links',
      '<a href="https://example.org" target="_blank">a</a>',
      '<a href="https://example.org" rel="noopener">a</a>',
    ],
    [
      'mail links',
      '<a href="mailto:a@example.org">a</a>',
      '<a href="mailto:a@example.org" rel="noopener">a</a>',
    ],
    ['svg', '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>', '<a rel="noopener">a</a>'],
    ['nothing shown', '<p> </p><p>&nbsp;</p>', ''],
    ['empty', '', ''],
  ])('%s', (_, input, output) => {
    expect(sanitizeDescription(input)).toBe(output);
    expect(sanitizeDescription(output)).toBe(output);
  });
});

test('an event starts with its first instant and ends with its last, or a day after its start', () => {
  const startsAt = new Date('2026-03-28T20:00:00Z');
  const endsAt = new Date('2026-03-28T23:00:00Z');
  const at = (now: string, end: Date | null = endsAt) =>
    lifecycleOf({ startsAt, endsAt: end }, new Date(now));
  expect(at('2026-03-28T19:59:59.999Z')).toBe('upcoming');
  expect(at('2026-03-28T20:00:00Z')).toBe('ongoing');
  expect(at('2026-03-28T22:59:59.999Z')).toBe('ongoing');
  expect(at('2026-03-28T23:00:00Z')).toBe('ended');
  // The night on which clocks change still lasts 24 hours.
  expect(at('2026-03-29T19:59:59Z', null)).toBe('ongoing');
  expect(at('2026-03-29T20:00:00Z', null)).toBe('ended');
});

test('refunds are spread over the tickets of their order to the cent', () => {
  const gross = grossByTicket([
    { orderId: 1, ticketId: 10, total: 100, orderRefunded: 100 },
    { orderId: 1, ticketId: 11, total: 200, orderRefunded: 100 },
    { orderId: 2, ticketId: 10, total: 50, orderRefunded: 50 },
  ]);
  expect([...gross]).toEqual([
    [10, 67],
    [11, 133],
  ]);
});
