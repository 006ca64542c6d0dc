import { LOCALES, type Locale } from '@entrada/contract/constants';
import { expect, test } from 'vitest';
import { renderEmail } from '../index.ts';
import { sampleEmails } from '../samples/emails.ts';
import type { EmailKind } from './data/kinds.ts';

const wang = { firstName: '小明', lastName: '王', email: 'wang@example.org' };

test('a Chinese name is written family name first in every language, and is called by its full name', async () => {
  const sample = sampleEmails.new_order;
  const data = { ...sample, order: { ...sample.order, buyer: wang } };
  expect((await renderEmail('new_order', data, 'en')).text).toContain('王小明 bought');
  expect((await renderEmail('new_order', data, 'zh-cn')).text).toContain('王小明购买了');
  const mine = sampleEmails.order_confirmation;
  const confirmation = { ...mine, order: { ...mine.order, buyer: wang } };
  expect((await renderEmail('order_confirmation', confirmation, 'zh-cn')).text).toContain('王小明，您的门票');
});

test('a date within a sentence has no capital of its own', async () => {
  const { text } = await renderEmail('order_awaiting_payment', sampleEmails.order_awaiting_payment, 'es');
  expect(text).toMatch(/hasta el (lunes|martes|miércoles|jueves|viernes|sábado|domingo), \d+ de /);
  expect(text).toMatch(/Pagar hasta: (Lunes|Martes|Miércoles|Jueves|Viernes|Sábado|Domingo), \d+ de /);
});

test('an event to come has the date of its row, small where days are small', async () => {
  const { text } = await renderEmail('digest', sampleEmails.digest, 'es');
  expect(text).toMatch(/, viernes, 11 de junio de 2027/);
});

test('no Chinese mail has a space after a sign that brings its own', async () => {
  for (const kind of Object.keys(sampleEmails) as (keyof typeof sampleEmails)[]) {
    const { text, html } = await renderEmail(kind, sampleEmails[kind], 'zh-cn');
    const spaced = /[。？！：，](?:<!-- -->)? (?=\S)/u;
    expect(text.match(spaced)?.[0], kind).toBeUndefined();
    expect(html.replace(/<style[\s\S]*?<\/style>/g, '').match(spaced)?.[0], kind).toBeUndefined();
  }
});

test('an order without tickets that is cancelled does not speak of tickets', async () => {
  for (const reason of ['unpaid', 'organizer'] as const) {
    const { order, ...data } = sampleEmails.order_cancelled;
    const written = async (hasTickets: boolean) =>
      (await renderEmail('order_cancelled', { ...data, reason, order: { ...order, hasTickets } }, 'en')).text;
    expect(await written(true)).toMatch(/tickets are not valid/);
    expect(await written(false)).not.toMatch(/ticket/i);
  }
});

/** The letters about an order of donations and support alone. */
function lettersWithoutTickets(): [EmailKind, unknown][] {
  const sample = sampleEmails;
  const lines = [{ quantity: 1, title: 'Fondo', minor: 1_000, admits: false }];
  const places = [{ name: '1 × Fondo', detail: '', admits: false }];
  const order = { ...sample.order_confirmation.order, lines, fees: [], totalMinor: 1_000 };
  const short = { ...sample.payment_failed.order, hasTickets: false };
  const confirmation = { ...sample.order_confirmation, tickets: [], postCheckoutMessageHtml: null };
  return [
    ['order_confirmation', { ...confirmation, order }],
    ['order_confirmation', { ...confirmation, order: { ...order, totalMinor: 0 } }],
    ['order_awaiting_payment', { ...sample.order_awaiting_payment, order, tickets: [] }],
    ['order_cancelled', { ...sample.order_cancelled, order: short }],
    ['order_cancelled', { ...sample.order_cancelled, order: short, reason: 'organizer', money: 'kept' }],
    ['tickets_cancelled', { ...sample.tickets_cancelled, places }],
    ['tickets_reactivated', { ...sample.tickets_reactivated, places }],
    ['order_unpaid', { ...sample.order_unpaid, ticketCount: 0 }],
    ['payment_failed', sample.payment_failed],
    ['payment_failed', { ...sample.payment_failed, held: null }],
    ['paid_but_expired', sample.paid_but_expired],
    ['order_email_corrected', sample.order_email_corrected],
    [
      'refunded',
      { ...sample.refunded, order: { ...sample.refunded.order, hasTickets: false }, cancelled: 'all' },
    ],
    ['refund_failed', sample.refund_failed],
    ['dispute_opened', sample.dispute_opened],
  ];
}

/** The words for a ticket and a place. "Entrada" with a capital is the product. */
const TICKET_WORDS: Record<Locale, RegExp> = {
  en: /tickets?\b|\bplaces?\b/i,
  de: /Ticket|\bPl(atz|ätze)\b/,
  es: /\bentradas?\b|\bplazas?\b/,
  fr: /billet|\bplaces?\b/i,
  pt: /bilhete|\blugar(es)?\b/i,
  'pt-br': /ingresso|\blugar(es)?\b/i,
  'zh-cn': /门票|名额/,
};

test.each(LOCALES)('no letter about an order without tickets speaks of tickets: %s', async (locale) => {
  for (const [kind, data] of lettersWithoutTickets()) {
    const { subject, text } = await renderEmail(kind, data as never, locale);
    const said = `${subject}\n${text}`.replace(/https?:\S+|\S+@\S+/g, '');
    expect(said, kind).not.toMatch(TICKET_WORDS[locale]);
  }
});

test('no letter to an organizer about an order without tickets counts them', async () => {
  const sample = sampleEmails.new_order;
  const lines = [{ quantity: 1, title: 'Fondo', minor: 0, admits: false }];
  const order = { ...sample.order, lines, fees: [], totalMinor: 0 };
  const { text } = await renderEmail('new_order', { ...sample, order }, 'en');
  expect(text).not.toMatch(/tickets/i);
  expect(text).toContain('Fondo');
});

test('in Chinese a ticket and its part of the event stand beside each other with a Chinese comma', async () => {
  const data = sampleEmails.order_confirmation;
  const [ticket, ...others] = data.tickets;
  if (!ticket) throw new Error('The sample has no ticket');
  const dates = { startsAt: '2027-06-11T16:00:00.000Z', endsAt: '2027-06-11T22:00:00.000Z' };
  const tickets = [{ ...ticket, name: '王小明', ticketTitle: '日票', dates }, ...others];
  const { text } = await renderEmail('order_confirmation', { ...data, tickets }, 'zh-cn');
  expect(text).toContain('- 王小明，日票，2027年6月11日周五，');
});
