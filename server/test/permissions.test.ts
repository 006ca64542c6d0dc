import { COPY_PARTS } from '@entrada/contract/catalog/lifecycle';
import type { Endpoint } from '@entrada/contract/endpoint';
import { ENDPOINTS } from '@entrada/contract/endpoints';
import { PERMISSIONS, type Permission, ROLES, roleMay } from '@entrada/contract/permissions';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildAccount, buildUserIn } from '../accounts/factory.ts';
import { buildEvent } from '../catalog/events/factory.ts';
import { buildQuestion } from '../catalog/questions/factory.ts';
import { buildCapacity, buildPromoCode, buildTaxOrFee, buildTicket } from '../catalog/tickets/factory.ts';
import { newShortId } from '../platform/secrets.ts';
import { buildTestApp, type Client } from './app.ts';
import { ticketBody } from './catalog/ticket-body.ts';

const app = await buildTestApp();
const own = await buildAccount(app.db);
const other = await buildAccount(app.db, { name: 'Somebody else' });
const { eventId, organizerId } = await buildEvent(app.db, {
  accountId: own.accountId,
  title: 'canary-event',
});
const { ticketId, priceId } = await buildTicket(app.db, {
  accountId: own.accountId,
  eventId,
  name: 'canary-ticket',
});
const spare = await buildTicket(app.db, { accountId: own.accountId, eventId, name: 'spare-ticket' });
const list = await app.db
  .insertInto('check_in_lists')
  .values({ account_id: own.accountId, event_id: eventId, short_id: newShortId('cl'), name: 'canary-list' })
  .returning('id')
  .executeTakeFirstOrThrow();

const { questionId } = await buildQuestion(app.db, {
  accountId: own.accountId,
  eventId,
  title: 'canary-question',
});

const { capacityId } = await buildCapacity(app.db, {
  accountId: own.accountId,
  eventId,
  name: 'canary-capacity',
  ticketIds: [ticketId],
});

const promo = await buildPromoCode(app.db, { accountId: own.accountId, eventId, code: 'canary-code' });
const affiliate = await app.db
  .insertInto('affiliates')
  .values({ account_id: own.accountId, event_id: eventId, code: 'canary-affiliate', name: 'canary' })
  .returning('id')
  .executeTakeFirstOrThrow();

const taxOrFee = await buildTaxOrFee(app.db, { accountId: own.accountId, name: 'canary-tax' });

const tokens = Object.fromEntries(
  await Promise.all(
    ROLES.map(async (role) => [
      role,
      role === 'owner' ? own.token : (await buildUserIn(app.db, own.accountId, role)).token,
    ]),
  ),
) as Record<(typeof ROLES)[number], string>;

const ticket = ticketBody();
const taxOrFeeBody = {
  name: 'canary-tax',
  type: 'tax',
  calculation: 'percentage',
  rate: '21',
  amount: null,
  currency: null,
  included: false,
  isDefault: false,
};
const listBody = {
  name: 'Gate',
  description: '',
  allTickets: false,
  ticketIds: [ticketId],
  activatesAt: null,
  expiresAt: null,
};
const questionBody = {
  scope: 'order',
  type: 'radio',
  title: 'canary-question',
  description: '',
  options: ['One', 'Two'],
  required: false,
  hidden: false,
  appliesToAll: false,
  ticketIds: [ticketId],
};
const answersBody = { answers: [{ questionId, version: 1, was: null, answer: 'canary' }] };
const termsBody = {
  discountType: 'percentage',
  percentage: '10',
  amount: null,
  allTickets: false,
  ticketIds: [ticketId],
  usageLimit: 5,
  expiresAt: null,
};
const promoBody = { code: 'canary-code', disabled: false, ...termsBody };
const affiliateBody = { code: 'canary-affiliate', name: 'canary', email: '', status: 'active' };
const scheduledBody = {
  what: 'orders',
  format: 'csv',
  locale: 'en',
  weekday: null,
  hour: 8,
  query: {},
  recipients: [own.userId],
};
const eventBody = {
  title: 'New',
  organizerId,
  startsAt: '2027-06-11T16:00:00Z',
  endsAt: null,
  timezone: 'Europe/Madrid',
  currency: 'EUR',
};

