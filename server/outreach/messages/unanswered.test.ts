import { countAudience } from '@entrada/contract/outreach/messages';
import { expect, test } from 'vitest';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { useOffice } from './office-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const { office } = await useOffice(app);

test('a message finds those who have not answered a question that they have to answer', async () => {
  const { owner, params, shop, attendees } = await office([
    ['Ana', 1],
    ['Bea', 1],
  ]);
  const ofEvent = { accountId: shop.accountId, eventId: shop.eventId };
  const found = async (answered: boolean) => {
    const audience = {
      to: 'attendees' as const,
      query: { 'filter_fields[answered][eq]': String(answered) },
    };
    const body = { audience, each: 'person' as const, purpose: 'ticket' as const };
    const { data } = (await owner.call(countAudience, { params, body })).body;
    return data.sample.map(({ email }) => email).toSorted();
  };
  const both = ['ana@example.com', 'bea@example.com'];
  expect([await found(false), await found(true)]).toEqual([[], both]);
  // None of these is one that they have to answer.
  const { ticketId } = await buildTicket(db, { ...ofEvent, title: 'Backstage' } as never);
  await buildQuestion(db, { ...ofEvent, scope: 'attendee' });
  await buildQuestion(db, { ...ofEvent, scope: 'attendee', required: true, hidden: true });
  await buildQuestion(db, { ...ofEvent, scope: 'attendee', required: true, ticketIds: [ticketId] });
  expect(await found(false)).toEqual([]);

  const [ana, bea] = await attendees();
  const answer = (questionId: number, of: { order_id: number; id: number | null } | undefined) =>
    db
      .insertInto('answers')
      .values({
        account_id: shop.accountId,
        question_id: questionId,
        order_id: of?.order_id ?? 0,
        attendee_id: of?.id ?? null,
        title: 'Diet',
        type: 'text',
        value: JSON.stringify('Vegan'),
      })
      .execute();
  const { questionId: diet } = await buildQuestion(db, { ...ofEvent, scope: 'attendee', required: true });
  expect(await found(false)).toEqual(both);
  await answer(diet, ana);
  expect([await found(false), await found(true)]).toEqual([['bea@example.com'], ['ana@example.com']]);
  await answer(diet, bea);
  const { questionId: source } = await buildQuestion(db, { ...ofEvent, required: true });
  expect(await found(false)).toEqual(both);
  await answer(source, bea && { order_id: bea.order_id, id: null });
  expect(await found(false)).toEqual(['ana@example.com']);
});
