import { LOCALES } from '@entrada/contract/constants';
import { describe, expect, test } from 'vitest';
import { money } from '../format.ts';
import { renderEmail } from '../index.ts';
import { sampleEmails } from '../samples/emails.ts';
import { EMAIL_KINDS, type EmailData, type EmailKind } from './data/kinds.ts';

/** The content that each email must have, in HTML and in text, in every language. */
const FACTS: Record<EmailKind, string[]> = {
  order_confirmation: [
    'MAR-7K2Q9',
    'https://entrada.example/order/7/o_7k2q9xw4',
    'Lucía Ferrer Soler',
    'Tomás O’Brien',
    'https://entrada.example/ticket/7/a_2v6tc1',
    'Gastos de gestión',
    'La Marina de València',
    'https://laboratoriomarea.example/plano',
    'hola@laboratoriomarea.example',
    'Nos vemos en el puerto.',
    'MAREA-00042',
    'https://entrada.example/api/public/orders/o_7k2q9xw4/invoices/42/invoice.pdf',
  ],
  attendee_ticket: [
    'Tomás O’Brien',
    'A-9P3MX7',
    'https://entrada.example/ticket/7/a_9p3mx7',
    'Lucía Ferrer Soler',
  ],
  order_awaiting_payment: [
    'MAR-7K2Q9',
    'https://entrada.example/order/7/o_7k2q9xw4',
    'ES91 2100 0418 4502 0005 1332',
    'Lucía Ferrer Soler',
    'Tomás O’Brien',
    '2027',
  ],
  event_changed: [
    'Lucía',
    'el puerto ha cerrado el muelle por obras.',
    'https://entrada.example/order/7/o_7k2q9xw4',
    'Laboratorio Marea',
  ],
  order_cancelled: ['MAR-7K2Q9', 'https://entrada.example/event/7/marea-2027'],
  tickets_cancelled: ['MAR-7K2Q9', 'Jordi Vidal Roca', 'https://entrada.example/order/7/o_7k2q9'],
  tickets_reactivated: ['MAR-7K2Q9', 'Jordi Vidal Roca', 'https://entrada.example/order/7/o_7k2q9'],
  order_unpaid: ['MAR-7K2Q9', 'Lucía Ferrer', 'https://entrada.example/manage/event/7/orders?order=41'],
  ticket_passed_on: ['A-9P3MX7', 'Tomás', 'https://entrada.example/event/7/marea-2027'],
  ticket_email_changed: ['A-9P3MX7', 'Tomás', 'https://entrada.example/event/7/marea-2027'],
  tickets_given_back: ['MAR-7K2Q9', 'https://entrada.example/order/7/o_7k2q9'],
  refund_requested: [
    'MAR-7K2Q9',
    'Lucía Ferrer',
    'Me he roto una pierna.',
    'https://entrada.example/manage/event/7/orders?order=41',
  ],
  refund_request_answered: ['MAR-7K2Q9', 'Que te mejores pronto.', 'https://entrada.example/order/7/o_7k2q9'],
  payment_failed: ['MAR-7K2Q9', '/checkout/7/o_7k2q9/payment'],
  event_message: [
    'Marea 2027',
    'Lucía',
    'A-9P3MX7',
    'El ascensor funciona',
    'https://entrada.example/ticket/7/a_9p3mx7',
    'https://entrada.example/unsubscribe/41.k2',
  ],
  digest: [
    'Laboratorio Marea',
    'Marea 2027',
    '42',
    '97',
    'EUR',
    'GBP',
    'https://entrada.example/manage/event/9',
    'https://entrada.example/manage/notifications',
    'https://entrada.example/unsubscribe/w31.k2',
  ],
  scheduled_export: [
    'Marea 2027',
    'XLSX',
    'Nuria',
    'https://entrada.example/manage/event/7/scheduled-exports?file=51',
    '2027',
  ],
  found_tickets: [
    'lucia@example.org',
    'MAR-7K2Q9',
    'Marea 2027',
    'https://entrada.example/order/7/o_7k2q9xw4',
    'A-2V6TC1',
    'https://entrada.example/ticket/9/a_2v6tc1',
    '2027',
  ],
  order_email_corrected: ['MAR-7K2Q9', 'https://entrada.example/event/7/marea-2027'],
  paid_but_expired: ['MAR-7K2Q9', 'https://entrada.example/event/7/marea-2027'],
  confirm_email: ['https://entrada.example/manage/profile/confirm-email-address/3f9c1e'],
  invitation: ['Nuria Vidal', 'Laboratorio Marea', 'https://entrada.example/auth/accept-invitation/5b77c0'],
  ownership_offered: ['Laboratorio Marea', 'https://entrada.example/manage/account'],
  reset_password: ['https://entrada.example/auth/reset-password/8d21ab'],
  email_already_registered: [
    'marta@example.org',
    'https://entrada.example/auth/login',
    'https://entrada.example/auth/forgot-password',
  ],
  security_notice: [
    'https://entrada.example/manage/profile/security',
    'https://entrada.example/auth/forgot-password',
  ],
  email_change_confirm: [
    'marta.new@example.org',
    'https://entrada.example/manage/profile/confirm-email-change/4a7d02',
  ],
  email_change_taken: ['marta@example.org', 'https://entrada.example/auth/login'],
  email_change_notice: ['marta.new@example.org', 'https://entrada.example/auth/undo-email-change/9be13c'],
  new_order: ['MAR-7K2Q9', 'lucia@example.org', 'https://entrada.example/manage/event/7/orders?order=41'],
  refunded: ['MAR-7K2Q9', 'https://entrada.example/order/7/o_7k2q9xw4'],
  order_invoiced_anew: ['MAR-7K2Q9', 'https://entrada.example/order/7/o_7k2q9xw4', 'MAREA-00043'],
  refund_failed: ['MAR-7K2Q9', 'Lucía Ferrer', 'https://entrada.example/manage/event/7/orders?order=41'],
  dispute_opened: [
    'MAR-7K2Q9',
    'Lucía Ferrer',
    '2027',
    'https://entrada.example/manage/event/7/orders?order=41',
  ],
};

