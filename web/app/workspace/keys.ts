type Query = Record<string, string>;

/** What the query client knows each resource by; a change invalidates exactly the keys of what it changed. */
export const keys = {
  me: ['me'],
  paymentConnection: ['payment-connection'],
  organizers: ['organizers'],
  slugCheck: (slug: string, organizerId: number | null) => ['slug-check', slug, organizerId],
  /** Every list of events and their counts. */
  events: ['events'],
  eventList: (query: Query) => ['events', 'list', query],
  eventCounts: ['events', 'counts'],
  /** Taxes and fees of the account. */
  charges: ['charges'],
  allCharges: ['charges', 'all'],
  charge: (id: number) => ['charges', 'one', id],
  chargeList: (query: Query) => ['charges', 'list', query],
  /** Whatever is known of any event. */
  allEvents: ['event'],
  event: (id: number) => ['event', id, 'detail'],
  design: (id: number) => ['event', id, 'design'],
  widget: (id: number) => ['event', id, 'widget'],
  stats: (id: number) => ['event', id, 'stats'],
  tickets: (id: number) => ['event', id, 'tickets'],
  ticketList: (id: number, query: Query) => ['event', id, 'tickets', 'list', query],
  paidTickets: (id: number) => ['event', id, 'tickets', 'paid'],
  ticketNames: (id: number) => ['event', id, 'tickets', 'names'],
  ticket: (id: number, ticketId: number) => ['event', id, 'tickets', 'one', ticketId],
  orders: (id: number) => ['event', id, 'orders'],
  order: (id: number, orderId: number) => ['event', id, 'orders', 'one', orderId],
  orderList: (id: number, query: Query) => ['event', id, 'orders', query],
  attendees: (id: number) => ['event', id, 'attendees'],
  attendeeList: (id: number, query: Query) => ['event', id, 'attendees', query],
  questions: (id: number) => ['event', id, 'questions'],
  questionList: (id: number, query: Query) => ['event', id, 'questions', 'list', query],
  question: (id: number, questionId: number) => ['event', id, 'questions', 'one', questionId],
  capacities: (id: number) => ['event', id, 'capacities'],
  capacityList: (id: number, query: Query) => ['event', id, 'capacities', 'list', query],
  capacity: (id: number, capacityId: number) => ['event', id, 'capacities', 'one', capacityId],
  checkInLists: (id: number) => ['event', id, 'check-in-lists'],
  checkInListList: (id: number, query: Query) => ['event', id, 'check-in-lists', query],
} as const;