const viewBody = { name: 'canary-view', isShared: true, query: {}, columns: {} };

/** A valid body for every endpoint that takes one and needs a session. */
const guestBody = { firstName: 'canary', lastName: 'canary', email: 'canary@example.com', locale: 'en' };
const BODIES: Record<string, unknown> = {
  checkInAttendees: { attendeeIds: [1] },
  undoAttendeeCheckIns: { attendeeIds: [1] },
  bulkOrders: { action: 'resend', except: [] },
  bulkGuests: { action: 'resend', except: [] },
  undoGuestImport: { notify: false },
  bulkAttendees: { action: 'cancel', notify: false, except: [] },
  previewOrderRefunds: { except: [] },
  previewAttendeeRefunds: { except: [] },
  bulkCheckIn: { checkInListId: list.id, except: [] },
  updateMe: { locale: 'en' },
  switchAccount: { accountId: own.accountId },
  createOrganizer: { name: 'Brand', email: 'brand@example.com', currency: 'EUR', timezone: 'Europe/Madrid' },
  createEvent: eventBody,
  updateEvent: { version: 1, title: 'canary-event' },
  setEventStatus: { status: 'draft' },
  changeEvents: { action: 'publish', ids: [eventId] },
  duplicateEvent: {
    title: 'canary-copy',
    startsAt: '2027-06-11T16:00:00Z',
    endsAt: null,
    copy: Object.fromEntries(COPY_PARTS.map((part) => [part, true])),
  },
  updateOrganizer: { version: 1, name: 'canary-brand' },
  updateEventImage: { alt: 'canary' },
  updateOrganizerImage: { alt: 'canary' },
  updateDesign: { version: 1, colors: null, background: 'color', continueButtonText: '' },
  updateWidget: { version: 1, autoResize: true },
  createTicket: ticket,
  updateTicket: { version: 1, ...ticket, prices: [{ id: priceId, ...ticket.prices[0] }] },
  duplicateTicket: { name: 'Copy' },
  sortTickets: { ticketIds: [ticketId] },
  changeTickets: { action: 'show', ids: [ticketId] },
  createTaxOrFee: taxOrFeeBody,
  updateTaxOrFee: { version: 1, ...taxOrFeeBody },
  changeTaxesAndFees: { action: 'leave_off_new_tickets', ids: [taxOrFee.id] },
  createCapacityAssignment: { name: 'Hall', capacity: 10, active: true, ticketIds: [ticketId] },
  updateCapacityAssignment: {
    version: 1,
    name: 'canary-capacity',
    capacity: 10,
    active: true,
    ticketIds: [ticketId],
  },
  changeCapacityAssignments: { action: 'switch-on', ids: [capacityId] },
  createPromoCode: { ...promoBody, code: 'canary-new' },
  updatePromoCode: { version: 1, ...promoBody },
  generatePromoCodes: { prefix: 'canary-', length: 8, count: 3, ...termsBody },
  switchPromoCodes: { disabled: false, ids: [promo.promoCodeId] },
  createAffiliate: { ...affiliateBody, code: 'canary-new' },
  updateAffiliate: { version: 1, ...affiliateBody },
  changeAffiliates: { action: 'switch-on', ids: [affiliate.id] },
  createCheckInList: listBody,
  changeCheckInLists: { action: 'delete', ids: [999_999_999] },
  createQuestion: questionBody,
  updateQuestion: { version: 1, ...questionBody },
  sortQuestions: { scope: 'order', questionIds: [1] },
  changeQuestions: { action: 'show', ids: [questionId] },
  // A price that does not exist: an order would let other calls reach what only its authors may change.
  addGuests: {
    priceId: 999_999_999,
    amount: 0,
    payment: null,
    attendees: [{ firstName: 'Canary', lastName: '', email: '' }],
    locale: 'en',
    notify: false,
    exceedCapacity: false,
  },
  startGuestImport: {
    rows: [
      {
        row: 2,
        firstName: 'Canary',
        lastName: '',
        email: '',
        priceId: 999_999_999,
        plus: 0,
        note: '',
        locale: 'en',
      },
    ],
    payment: null,
    notify: false,
    exceedCapacity: false,
  },
  approveRefundRequest: { amount: 100, cancel: true, answer: '' },
  declineRefundRequest: { answer: '' },
  cancelOrder: { notify: false },
  reactivateOrder: { notify: false },
  updateAttendee: { version: 1, ...guestBody, sendTicket: false },
  passOnTicket: { version: 1, ...guestBody, tellOldHolder: false, evenIfCheckedIn: false },
  reissueCode: { version: 1, sendTicket: false },
  moveAttendee: {
    version: 1,
    priceId: 999_999_999,
    expectedDifference: 0,
    settlement: null,
    exceedCapacity: false,
    sendTicket: false,
  },
  resendOrder: { email: 'canary@example.com' },
  changeBuyer: {
    firstName: 'canary',
    lastName: '',
    email: 'canary@example.com',
    locale: 'en',
    version: 1,
    resend: false,
  },
  addOrderNote: { text: 'canary' },
  addAttendeeNote: { text: 'canary' },
  updateNote: { text: 'canary', version: 1 },
  addView: { list: 'orders', ...viewBody },
  updateView: { version: 1, ...viewBody },
  arrangeViews: { list: 'orders', order: [] },
  updateOrderAnswers: answersBody,
  updateAttendeeAnswers: answersBody,
  createRefund: { amount: 100, cancel: false, notify: false, note: '' },
  updateCheckInList: { version: 1, ...listBody },
  createScheduledExport: scheduledBody,
  updateScheduledExport: { version: 1, ...scheduledBody },
};
const PARAMS: Record<string, string> = {
  eventId: String(eventId),
  ticketId: String(ticketId),
  listId: String(list.id),
  taxOrFeeId: String(taxOrFee.id),
  questionId: String(questionId),
  assignmentId: String(capacityId),
  codeId: String(promo.promoCodeId),
  affiliateId: String(affiliate.id),
  // None: an organizer may not change a view that the owner has shared.
  viewId: '999999999',
  organizerId: String(organizerId),
  imageId: '1',
  userId: String(own.userId),
};

