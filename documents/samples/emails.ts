import type { EmailData } from '../emails/data/kinds.ts';
import { baseUrl, sampleEvent, sampleOrder } from './event.ts';

const tickets = [
  {
    name: 'Lucía Ferrer Soler',
    ticketTitle: 'Abono, tarifa general',
    url: `${baseUrl}/ticket/7/a_4h8kd2`,
    dates: null,
  },
  {
    name: 'Tomás O’Brien',
    ticketTitle: 'Abono, tarifa general',
    url: `${baseUrl}/ticket/7/a_9p3mx7`,
    dates: null,
  },
  {
    name: 'Ana Martí Roca',
    ticketTitle: 'Noche del viernes',
    url: `${baseUrl}/ticket/7/a_2v6tc1`,
    dates: { startsAt: '2027-06-11T16:00:00.000Z', endsAt: '2027-06-12T00:00:00.000Z' },
  },
];

const shortOrder = {
  reference: sampleOrder.reference,
  buyerFirstName: sampleOrder.buyer.firstName,
  hasTickets: true,
};

const samplePlaces = [{ name: 'Jordi Vidal Roca', detail: 'Abono, tarifa general', admits: true }];

const organizersOrder = { reference: sampleOrder.reference, buyerName: 'Lucía Ferrer Soler' };

