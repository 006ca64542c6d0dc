import type { EventDetail } from '@entrada/contract/catalog/events';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { BulkForm, type BulkQuestion } from '../bulk/form.tsx';
import { EventContext } from '../data/event.ts';
import { modals } from '../dialogs/modals.ts';
import { useCancellation } from './use-cancellation.tsx';

// Files share their modules, so one that another file has loaded cannot be mocked. What it exports can be watched.
const opened = vi.spyOn(modals, 'open').mockReturnValue('dialog');
afterAll(() => opened.mockRestore());

function textOf(element: ReactNode, isCalledOff: boolean): string {
  const event = { id: 5, calledOffAt: isCalledOff ? '2027-06-01T10:00:00Z' : null } as EventDetail;
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
          <EventContext value={event}>{element}</EventContext>
        </I18nProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

function Asking({ count }: { count: number }) {
  const { askCancel } = useCancellation(5);
  askCancel({ orderId: 41, reference: 'ABC', ticket: null, count, hasMoney: true, email: '' });
  return null;
}
const single = (count: number) => (isCalledOff: boolean) => {
  textOf(<Asking count={count} />, isCalledOff);
  return opened.mock.lastCall?.[0].children;
};

const close = () => {};
const many =
  (act: 'cancel' | 'refund', noun: 'orders' | 'attendees' | 'guests') => (isCalledOff: boolean) => {
    const chosen = { noun, eventId: 5 } as BulkQuestion['chosen'];
    return <BulkForm {...{ act, chosen, isCalledOff, close }} count={3} onBegun={close} />;
  };

const FINAL = 'While the event is called off, this cannot be undone.';
test.each([
  ['an order', single(2), '2 tickets stop working at the door, and their places go back on sale.', FINAL],
  ['an order without tickets', single(0), 'What was bought without a ticket goes back on sale.', FINAL],
  [
    'orders',
    many('cancel', 'orders'),
    'their places go back on sale',
    `3 orders are cancelled. No money is sent back. ${FINAL}`,
  ],
  [
    'tickets',
    many('cancel', 'attendees'),
    'their places go back on sale',
    `3 tickets are cancelled. No money is sent back. ${FINAL}`,
  ],
  [
    'guests',
    many('cancel', 'guests'),
    'the places are free again',
    `The tickets of 3 guests and of all companions are cancelled. ${FINAL}`,
  ],
  [
    'orders with a refund',
    many('refund', 'orders'),
    'their places go back on sale',
    'A refund cannot be undone.',
  ],
])('cancelling %s puts nothing on sale once the event is called off', (_, ask, unsaid, said) => {
  expect(textOf(ask(false), false)).toContain(unsaid);
  const text = textOf(ask(true), true);
  expect(text).not.toMatch(/on sale|at the door|free again|while places/);
  expect(text).toContain(said);
});
