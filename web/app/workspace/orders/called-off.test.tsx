import type { EventDetail } from '@entrada/contract/catalog/events';
import type { RefundRequest } from '@entrada/contract/sales/refund-requests/answers';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { EventContext } from '../kit/data/event.ts';
import { Paid } from './actions/offline-footer.tsx';
import type { OrderView } from './api.ts';
import { RefundForm } from './refunds/form.tsx';
import { NEW_REFUND } from './refunds/values.ts';
import { AnswerForm } from './requests/form.tsx';
import { AwaitedNote } from './sections.tsx';

const attendee = { id: 1, status: 'active', unitTotal: 2500, isRefunded: false };
const view = {
  order: {
    id: 41,
    currency: 'EUR',
    isCompleted: true,
    buyer: { firstName: 'Ana', lastName: 'Vidal', email: '' },
  },
  money: {
    ...{ refundable: 2500, paid: 2500, isByHand: false, currency: 'EUR' },
    ...{ attendees: [attendee], lines: [], refunds: [] },
  },
} as unknown as OrderView;
const request = { id: 7, amount: 2500, refunded: 0, attendeeIds: [1] } as unknown as RefundRequest;
const close = () => {};

const answer = (isApproval: boolean) => (isCalledOff: boolean) => (
  <AnswerForm {...{ view, request, eventId: 5, isApproval, isCalledOff, close }} />
);
const refund = (cancel: boolean) => () => (
  <RefundForm
    view={view}
    draft={{ ...NEW_REFUND, cancel }}
    setDraft={close}
    send={{ form: { errors: {}, forget: close }, write: () => '€25.00' } as never}
    close={close}
  />
);

const offline = { isAwaited: true, isOverdue: false, dueAt: '2027-06-02T10:00:00Z' };
const awaited = <AwaitedNote order={{ offline } as unknown as OrderView['order']} timezone="Europe/Madrid" />;

function textOf(element: ReactNode, isCalledOff: boolean): string {
  const event = { id: 5, calledOffAt: isCalledOff ? '2027-06-01T10:00:00Z' : null } as EventDetail;
  const shown = (
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
          <EventContext value={event}>{element}</EventContext>
        </I18nProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
  const html = renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '/', element: shown }])} />,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('a sum that is asked for after the event was moved is all that was paid, whatever the policy says', () => {
  const moved = { ...request, isAfterMove: true };
  const props = { view, request: moved, eventId: 5, isApproval: true, isCalledOff: false, close };
  const text = textOf(<AnswerForm {...props} />, false);
  expect(text).toContain('All that was paid, because the event was moved.');
  expect(text).not.toContain('policy');
});

test.each([
  ['declining what a buyer asks for', answer(false), 'The tickets stay valid.', 'Decline'],
  ['approving it', answer(true), 'They stop working at the door', 'Cancel the ticket'],
  ['proposing a sum', answer(true), 'By the policy of this order.', 'You can send another sum.'],
  ['refunding', refund(false), '1 ticket stays valid at the door', 'This cannot be undone.'],
  ['refunding and cancelling', refund(true), '1 ticket stops working at the door', 'Cancel the order'],
  [
    'refunding for good',
    refund(true),
    '1 ticket is cancelled and goes back on sale.',
    'This cannot be undone.',
  ],
  [
    'waiting for a payment',
    () => awaited,
    'its places go back on sale',
    'it is cancelled, and both of you are told.',
  ],
  [
    'marking an order as paid',
    (isCalledOff: boolean) => <Paid amount="€25.00" count={1} isCalledOff={isCalledOff} />,
    '1 ticket becomes valid',
    'You confirm that you have €25.00.',
  ],
])(
  '%s says nothing of tickets that work or are sold once the event is called off',
  (_, form, unsaid, said) => {
    expect(textOf(form(false), false)).toContain(unsaid);
    const text = textOf(form(true), true);
    expect(text).not.toMatch(/valid|at the door|on sale|policy/);
    expect(text).toContain(said);
  },
);