const cases = EMAIL_KINDS.flatMap((kind) => LOCALES.map((locale) => [kind, locale] as const));

describe.each(cases)('%s in %s', (kind, locale) => {
  test('says everything in both forms, and nothing raw', async () => {
    const email = await renderEmail(kind, sampleEmails[kind] as never, locale);
    const html = email.html.replaceAll('&amp;', '&');
    for (const fact of FACTS[kind]) {
      expect(html).toContain(fact);
      expect(email.text).toContain(fact);
    }
    for (const part of [email.subject, email.text, html.replace(/<style[\s\S]*?<\/style>/g, '')]) {
      expect(part).not.toMatch(/undefined|\[object|NaN|\bnull\b/);
      // Neither an unfilled placeholder nor a message id (six characters of base 64) on a line of its own.
      expect(part).not.toMatch(/\{\w+[},]/);
      expect(part).not.toMatch(/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/]{6}$/m);
    }
    expect(email.text).not.toMatch(/<\/?[a-z][^>]*>|&[a-z]+;/i);
    expect(email.subject).not.toBe('');
    expect(email.html).toMatch(/<html[^>]*lang="/);
    expect(email.html).toContain('name="color-scheme"');
  });
});

test.each(LOCALES)('amounts and dates are those of %s', async (locale) => {
  const { text } = await renderEmail('order_confirmation', sampleEmails.order_confirmation, locale);
  for (const minor of [19_000, 1_410, 2_136, 25_910]) expect(text).toContain(money(minor, 'EUR', locale));
  expect(text).toContain('2027');
  expect(text).toContain('18:00');
});

test('a refused payment leads to the event once its tickets are released', async () => {
  const { text } = await renderEmail('payment_failed', { ...sampleEmails.payment_failed, held: null }, 'en');
  expect(text).toContain('the order is no longer held');
  expect(text).toContain('https://entrada.example/event/7/marea-2027');
});

test('translations differ from one another', async () => {
  const subjects = await Promise.all(
    LOCALES.map((locale) => renderEmail('reset_password', sampleEmails.reset_password, locale)),
  );
  expect(new Set(subjects.map((email) => email.subject)).size).toBe(LOCALES.length);
});

const ATTACK = '<script>alert(1)</script>';

function hostile(): EmailData['order_confirmation'] {
  const sample = sampleEmails.order_confirmation;
  return {
    ...sample,
    event: {
      ...sample.event,
      title: `${ATTACK}\r\nBcc: everybody@example.org`,
      organizerName: ATTACK,
      location: { name: ATTACK, address: ATTACK, mapUrl: 'javascript:alert(1)' },
    },
    order: { ...sample.order, buyer: { ...sample.order.buyer, firstName: ATTACK } },
    tickets: [
      {
        name: ATTACK,
        ticketTitle: `"><img src=x onerror=alert(1)>`,
        url: 'https://entrada.example/t',
        dates: null,
      },
    ],
    onlineDetails: `${ATTACK} https://meet.example/abc?x=1&y=2.`,
  };
}

test('what people typed is escaped, and cannot add a mail header', async () => {
  const { html, subject } = await renderEmail('order_confirmation', hostile(), 'en');
  expect(html).not.toMatch(/<script|<img src=x|javascript:/i);
  expect(html).toContain('&lt;script&gt;');
  expect(subject).not.toMatch(/[\r\n]/);
});

test('online details are text whose addresses are links', async () => {
  const { html, text } = await renderEmail('order_confirmation', hostile(), 'en');
  expect(html).toContain('href="https://meet.example/abc?x=1&amp;y=2"');
  expect(text).toContain('https://meet.example/abc?x=1&y=2.');
});

test('the footer of the organizer is formatted, and readable as text', async () => {
  const sample = sampleEmails.order_confirmation;
  const footerMessageHtml =
    '<p>Follow <strong>us</strong> at <a href="https://marea.example" rel="noopener">marea.example</a></p><ul><li><p>Sea</p></li></ul>';
  const data = { ...sample, event: { ...sample.event, footerMessageHtml } };
  const { html, text } = await renderEmail('order_confirmation', data, 'en');
  expect(html).toContain(footerMessageHtml);
  expect(text).toContain('Follow us at marea.example (https://marea.example)');
});

const PAYMENT_WORDS = /\b(paid|pay|payment|receipt|card|charged|refund\w*)\b|€/i;

test('a free order has no words of payment', async () => {
  const sample = sampleEmails.order_confirmation;
  const order = {
    ...sample.order,
    lines: [{ quantity: 1, title: 'Entry', minor: 0, admits: true }],
    fees: [],
    includedTaxes: [],
    totalMinor: 0,
    cardLast4: null,
  };
  const confirmation = await renderEmail('order_confirmation', { ...sample, order }, 'en');
  expect(confirmation.text).not.toMatch(PAYMENT_WORDS);
  expect(confirmation.html.replace(/<[^>]+>/g, ' ')).not.toMatch(PAYMENT_WORDS);
  const report = await renderEmail('new_order', { ...sampleEmails.new_order, order }, 'en');
  expect(report.text).not.toMatch(PAYMENT_WORDS);
  expect(report.text).toContain('registered for 1 ticket.');
});

test('an order that admits nobody speaks of no ticket, door or place', async () => {
  const sample = sampleEmails.order_confirmation;
  const [, , support] = sample.order.lines;
  const order = { ...sample.order, lines: support ? [support] : [], fees: [], totalMinor: 1000 };
  const data = { ...sample, order, tickets: [], onlineDetails: null, postCheckoutMessageHtml: null };
  const confirmation = await renderEmail('order_confirmation', data, 'en');
  expect(confirmation.subject).toMatch(/^Your order for /);
  const awaited = await renderEmail(
    'order_awaiting_payment',
    { ...sampleEmails.order_awaiting_payment, order, tickets: [] },
    'en',
  );
  for (const { text } of [confirmation, awaited]) {
    expect(text).toContain('Apoya a jóvenes creadores');
    expect(text).not.toMatch(/\bticket|\bdoor\b|places are kept/i);
  }
  const report = await renderEmail('new_order', { ...sampleEmails.new_order, order }, 'en');
  expect(report.text).toContain('without a ticket.');
  const mixed = await renderEmail('new_order', sampleEmails.new_order, 'en');
  expect(mixed.text).toContain('bought 3 tickets');
});

test('tickets without a name are counted, with the page where the buyer says it', async () => {
  const sample = sampleEmails.order_confirmation;
  const page = `${sample.baseUrl}/order/${sample.event.id}/${sample.order.shortId}`;
  const some = await renderEmail('order_confirmation', { ...sample, unnamed: 2 }, 'en');
  expect(some.text).toContain(`2 tickets still need a name.`);
  expect(some.text).toContain(`Fill in names: ${page}`);
  expect(some.subject).toMatch(/^Your ticket/);
  const none = await renderEmail('order_confirmation', { ...sample, tickets: [], unnamed: 1 }, 'en');
  expect(none.subject).toMatch(/^Your order for /);
  expect(none.text).toContain('1 ticket still needs a name.');
  expect(none.text).toContain(sample.event.location?.name);
  const awaited = await renderEmail(
    'order_awaiting_payment',
    { ...sampleEmails.order_awaiting_payment, tickets: [], unnamed: 3 },
    'en',
  );
  expect(awaited.text).toContain('3 tickets still need a name.');
  expect(awaited.text).toContain('Your places are kept');
});

test('two requests in two languages at once do not mix', async () => {
  const [german, spanish] = await Promise.all([
    renderEmail('order_confirmation', sampleEmails.order_confirmation, 'de'),
    renderEmail('order_confirmation', sampleEmails.order_confirmation, 'es'),
  ]);
  expect(german.text).toContain('Deine Tickets');
  expect(spanish.text).toContain('Tus entradas');
});
