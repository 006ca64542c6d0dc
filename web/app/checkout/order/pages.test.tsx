import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { SelfService } from '@entrada/contract/sales/self-service/give-back';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { AwaitedPayment } from '../parts/offline-terms.tsx';
import { EndedOrder } from '../parts/order-message.tsx';
import { OrderContent } from './content.tsx';
import { GiveBackSection } from './give-back/section.tsx';
import SummaryPage from './summary-page.tsx';

const ticket = {
  ...{ shortId: 'a_1', reference: 'ENT-2-1', firstName: 'Ana', lastName: 'Vidal', email: 'ana@example.com' },
  ...{ ticketName: 'Pass', priceLabel: '', status: 'active', ownStartsAt: null, ownEndsAt: null },
};

/** A paid order of three days. */
const order = {
  ...{ shortId: 'o_1', reference: 'ENT-JPQG84', badge: 'COMPLETED', step: 'summary', currency: 'EUR' },
  event: {
    ...{ id: 5, title: 'Noche', path: '/marea/5', timezone: 'Europe/Madrid', isCalledOff: false },
    ...{ startsAt: '2027-06-12T16:00:00Z', endsAt: '2027-06-14T20:00:00Z', supportEmail: '' },
    location: { isOnline: false, venueName: 'Sala', onlineDetails: '' },
    organizer: { name: 'Marea', slug: 'marea', email: 'hola@marea.example' },
  },
  eventNews: { state: 'planned' },
  buyer: { firstName: 'Ana', lastName: 'Vidal', email: 'ana@example.com' },
  ...{ lines: [], charges: [], adjustments: [], discount: null, secondsLeft: null, offline: null },
  ...{ total: 2544, refundedTotal: 0, completedAt: '2027-05-30T01:18:00Z', unnamed: 0 },
  ...{ tickets: [ticket], passedOn: [], answered: [], documents: [], postCheckoutMessage: '' },
} as unknown as BuyerOrder;
const pages = { page: 1, lastPage: 1, total: 3, isOpen: true };

function htmlOf(content: ReactNode, loaded: unknown = null): string {
  const element = (
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{content}</I18nProvider>
  );
  const router = createMemoryRouter([{ id: 'page', path: '/', element, loader: () => null }], {
    hydrationData: { loaderData: { page: loaded } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test.each([
  [0, /We sent 3 tickets and the receipt to ana@example\.com/, /other attendee/],
  [1, /\. 1 other attendee got their ticket by email, too\./, /attendees got/],
  [2, /\. 2 other attendees got their tickets by email, too\./, /attendee got/],
])('the summary says that %s other attendees got mails of their own', (others, said, unsaid) => {
  const text = textOf(htmlOf(<SummaryPage />, { order, pages, others, codes: {}, baseUrl: '' }));
  expect(text.replace(/ \./g, '.')).toMatch(said);
  expect(text).not.toMatch(unsaid);
});

test('a ticket of several days says that its time is that of the first one', () => {
  const content = <OrderContent order={order} pages={pages} codes={{}} />;
  expect(textOf(htmlOf(content))).toContain('Sat 12 – Mon 14 June 2027, from 18:00');
});

const unoffered = {
  ...{ currency: 'EUR', policy: null, request: null },
  giveBack: { obstacle: 'not_offered', returnsUntil: null, tickets: [] },
} as unknown as SelfService;
const offline = { isChosen: true, dueAt: '2027-06-01T11:00:00Z', instructions: '' };
const ended = { step: 'cancelled', completedAt: null };

/** Each place that tells a buyer to write, of an order with these parts of the event. */
const places: Record<string, (event: object) => ReactNode> = {
  'tickets that can’t be given back': (event) => (
    <GiveBackSection
      order={{ ...order, event: { ...order.event, ...event }, lines: [{ admits: true }] } as never}
      service={unoffered}
      own={null}
      formKey="k"
      page={null}
    />
  ),
  'a payment for an event that is called off': (event) => (
    <AwaitedPayment
      order={{ ...order, offline, event: { ...order.event, ...event, isCalledOff: true } } as never}
    />
  ),
  'an order that was not paid in time': (event) => (
    <EndedOrder
      order={
        { ...order, ...ended, endedReason: 'offline_unpaid', event: { ...order.event, ...event } } as never
      }
    />
  ),
  'an order that was cancelled before it was paid': (event) => (
    <EndedOrder
      order={{ ...order, ...ended, endedReason: 'cancelled', event: { ...order.event, ...event } } as never}
    />
  ),
};

test.each(Object.entries(places))('%s: the words that say to write are a link', (_, place) => {
  const organizer = { name: 'Marea', slug: 'marea', email: '' };
  expect(htmlOf(place({}))).toMatch(
    /<a class="link" href="mailto:hola@marea\.example">[Ww]rite to Marea<\/a>\./,
  );
  expect(htmlOf(place({ supportEmail: 'help@marea.example' }))).toContain('"mailto:help@marea.example"');
  const unknown = htmlOf(place({ organizer }));
  expect(unknown).not.toContain('mailto:');
  expect(textOf(unknown)).toMatch(/[Ww]rite to Marea\./);
});