/** One example of every email, for the preview page and the tests. */
export const sampleEmails: EmailData = {
  order_confirmation: {
    baseUrl,
    event: sampleEvent,
    order: sampleOrder,
    tickets,
    unnamed: 0,
    documents: [
      {
        kind: 'invoice',
        number: 'MAREA-00042',
        url: `${baseUrl}/api/public/orders/o_7k2q9xw4/invoices/42/invoice.pdf`,
      },
    ],
    postCheckoutMessageHtml:
      '<p>Recoge tu pulsera en el <strong>Tinglado 2</strong> a partir del jueves a las 16:00. Mira el <a href="https://laboratoriomarea.example/plano">plano</a>.</p>',
    onlineDetails: null,
  },
  attendee_ticket: {
    baseUrl,
    event: sampleEvent,
    ticket: {
      firstName: 'Tomás',
      name: 'Tomás O’Brien',
      ticketTitle: 'Abono, tarifa general',
      url: `${baseUrl}/ticket/7/a_9p3mx7`,
      dates: null,
      reference: 'A-9P3MX7',
    },
    buyerName: 'Lucía Ferrer Soler',
    replacesOlder: false,
    givenBy: '',
    note: '',
    onlineDetails: null,
  },
  order_awaiting_payment: {
    baseUrl,
    event: sampleEvent,
    order: { ...sampleOrder, cardLast4: null },
    tickets,
    unnamed: 0,
    offline: {
      instructionsHtml:
        '<p>Transfiere el importe a <strong>ES91 2100 0418 4502 0005 1332</strong> y escribe la referencia del pedido.</p>',
      dueAt: '2027-05-20T10:30:00.000Z',
    },
  },
  order_cancelled: { baseUrl, event: sampleEvent, order: shortOrder, reason: 'unpaid', money: 'awaited' },
  tickets_cancelled: {
    baseUrl,
    event: sampleEvent,
    order: { shortId: 'o_7k2q9', reference: sampleOrder.reference },
    places: samplePlaces,
    money: 'kept',
  },
  tickets_reactivated: {
    baseUrl,
    event: sampleEvent,
    order: { shortId: 'o_7k2q9', reference: sampleOrder.reference },
    places: samplePlaces,
  },
  order_unpaid: {
    baseUrl,
    event: sampleEvent,
    order: { ...organizersOrder, totalMinor: 25_910, currency: 'EUR' },
    ticketCount: 4,
    manageUrl: `${baseUrl}/manage/event/7/orders?order=41`,
  },
  payment_failed: {
    baseUrl,
    event: sampleEvent,
    order: shortOrder,
    held: { until: '2027-03-02T17:45:00.000Z', payUrl: `${baseUrl}/checkout/7/o_7k2q9/payment` },
  },
  ticket_passed_on: {
    baseUrl,
    event: sampleEvent,
    ticket: { firstName: 'Tomás', ticketTitle: 'Abono, tarifa general', reference: 'A-9P3MX7' },
    isTakenBack: false,
  },
  ticket_email_changed: {
    baseUrl,
    event: sampleEvent,
    ticket: { firstName: 'Tomás', ticketTitle: 'Abono, tarifa general', reference: 'A-9P3MX7' },
  },
  found_tickets: {
    baseUrl,
    email: 'lucia@example.org',
    hasMore: true,
    found: [
      {
        kind: 'order',
        title: sampleEvent.title,
        startsAt: sampleEvent.startsAt,
        endsAt: sampleEvent.endsAt,
        timeZone: sampleEvent.timeZone,
        reference: sampleOrder.reference,
        state: 'valid',
        url: `${baseUrl}/order/7/o_7k2q9xw4`,
      },
      {
        kind: 'ticket',
        title: 'Noche de Luz',
        startsAt: '2027-07-02T19:00:00.000Z',
        endsAt: '2027-07-02T21:00:00.000Z',
        timeZone: 'Atlantic/Canary',
        reference: 'A-2V6TC1',
        state: 'cancelled',
        url: `${baseUrl}/ticket/9/a_2v6tc1`,
      },
    ],
  },
  scheduled_export: {
    baseUrl,
    event: { title: sampleEvent.title, timeZone: sampleEvent.timeZone },
    file: {
      what: 'order-lines',
      format: 'xlsx',
      rows: 1234,
      bytes: 56_320,
      madeAt: '2027-06-07T06:00:12.000Z',
      until: '2027-06-14T06:00:12.000Z',
    },
    scheduledBy: { firstName: 'Nuria', lastName: 'Vidal' },
    fileUrl: `${baseUrl}/manage/event/7/scheduled-exports?file=51`,
    manageUrl: `${baseUrl}/manage/event/7/scheduled-exports`,
  },
  digest: {
    baseUrl,
    which: 'weekly',
    account: 'Laboratorio Marea',
    timeZone: sampleEvent.timeZone,
    firstDay: '2027-05-31T06:00:00.000Z',
    lastDay: '2027-06-06T06:00:00.000Z',
    counts: { orders: 42, attendees: 97, cancelled: 2, before: { orders: 38, attendees: 80, cancelled: 0 } },
    money: [
      {
        currency: 'EUR',
        gross: 412_350,
        net: 340_785,
        refunded: 9_600,
        before: { gross: 389_000, net: 321_488, refunded: 0 },
      },
      { currency: 'GBP', gross: 24_000, net: 20_000, refunded: 0, before: { gross: 0, net: 0, refunded: 0 } },
    ],
    events: [
      {
        title: sampleEvent.title,
        currency: 'EUR',
        orders: 40,
        attendees: 93,
        gross: 412_350,
        url: `${baseUrl}/manage/event/7`,
      },
      {
        title: 'Tide Sessions London',
        currency: 'GBP',
        orders: 2,
        attendees: 4,
        gross: 24_000,
        url: `${baseUrl}/manage/event/9`,
      },
    ],
    moreEvents: 1,
    coming: [
      {
        title: sampleEvent.title,
        startsAt: sampleEvent.startsAt,
        timeZone: sampleEvent.timeZone,
        url: `${baseUrl}/manage/event/7`,
      },
    ],
    eventsUrl: `${baseUrl}/manage/events`,
    settingsUrl: `${baseUrl}/manage/notifications`,
    unsubscribeUrl: `${baseUrl}/unsubscribe/w31.k2`,
  },
  event_message: {
    baseUrl,
    event: sampleEvent,
    message: {
      subject: 'Cómo llegar a {{event}}',
      bodyHtml:
        '<p>Hola, {{first_name|amigo}}:</p><p>Tu {{ticket}} incluye un sitio en la plataforma. Enseña {{ticket_number}}.</p><ul><li>El ascensor funciona desde las 17:30.</li></ul><p>{{ticket_link}}</p>',
    },
    recipient: { firstName: 'Lucía', lastName: 'Ferrer' },
    ticket: { ticketTitle: 'Abono', reference: 'A-9P3MX7', url: `${baseUrl}/ticket/7/a_9p3mx7` },
    order: { reference: sampleOrder.reference, url: null },
    unsubscribeUrl: `${baseUrl}/unsubscribe/41.k2`,
    sentAs: 'message',
  },
  tickets_given_back: {
    baseUrl,
    event: sampleEvent,
    order: { shortId: 'o_7k2q9', reference: sampleOrder.reference, buyerFirstName: 'Lucía' },
    count: 1,
  },
  refund_requested: {
    baseUrl,
    event: sampleEvent,
    order: organizersOrder,
    request: { minor: 9_500, currency: 'EUR', count: 1, reason: 'Me he roto una pierna.' },
    manageUrl: `${baseUrl}/manage/event/7/orders?order=41`,
  },
  refund_request_answered: {
    baseUrl,
    event: sampleEvent,
    order: { shortId: 'o_7k2q9', reference: sampleOrder.reference, buyerFirstName: 'Lucía' },
    isApproved: true,
    refund: { minor: 9_500, currency: 'EUR' },
    answer: 'Que te mejores pronto.',
  },
  order_email_corrected: { baseUrl, event: sampleEvent, order: shortOrder, byOrganizer: false },
  paid_but_expired: {
    baseUrl,
    event: sampleEvent,
    order: shortOrder,
    refund: { minor: 25_910, currency: 'EUR' },
    isCalledOff: false,
  },
  event_changed: {
    baseUrl,
    event: sampleEvent,
    isCalledOff: true,
    subject: 'Marea 2027 no se celebra',
    body: 'Hola {firstName}:\n\nLo sentimos mucho: el puerto ha cerrado el muelle por obras.',
    firstName: 'Lucía',
    url: `${baseUrl}/order/7/o_7k2q9xw4`,
    isTicket: false,
    money: { way: 'card', minor: 25_910, currency: 'EUR', until: null },
  },
  confirm_email: {
    baseUrl,
    firstName: 'Marta',
    url: `${baseUrl}/manage/profile/confirm-email-address/3f9c1e`,
  },
  reset_password: { baseUrl, firstName: 'Marta', url: `${baseUrl}/auth/reset-password/8d21ab` },
  email_already_registered: {
    baseUrl,
    firstName: 'Marta',
    email: 'marta@example.org',
    loginUrl: `${baseUrl}/auth/login`,
    resetUrl: `${baseUrl}/auth/forgot-password`,
  },
  security_notice: {
    baseUrl,
    firstName: 'Marta',
    what: 'passkey_added',
    securityUrl: `${baseUrl}/manage/profile/security`,
    resetUrl: `${baseUrl}/auth/forgot-password`,
  },
  email_change_confirm: {
    baseUrl,
    firstName: 'Marta',
    email: 'marta.new@example.org',
    url: `${baseUrl}/manage/profile/confirm-email-change/4a7d02`,
  },
  email_change_taken: {
    baseUrl,
    firstName: 'Marta',
    email: 'marta@example.org',
    loginUrl: `${baseUrl}/auth/login`,
  },
  email_change_notice: {
    baseUrl,
    firstName: 'Marta',
    newEmail: 'marta.new@example.org',
    isDone: true,
    url: `${baseUrl}/auth/undo-email-change/9be13c`,
  },
  new_order: {
    baseUrl,
    event: sampleEvent,
    order: sampleOrder,
    awaitedUntil: null,
    manageUrl: `${baseUrl}/manage/event/7/orders?order=41`,
  },
  refunded: {
    baseUrl,
    event: sampleEvent,
    order: { ...sampleOrder, hasTickets: true },
    refund: { minor: 9_500, currency: 'EUR' },
    cancelled: 'some',
    isByHand: false,
    creditNotes: [
      {
        number: 'CN-00007',
        url: `${baseUrl}/api/public/orders/o_7k2q9xw4/credit-notes/7/credit-note.pdf`,
      },
    ],
  },
  order_invoiced_anew: {
    baseUrl,
    event: sampleEvent,
    order: { shortId: sampleOrder.shortId, reference: sampleOrder.reference },
    because: 'ticket',
    documents: [
      {
        kind: 'credit_note',
        number: 'CN-00007',
        url: `${baseUrl}/api/public/orders/o_7k2q9xw4/credit-notes/7/credit-note.pdf`,
      },
      {
        kind: 'invoice',
        number: 'MAREA-00043',
        url: `${baseUrl}/api/public/orders/o_7k2q9xw4/invoices/43/invoice.pdf`,
      },
    ],
  },
  refund_failed: {
    baseUrl,
    event: sampleEvent,
    order: organizersOrder,
    refund: { minor: 9_500, currency: 'EUR' },
    manageUrl: `${baseUrl}/manage/event/7/orders?order=41`,
  },
  dispute_opened: {
    baseUrl,
    event: sampleEvent,
    order: organizersOrder,
    dispute: { minor: 25_910, currency: 'EUR', isInquiry: false, respondBy: '2027-06-21T21:59:59.000Z' },
    manageUrl: `${baseUrl}/manage/event/7/orders?order=41`,
  },
};
