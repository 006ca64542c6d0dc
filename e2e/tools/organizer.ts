import { confirmEmail, register } from '@entrada/contract/accounts/accounts';
import { createEvent, setEventStatus } from '@entrada/contract/catalog/events';
import { createOrganizer } from '@entrada/contract/catalog/organizers';
import { createTicket } from '@entrada/contract/catalog/tickets';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import type { InputOf } from '@entrada/contract/endpoint';
import { expect, type Page } from '@playwright/test';
import { apiClient, type Client } from './api.ts';
import { unique } from './environment.ts';
import { inbox } from './inbox.ts';

export const PASSWORD = 'correct horse battery staple';
const DAY = 24 * 60 * 60 * 1000;

/** A person with an organizer, created by the same calls as in the interface. Their address is confirmed by `confirm`. */
export async function registerPerson(name: string) {
  const id = unique();
  const email = `owner-${id}@example.com`;
  const visitor = apiClient();
  const { data: answer } = await visitor.call(register, {
    body: {
      firstName: 'Nuria',
      lastName: 'Vidal',
      email,
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
      termsAgreed: true,
      locale: 'en',
      timezone: 'Europe/Madrid',
    },
  });
  if (answer.status !== 'signed_in') throw new Error(`Registration answered ${answer.status}`);
  const { token, user } = answer;
  const api = apiClient(token);
  const confirm = async () => {
    const mail = await inbox(email).receive('confirm_email');
    const mailed = /confirm-email-address\/([A-Za-z0-9_-]{43})/.exec(mail.text)?.[1];
    if (!mailed) throw new Error(`No confirmation link in:\n${mail.text}`);
    await api.call(confirmEmail, { params: { userId: String(user.id), token: mailed } });
  };
  const { data: organizer } = await api.call(createOrganizer, {
    body: {
      name: `${name} ${id}`,
      email,
      description: 'Concerts and films by the harbour.',
      currency: 'EUR',
      timezone: 'Europe/Madrid',
    },
  });
  return { api, email, password: PASSWORD, organizer, confirm };
}

/** The same with a confirmed address. */
export async function buildOrganizer(name: string) {
  const { confirm, ...person } = await registerPerson(name);
  await confirm();
  return person;
}

/** Signs in without the form and gives the session to the browser of this page. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
}

export async function buildEvent(
  { api, organizer }: { api: Client; organizer: { id: number } },
  title: string,
) {
  const start = Date.now() + 30 * DAY;
  const { data: event } = await api.call(createEvent, {
    body: {
      title,
      organizerId: organizer.id,
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + DAY / 4).toISOString(),
      timezone: 'Europe/Madrid',
      currency: 'EUR',
      description: '<p>An evening by the water.</p><h2>Getting there</h2><p>Line 4 to the harbour.</p>',
      location: {
        venueName: 'Moll de Llevant',
        addressLine1: 'Passeig 4',
        city: 'Tarragona',
        postalCode: '43004',
        country: 'ES',
        mapUrl: 'https://www.openstreetmap.org/',
      },
    },
  });
  return event;
}

type TicketBody = InputOf<typeof createTicket>['body'];
type PriceBody = TicketBody['prices'][number];

/** A ticket with the defaults of the form. Amounts are in minor units. */
export async function buildTicket(
  api: Client,
  eventId: number,
  given: Pick<TicketBody, 'type' | 'name'> & {
    prices: (Pick<PriceBody, 'amount'> & Partial<PriceBody>)[];
  } & Partial<Omit<TicketBody, 'prices'>>,
) {
  const { data: ticket } = await api.call(createTicket, {
    params: { eventId: String(eventId) },
    body: {
      description: '',
      saleStartsAt: null,
      saleEndsAt: null,
      minPerOrder: 1,
      maxPerOrder: 10,
      hidden: false,
      hideBeforeSale: false,
      hideAfterSale: false,
      hideWhenSoldOut: false,
      hideWithoutPromoCode: false,
      showQuantityRemaining: false,
      ...given,
      prices: given.prices.map((price) => ({
        label: '',
        quantity: 100,
        saleStartsAt: null,
        saleEndsAt: null,
        hidden: false,
        ...price,
      })),
    },
  });
  return ticket;
}

export async function publish(api: Client, eventId: number) {
  const { data } = await api.call(setEventStatus, {
    params: { eventId: String(eventId) },
    body: { status: 'public' },
  });
  return data;
}

/** A check-in list for every ticket of the event, open now. */
export async function buildCheckInList(api: Client, eventId: number, name: string) {
  const { data } = await api.call(createCheckInList, {
    params: { eventId: String(eventId) },
    body: { name, description: '', allTickets: true, ticketIds: [], activatesAt: null, expiresAt: null },
  });
  return data;
}
