import { COPY_PARTS } from '@entrada/contract/catalog/lifecycle';
import { ticketBody } from '../catalog/ticket-body.ts';
import type { RequestWorld } from './world.ts';

/** A valid body for every endpoint that takes one and needs a session, by the endpoint's name. */
export function bodiesOf(world: RequestWorld): Record<string, unknown> {
  const { own, organizerId, eventId, ticketId, priceId, listId, questionId, capacityId } = world;
  const { promoCodeId, affiliateId, taxOrFeeId } = world;
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
  const audience = { to: 'attendees', query: {} };
  const addressed = { audience, each: 'person', purpose: 'ticket' };
  const messageBody = { subject: 'canary', body: '<p>canary</p>', copyToSelf: false, ...addressed };
  const eventBody = {
    title: 'New',
    organizerId,
    startsAt: '2027-06-11T16:00:00Z',
    endsAt: null,
    timezone: 'Europe/Madrid',
    currency: 'EUR',
  };

  const viewBody = { name: 'canary-view', isShared: true, query: {}, columns: {} };

  const guestBody = { firstName: 'canary', lastName: 'canary', email: 'canary@example.com', locale: 'en' };
  return {
    confirmIdentity: { password: 'canary' },
    changePassword: {
      currentPassword: 'canary',
      password: 'another-password',
      passwordConfirmation: 'another-password',
    },
    requestEmailChange: { email: 'canary@example.com' },
    confirmApp: { code: '123456' },
    addPasskey: { name: 'canary', credential: { id: 'a', rawId: 'a', type: 'public-key', response: {} } },
    renamePasskey: { name: 'canary' },
    checkInAttendees: { attendeeIds: [1] },
    undoAttendeeCheckIns: { attendeeIds: [1] },
    bulkOrders: { action: 'resend', except: [] },
    bulkGuests: { action: 'resend', except: [] },
    undoGuestImport: { notify: false },
    bulkAttendees: { action: 'cancel', notify: false, except: [] },
    previewOrderRefunds: { except: [] },
    previewAttendeeRefunds: { except: [] },
    bulkCheckIn: { checkInListId: listId, except: [] },
    updateMe: { locale: 'en' },
    updateAccountSettings: { version: 1, taxId: 'canary' },
    inviteUsers: { emails: ['canary@example.com'], role: 'organizer', reach: null, note: '' },
    updateUser: { role: 'organizer', reach: null },
    offerOwnership: { userId: own.userId, password: 'canary' },
    saveNotifications: { daily: true, weekly: true },
    switchAccount: { accountId: own.accountId },
    createOrganizer: {
      name: 'Brand',
      email: 'brand@example.com',
      currency: 'EUR',
      timezone: 'Europe/Madrid',
    },
    createEvent: eventBody,
    updateEvent: { version: 1, title: 'canary-event' },
    setEventStatus: { status: 'draft' },
    callOffEvent: {
      version: 1,
      money: 'none',
      returnsUntil: null,
      messages: { en: { subject: 'canary-off', body: 'canary-off' } },
      expectedRefund: null,
    },
    moveEvent: {
      version: 1,
      startsAt: '2028-06-11T16:00:00Z',
      endsAt: null,
      money: 'none',
      returnsUntil: null,
      messages: { en: { subject: 'canary-move', body: 'canary-move' } },
    },
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
    updateAccountImage: { alt: 'canary' },
    updateDesign: { version: 1, colors: null, background: 'color', continueButtonText: '' },
    updateWidget: { version: 1, autoResize: true },
    createTicket: ticket,
    updateTicket: { version: 1, ...ticket, prices: [{ id: priceId, ...ticket.prices[0] }] },
    duplicateTicket: { name: 'Copy' },
    sortTickets: { ticketIds: [ticketId] },
    changeTickets: { action: 'show', ids: [ticketId] },
    createTaxOrFee: taxOrFeeBody,
    updateTaxOrFee: { version: 1, ...taxOrFeeBody },
    changeTaxesAndFees: { action: 'leave_off_new_tickets', ids: [taxOrFeeId] },
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
    switchPromoCodes: { disabled: false, ids: [promoCodeId] },
    createAffiliate: { ...affiliateBody, code: 'canary-new' },
    updateAffiliate: { version: 1, ...affiliateBody },
    changeAffiliates: { action: 'switch-on', ids: [affiliateId] },
    createCheckInList: listBody,
    createCheckInLink: { name: 'North door', role: 'steward', pin: null },
    updateCheckInLink: { version: 1, name: 'North door', role: 'steward' },
    setCheckInListClosed: { isClosed: true },
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
    changeInvoiceDetails: { name: 'canary', address: '', taxId: '', version: 1 },
    addOrderNote: { text: 'canary' },
    addAttendeeNote: { text: 'canary' },
    updateNote: { text: 'canary', version: 1 },
    addView: { list: 'orders', ...viewBody, isShared: false },
    updateView: { version: 1, ...viewBody },
    arrangeViews: { list: 'orders', order: [] },
    updateOrderAnswers: answersBody,
    updateAttendeeAnswers: answersBody,
    createRefund: { amount: 100, cancel: false, notify: false, note: '' },
    updateCheckInList: { version: 1, ...listBody },
    createMessage: messageBody,
    updateMessage: { version: 1, ...messageBody },
    sendMessage: { version: 1, isNotPromotional: true, sendAt: null },
    testMessage: {},
    countAudience: addressed,
    saveReminder: {
      isOn: true,
      subject: 'canary',
      body: '<p>canary</p>',
      isNotPromotional: true,
      version: 0,
    },
    previewMessage: { ...addressed, subject: 'canary', body: '<p>canary</p>', nth: 0 },
    createScheduledExport: scheduledBody,
    updateScheduledExport: { version: 1, ...scheduledBody },
  };
}

/** What stands in the addresses. */
export const paramsOf = (world: RequestWorld): Record<string, string> => ({
  eventId: String(world.eventId),
  kind: 'day_before',
  ticketId: String(world.ticketId),
  listId: String(world.listId),
  taxOrFeeId: String(world.taxOrFeeId),
  questionId: String(world.questionId),
  assignmentId: String(world.capacityId),
  codeId: String(world.promoCodeId),
  affiliateId: String(world.affiliateId),
  // None: an organizer may not change a view that the owner has shared.
  viewId: '999999999',
  organizerId: String(world.organizerId),
  imageId: '1',
  // None: the tests go on with the sessions that there are.
  sessionId: '999999999',
  passkeyId: '999999999',
  userId: String(world.own.userId),
  // None: whoever leaves could not call the routes that follow.
  accountId: '999999999',
});

/** The query of endpoints that need one. */
export const QUERIES: Record<string, string> = {
  suggestAffiliateCode: '?name=Canary',
  listViews: '?list=orders',
};