const guarded = ENDPOINTS.filter(
  ({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'self',
);
const paramNames = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');

/** The query of endpoints that need one. */
const QUERIES: Record<string, string> = { suggestAffiliateCode: '?name=Canary', listViews: '?list=orders' };

function send(client: Client, name: string, endpoint: Endpoint, params: Record<string, string> = PARAMS) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '1');
  const url = `/api${path}${QUERIES[name] ?? ''}`;
  const body = BODIES[name];
  if (endpoint.multipart) {
    const boundary = 'x-entrada-test';
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="type"\r\n\r\nEVENT_COVER\r\n--${boundary}--\r\n`;
    return client.send({
      method: endpoint.method,
      url,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    });
  }
  return client.send({
    method: endpoint.method,
    url,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  });
}

test('every endpoint of the contract is bound, and nothing below /api is undeclared', () => {
  for (const { endpoint } of ENDPOINTS) {
    const url = `/api${endpoint.path}`;
    expect(app.app.hasRoute({ method: endpoint.method, url }), `${endpoint.method} ${url}`).toBe(true);
  }
  expect(() => app.app.route({ method: 'GET', url: '/api/forgotten', handler: async () => 'x' })).toThrow();
});

test('every guarded endpoint with a body has one here', () => {
  const missing = guarded.filter(
    ({ name, endpoint }) => !(endpoint.body instanceof z.ZodUndefined) && BODIES[name] === undefined,
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

describe.each(guarded.map(({ name, endpoint }) => [name, endpoint] as const))('%s', (name, endpoint) => {
  test('anonymous: 401', async () => {
    const reply = await send(app.as(), name, endpoint);
    expect(reply.statusCode).toBe(401);
    expect(reply.json().code).toBe('UNAUTHENTICATED');
  });

  test('a token that is not one: 401', async () => {
    const reply = await send(app.as({ bearer: 'A'.repeat(43) }), name, endpoint);
    expect(reply.statusCode).toBe(401);
  });

  if (paramNames(endpoint).length > 0) {
    test('another account: 404, and nothing of ours in the answer', async () => {
      const reply = await send(app.as({ token: other.token }), name, endpoint);
      expect(reply.statusCode, reply.body).toBe(404);
      expect(reply.body).not.toContain('canary');
    });
  }

  test.each(ROLES)('role %s: as the permission table says', async (role) => {
    const allowed = !(endpoint.access in PERMISSIONS) || roleMay(role, endpoint.access as Permission);
    const params = name === 'deleteTicket' ? { ...PARAMS, ticketId: String(spare.ticketId) } : PARAMS;
    // Deleting or logging out would remove what the next role needs.
    if (
      allowed &&
      ['deleteCheckInList', 'logout', 'deleteTicket', 'deleteTaxOrFee', 'deleteEvent'].includes(name)
    )
      return;
    const reply = await send(app.as({ token: tokens[role] }), name, endpoint, params);
    if (allowed) expect([401, 403], `${role} ${reply.body}`).not.toContain(reply.statusCode);
    else expect(reply.statusCode).toBe(403);
    expect(reply.statusCode, reply.body).toBeLessThan(500);
  });
});

describe('ids inside a body', () => {
  const foreign = () => app.as({ token: other.token });

  test('a foreign organizer for an event', async () => {
    const reply = await foreign().send({
      method: 'POST',
      url: '/api/events',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(eventBody),
    });
    expect([404, 422], reply.body).toContain(reply.statusCode);
  });

  test('foreign tickets for a check-in list and foreign prices for a ticket', async () => {
    const mine = await buildEvent(app.db, { accountId: other.accountId });
    const ticket = await buildTicket(app.db, { accountId: other.accountId, eventId: mine.eventId });
    const json = { 'content-type': 'application/json' };
    const lists = await foreign().send({
      method: 'POST',
      url: `/api/events/${mine.eventId}/check-in-lists`,
      headers: json,
      payload: JSON.stringify(listBody),
    });
    expect(lists.statusCode, lists.body).toBe(422);
    const prices = await foreign().send({
      method: 'PUT',
      url: `/api/events/${mine.eventId}/tickets/${ticket.ticketId}`,
      headers: json,
      payload: JSON.stringify({
        version: 1,
        ...ticket,
        prices: [{ id: priceId, ...ticket.prices[0] }],
      }),
    });
    expect([404, 422], prices.body).toContain(prices.statusCode);
  });

  test('a switch into an account that is not one’s own', async () => {
    const reply = await foreign().send({
      method: 'PUT',
      url: '/api/users/me/account',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ accountId: own.accountId }),
    });
    expect(reply.statusCode).toBe(404);
  });
});

test('fields that nobody may set are refused by name', async () => {
  const client = app.as({ token: own.token });
  for (const field of ['accountId', 'account_id', 'status', 'role', 'catalogVersion', 'id']) {
    const reply = await client.send({
      method: 'POST',
      url: '/api/events',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...eventBody, [field]: 1 }),
    });
    expect(reply.statusCode, field).toBe(422);
    expect(reply.json().errors).toContainEqual({ path: field, code: 'unknown_field' });
  }
});
