import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { SelfService } from '@entrada/contract/sales/self-service/give-back';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { EventNews } from '../parts/event-news.tsx';
import { AwaitedPayment } from '../parts/offline-terms.tsx';
import TicketPage from '../ticket/page.tsx';
import TicketPrintPage from '../ticket/print-page.tsx';
import { OrderActions, OrderContent } from './content.tsx';
import { GiveBackSection } from './give-back/section.tsx';
import type { GiveBackAnswer } from './give-back/send.server.ts';
import { GiveBackSum } from './give-back/sum.tsx';
import { OwnSheet } from './own-tickets/sheet.tsx';
import SummaryPage from './summary-page.tsx';

const ticket = {
  ...{ shortId: 'a_1', reference: 'ENT-2-1', firstName: 'Ana', lastName: 'Vidal', email: 'ana@example.com' },
  ...{ ticketName: 'Friday night', priceLabel: '', status: 'active' },
  ...{ ownStartsAt: null, ownEndsAt: null },
};

/** Two tickets at 12.00 and a fee of 1.44 for an event that was called off; all of it went back. */
const refunded = {
  ...{ shortId: 'o_1', reference: 'ENT-JPQG84', badge: 'REFUNDED', step: 'refunded', currency: 'EUR' },
  event: {
    ...{ id: 5, title: 'Noche', path: '/marea/5', timezone: 'Europe/Madrid', isCalledOff: true },
    ...{ startsAt: '2027-12-13T18:00:00Z', endsAt: null },
    location: { isOnline: false, venueName: 'Sala', onlineDetails: '' },
    organizer: { name: 'Marea', slug: 'marea', email: '' },
  },
  eventNews: { state: 'called_off' },
  lines: [{ id: 1, admits: true }],
  ...{ total: 2544, refundedTotal: 2544, completedAt: '2027-11-30T01:18:00Z', unnamed: 0 },
  ...{ tickets: [], passedOn: [], answered: [], documents: [], postCheckoutMessage: '' },
} as unknown as BuyerOrder;
const untouched = {
  ...refunded,
  ...{ badge: 'COMPLETED', step: 'summary', refundedTotal: 0, tickets: [ticket] },
} as unknown as BuyerOrder;

const returnable = { ...ticket, paid: 2544, fees: 144, back: 2400, asked: 'policy', obstacle: null };
const service = {
  currency: 'EUR',
  policy: {
    passOn: { until: '2027-12-13T18:00:00Z', isOver: false },
    present: 0,
    steps: [{ until: '2027-12-11T23:00:00Z', isDay: true, percent: '100', keepsFees: true, way: 'asked' }],
  },
  giveBack: { obstacle: null, returnsUntil: null, tickets: [returnable] },
  request: null,
} as unknown as SelfService;

function textOf(order: BuyerOrder, given: SelfService, answer?: GiveBackAnswer): string {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const total = order.tickets.length;
  const shown = { order, pages: { page: 1, lastPage: 1, total, isOpen: false } };
  const element = (
    <I18nProvider i18n={i18n}>
      <EventNews order={order} />
      <OrderActions {...shown} baseUrl="https://entrada.example" />
      <OrderContent
        {...shown}
        codes={{}}
        own={{ first: [], last: [], linksOf: () => null }}
        beforeMessage={<GiveBackSection order={order} service={given} own={null} formKey="k" page={null} />}
      />
    </I18nProvider>
  );
  return textIn(element, null, answer);
}

