import { expect, test } from 'vitest';
import { renderEmail } from '../index.ts';
import { sampleEmails } from '../samples.ts';

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

test('an order without tickets that is cancelled does not speak of tickets', async () => {
  for (const reason of ['unpaid', 'organizer'] as const) {
    const { order, ...data } = sampleEmails.order_cancelled;
    const written = async (hasTickets: boolean) =>
      (await renderEmail('order_cancelled', { ...data, reason, order: { ...order, hasTickets } }, 'en')).text;
    expect(await written(true)).toMatch(/tickets are not valid/);
    expect(await written(false)).not.toMatch(/ticket/i);
  }
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
