type Query = Record<string, string>;
type OfOrderOrAttendee = { eventId: number } & ({ orderId: number } | { attendeeId: number });

/** The keys of the query client. A change invalidates only the keys of the resources that it changed. */
export const keys = {
  me: ['me'],
  /** Everybody of the account. */
  team: ['team'],
  /** The audit log: all of it, or of one record. */
  auditLog: (query: Query) => ['audit-log', query],
  auditChoices: ['audit-choices'],
  /** The check-in lists that the user can open. */
  ownDoors: ['own-doors'],
  /** The accounts that the user belongs to. */
  myAccounts: ['my-accounts'],
  ownershipTransfer: ['ownership-transfer'],
  /** Whom to ask for a permission. */
  managers: ['managers'],
  eventChoice: ['events', 'choice'],
  paymentConnection: ['payment-connection'],
  /** Every list of organizers. */
  organizers: ['organizers'],
  allOrganizers: ['organizers', 'all'],
  organizerList: (query: Query) => ['organizers', 'list', query],
  slugCheck: (slug: string, organizerId: number | null) => ['slug-check', slug, organizerId],
  /** Every list of events and their counts. */
  events: ['events'],
  eventList: (query: Query) => ['events', 'list', query],
  eventCounts: ['events', 'counts'],
  eventAttention: ['events', 'attention'],
  /** Figures of the account, for each currency. */
  accountFigures: ['events', 'figures'],
  /** One report over the account for some days. */
  accountReport: (name: string, query: Query) => ['account-reports', name, query],
  /** Taxes and fees of the account. */
  taxesAndFees: ['taxes-and-fees'],
  allTaxesAndFees: ['taxes-and-fees', 'all'],
  taxOrFee: (id: number) => ['taxes-and-fees', 'one', id],
  taxOrFeeList: (query: Query) => ['taxes-and-fees', 'list', query],
  /** Everything read about any event. */
  allEvents: ['event'],
  event: (id: number) => ['event', id, 'detail'],
  design: (id: number) => ['event', id, 'design'],
  widget: (id: number) => ['event', id, 'widget'],
  stats: (id: number) => ['event', id, 'stats'],
  /** Figures by day, their sources and what is to be expected. */
  figures: (id: number, query: Query) => ['event', id, 'figures', query],
  forecast: (id: number, query: Query) => ['event', id, 'figures', 'forecast', query],
  pastEvents: (id: number) => ['event', id, 'past-events'],
  /** One report of an event for some days. */
  report: (id: number, name: string, query: Query) => ['event', id, 'reports', name, query],
  doorDay: (id: number, day: string) => ['event', id, 'door-day', day],
  tickets: (id: number) => ['event', id, 'tickets'],
  ticketList: (id: number, query: Query) => ['event', id, 'tickets', 'list', query],
  everyTicket: (id: number) => ['event', id, 'tickets', 'every'],
  paidTickets: (id: number) => ['event', id, 'tickets', 'paid'],
  ticketTaxes: (id: number) => ['event', id, 'tickets', 'taxes'],
  eventDeletion: (id: number) => ['event', id, 'deletion'],
  guestForm: (id: number) => ['event', id, 'tickets', 'guest-form'],
  guestPrices: (id: number) => ['event', id, 'tickets', 'guest-prices'],
  ticketNames: (id: number) => ['event', id, 'tickets', 'names'],
  ticket: (id: number, ticketId: number) => ['event', id, 'tickets', 'one', ticketId],
  promoCodes: (id: number) => ['event', id, 'promo-codes'],
  promoCodeList: (id: number, query: Query) => ['event', id, 'promo-codes', 'list', query],
  promoCode: (id: number, codeId: number) => ['event', id, 'promo-codes', 'one', codeId],
  affiliates: (id: number) => ['event', id, 'affiliates'],
  affiliateList: (id: number, query: Query) => ['event', id, 'affiliates', 'list', query],
  affiliate: (id: number, affiliateId: number) => ['event', id, 'affiliates', 'one', affiliateId],
  affiliateCode: (id: number, name: string) => ['event', id, 'affiliates', 'code', name],
  orders: (id: number) => ['event', id, 'orders'],
  order: (id: number, orderId: number) => ['event', id, 'orders', 'one', orderId],
  orderSums: (id: number, query: Query) => ['event', id, 'orders', 'sums', query],
  orderList: (id: number, query: Query) => ['event', id, 'orders', query],
  /** Read again with the orders, because they decide it. */
  attention: (id: number) => ['event', id, 'orders', 'attention'],
  attendees: (id: number) => ['event', id, 'attendees'],
  attendee: (id: number, attendeeId: number) => ['event', id, 'attendees', 'one', attendeeId],
  attendeeList: (id: number, query: Query) => ['event', id, 'attendees', query],
  /** Read again with the attendees, because each guest is some of them. */
  guestLists: (id: number) => ['event', id, 'attendees', 'guests'],
  guestList: (id: number, query: Query) => ['event', id, 'attendees', 'guests', query],
  guestCounts: (id: number) => ['event', id, 'attendees', 'guest-counts'],
  guestImports: (id: number) => ['event', id, 'attendees', 'imports'],
  bulkJobs: (id: number) => ['event', id, 'bulk-jobs'],
  changePlan: (id: number) => ['event', id, 'change-plan'],
  eventChanges: (id: number) => ['event', id, 'changes'],
  messages: (id: number) => ['event', id, 'messages'],
  messageList: (id: number, query: Query) => ['event', id, 'messages', 'list', query],
  message: (id: number, messageId: number) => ['event', id, 'messages', 'one', messageId],
  messageRecipients: (id: number, messageId: number, query: Query) => [
    'event',
    id,
    'messages',
    'recipients',
    messageId,
    query,
  ],
  /** What a message would be, by all of what is written in its form. */
  messageAudience: (id: number, written: unknown) => ['event', id, 'message-audience', written],
  messagePreview: (id: number, written: unknown) => ['event', id, 'message-preview', written],
  /** What one gets by mail oneself. */
  notifications: ['notifications'],
  /** How one signs in oneself. */
  security: ['security'],
  reminders: (id: number) => ['event', id, 'message-reminders'],
  scheduledExports: (id: number) => ['event', id, 'scheduled-exports'],
  /** All notes and all timelines of an event. */
  notes: (id: number) => ['event', id, 'notes'],
  notesOf: ({ eventId, ...of }: OfOrderOrAttendee) => ['event', eventId, 'notes', of],
  timelines: (id: number) => ['event', id, 'timelines'],
  timelineOf: ({ eventId, ...of }: OfOrderOrAttendee, query: Query) => [
    'event',
    eventId,
    'timelines',
    of,
    query,
  ],
  views: (id: number, list: string) => ['event', id, 'views', list],
  questions: (id: number) => ['event', id, 'questions'],
  questionList: (id: number, query: Query) => ['event', id, 'questions', 'list', query],
  question: (id: number, questionId: number) => ['event', id, 'questions', 'one', questionId],
  capacities: (id: number) => ['event', id, 'capacities'],
  capacityList: (id: number, query: Query) => ['event', id, 'capacities', 'list', query],
  capacity: (id: number, capacityId: number) => ['event', id, 'capacities', 'one', capacityId],
  checkInLists: (id: number) => ['event', id, 'check-in-lists'],
  checkInList: (id: number, listId: number) => ['event', id, 'check-in-lists', 'one', listId],
  checkInLinks: (id: number, listId: number) => ['event', id, 'check-in-lists', 'links', listId],
  checkInLog: (id: number, listId: number, query: Query) => [
    'event',
    id,
    'check-in-lists',
    'log',
    listId,
    query,
  ],
  checkInInside: (id: number, listId: number, query: Query) => [
    'event',
    id,
    'check-in-lists',
    'inside',
    listId,
    query,
  ],
  checkInListList: (id: number, query: Query) => ['event', id, 'check-in-lists', query],
} as const;

/** The queries to read again after places or money of an order changed. */
export const touchedByOrders = (eventId: number) => [
  keys.orders(eventId),
  keys.attendees(eventId),
  keys.timelines(eventId),
  keys.tickets(eventId),
  keys.capacities(eventId),
  keys.promoCodes(eventId),
  keys.affiliates(eventId),
  keys.stats(eventId),
  keys.events,
];