function textIn(element: ReactNode, loaded?: unknown, answer?: GiveBackAnswer): string {
  const router = createMemoryRouter([{ id: 'page', path: '/', element, loader: () => null }], {
    hydrationData: { loaderData: { page: loaded ?? null }, actionData: { page: answer } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const gone = { ...service.giveBack, tickets: [], obstacle: 'not_complete' as const };

test('after an event was called off and all money went back, nothing is left to print, to pass on or to return', () => {
  expect(textOf(refunded, { ...service, giveBack: gone })).toBe(
    'Marea has called off Noche. Your money went back.',
  );
});

test('while nothing went back the tickets are there, and no policy stands beside the decision of the organizer', () => {
  const text = textOf(untouched, service);
  expect(text).toContain('Your tickets stay here and say what you bought.');
  expect(text).toContain('Marea decides about your money.');
  expect(text).toContain('Your tickets Friday night Ana Vidal');
  expect(text).toContain('Print');
  expect(text).not.toMatch(/Your money |Pass a ticket on|not returned|organizer agrees|calendar/);
});

test('while the money is on its way nobody decides about it any more', () => {
  const text = textOf({ ...untouched, badge: 'REFUND_PENDING' }, service);
  expect(text).toContain('The money goes back the way it came');
  expect(text).not.toContain('decides about your money');
});

test('where buyers ask for their money all of it is offered, without the steps of the policy', () => {
  const asked = {
    ...service,
    giveBack: { ...service.giveBack, returnsUntil: '2027-12-31T22:00:00Z' },
  };
  const text = textOf(untouched, asked);
  expect(text).toContain('Your money The event was called off. Until');
  expect(text).toContain('Give tickets back');
  expect(text).not.toMatch(/Pass a ticket on|not returned|organizer agrees|ticket price/);
  const request = { status: 'open', amount: 2544, ticketCount: 1, answer: '', createdAt: '' } as const;
  const waiting = textOf(untouched, {
    ...asked,
    giveBack: { ...asked.giveBack, obstacle: 'requested' },
    request,
  });
  expect(waiting).toContain('You asked for €25.44 back.');
  expect(waiting).not.toContain('stay valid');
});

test('whoever sent the form too late reads why it was refused', () => {
  const over = { ...service, giveBack: { ...service.giveBack, tickets: [], obstacle: 'over' as const } };
  const text = textOf(untouched, over, { gaveBack: 'refused', code: 'GIVE_BACK_OVER', errors: [] });
  expect(text).toContain('Your money The time to give tickets back has passed.');
});

test.each([
  [false, 'asked', /The organizer decides\. Your tickets stay valid until then\./, / email /],
  [true, 'asked', /The organizer decides\. You get an email with the answer\./, /stay valid/],
  [
    false,
    'at once',
    /in five to ten days\. The ticket stops working at once\. This cannot be undone\./,
    /decides/,
  ],
  [true, 'at once', /in five to ten days\. This cannot be undone\./, /stops working|stay valid/],
] as const)(
  'the sum says what becomes of tickets that work until then (called off: %s, %s)',
  (isCalledOff, how, said, unsaid) => {
    const chosen = [{ ...returnable, asked: how === 'asked' ? 'policy' : null }] as never;
    const text = textIn(
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        <GiveBackSum
          tickets={chosen}
          currency="EUR"
          isAsked={how === 'asked'}
          isCalledOff={isCalledOff}
          last4="4242"
        />
      </I18nProvider>,
    );
    expect(text).toMatch(said);
    expect(text).not.toMatch(unsaid);
  },
);

test('an event that takes place keeps its policy', () => {
  const planned = { ...untouched, event: { ...untouched.event, isCalledOff: false } };
  const text = textOf(planned, service);
  expect(text).toContain('Cannot come? Pass a ticket on to someone else, or give it back.');
  expect(text).toMatch(/Fees \( ?€1.44 ?\) are not returned\./);
});

test.each([true, false])(
  'a ticket is for the calendar while its event takes place (called off: %s)',
  (isCalledOff) => {
    const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
    const event = { ...untouched.event, isCalledOff };
    const loaded = { ticket, event, code: null, baseUrl: 'https://entrada.example', isUnopened: false };
    const page = (
      <I18nProvider i18n={i18n}>
        <TicketPage />
      </I18nProvider>
    );
    expect(textIn(page, loaded).includes('Add to calendar')).toBe(!isCalledOff);
  },
);

const offline = { isChosen: true, dueAt: '2027-12-01T11:00:00Z', instructions: '<p>By transfer</p>' };
const buyer = { firstName: 'Ana', lastName: 'Vidal', email: 'ana@example.com' };
const bought = {
  ...untouched,
  ...{ buyer, offline: null, lines: [], charges: [], adjustments: [], discount: null, secondsLeft: null },
} as unknown as BuyerOrder;
const awaited = { ...bought, offline, completedAt: null } as unknown as BuyerOrder;
const pages = { page: 1, lastPage: 1, total: 1, isOpen: false };

/** A page or a part of one, of an order whose event is called off or not. */
const shownOf: Record<string, (order: BuyerOrder) => [ReactNode, unknown?]> = {
  'the payment that is awaited': (order) => [<AwaitedPayment key="" order={{ ...order, offline }} />],
  'the summary of a paid order': (order) => [
    <SummaryPage key="" />,
    { order, pages, codes: {}, baseUrl: '' },
  ],
  'the summary of an unpaid order': ({ event }) => [
    <SummaryPage key="" />,
    { order: { ...awaited, event }, pages, codes: {}, baseUrl: '' },
  ],
  'a new link of the order': (order) => [
    <OwnSheet key="" order={order} kind="new-link" ticket={null} invoice={null} formKey="k" page={null} />,
  ],
  'a ticket on paper': ({ event }) => [
    <TicketPrintPage key="" />,
    { ticket, event, code: event.isCalledOff ? null : { size: 21, path: '' }, orderReference: 'ENT-JPQG84' },
  ],
};

test.each([
  ['the payment that is awaited', /becomes valid/, /If you have paid already, write to Marea\./],
  ['the summary of a paid order', /You’re going/, /Thank you, Ana\./],
  ['the summary of an unpaid order', /Your places are kept|becomes valid/, /Thank you, Ana\./],
  ['a new link of the order', /stay valid/, /The present link stops working/],
  ['a ticket on paper', /at the door|opens|Awaiting payment/, /Event called off/],
])('%s says nothing of tickets that work once the event is called off', (what, unsaid, said) => {
  const textOfPage = (isCalledOff: boolean) => {
    const event = { ...bought.event, isCalledOff };
    const [part, loaded] = shownOf[what]?.({ ...bought, event }) ?? [];
    return textIn(
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{part}</I18nProvider>,
      loaded,
    );
  };
  expect(textOfPage(false)).toMatch(unsaid);
  expect(textOfPage(true)).not.toMatch(unsaid);
  expect(textOfPage(true)).toMatch(said);
});
