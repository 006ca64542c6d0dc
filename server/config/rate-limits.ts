/** At most `points` calls in `seconds` for one caller. */
export type Limit = { name: string; points: number; seconds: number };

type Documented = Limit & {
  /** What is counted, for whom, and what happens over the limit. For docs/configuration.md. */
  doc: string;
};

/**
 * The default limits of an installation. All visitors of a venue or school may share one address. An honest
 * crowd may therefore pass some limits with proofs of work. Other limits count the address together with
 * something else.
 */
export const LIMITS_BY_PURPOSE = {
  publicRead: { name: 'public-read', points: 300, seconds: 60, doc: 'Public pages and data, per address' },
  register: {
    name: 'register',
    points: 5,
    seconds: 3600,
    doc: 'Registrations per address without proof of work; beyond it with',
  },
  registerHard: {
    name: 'register-hard',
    points: 100,
    seconds: 3600,
    doc: 'Registrations per address at all',
  },
  loginByAddress: { name: 'login-address', points: 30, seconds: 600, doc: 'Logins per address' },
  passkeyChallenge: {
    name: 'passkey-challenge',
    points: 120,
    seconds: 600,
    doc: 'Logins by passkey that are begun, per address',
  },
  loginByAccount: {
    name: 'login-account',
    points: 5,
    seconds: 900,
    doc: 'Wrong logins per email address before pauses of 1, 2, 4 … seconds, of at most this many seconds',
  },
  resetByEmail: {
    name: 'reset-account',
    points: 3,
    seconds: 3600,
    doc: 'Requests for a password reset, per email address',
  },
  resetByAddress: {
    name: 'reset-address',
    points: 10,
    seconds: 3600,
    doc: 'Requests for a password reset and new passwords, per address',
  },
  secondFactor: {
    name: 'second-factor',
    points: 5,
    seconds: 900,
    doc: 'Wrong codes of a second factor, and wrong passwords of a signed-in user, before pauses as with logins, per user',
  },
  emailChange: {
    name: 'email-change',
    points: 5,
    seconds: 3600,
    doc: 'Mails to a new address that a user wants to change to',
  },
  invitations: {
    name: 'invitations',
    points: 60,
    seconds: 3600,
    doc: 'Invitations that the people of an account send',
  },
  invitationsTo: {
    name: 'invitations-to',
    points: 5,
    seconds: 3600,
    doc: 'Invitations to one email address, from all accounts together',
  },
  confirmationMail: {
    name: 'confirmation-mail',
    points: 5,
    seconds: 3600,
    doc: 'Confirmation mails that a user asks for again',
  },
  promo: {
    name: 'promo',
    points: 20,
    seconds: 60,
    doc: 'Promo codes checked, per address',
  },
  promoMiss: {
    name: 'promo-miss',
    points: 20,
    seconds: 60,
    doc: 'Reservations with a wrong promo code, per address; beyond it none with a code',
  },
  affiliateClick: {
    name: 'affiliate-click',
    points: 60,
    seconds: 60,
    doc: 'Opened affiliate links that are counted, per address; beyond it they bring orders all the same',
  },
  affiliateHard: {
    name: 'affiliate-hard',
    points: 600,
    seconds: 60,
    doc: 'Opened affiliate links per address at all',
  },
  lookup: {
    name: 'lookup',
    points: 30,
    seconds: 60,
    doc: 'Looks at one order or ticket, or at mailed links, per address',
  },
  lookupMiss: {
    name: 'lookup-miss',
    points: 30,
    seconds: 60,
    doc: 'Looks at orders and tickets that do not exist, per address',
  },
  unsubscribing: {
    name: 'unsubscribing',
    points: 600,
    seconds: 60,
    doc: 'News of an organizer ended or wanted again, per address: mail programs do it for many readers',
  },
  mailReports: {
    name: 'mail-reports',
    points: 1200,
    seconds: 60,
    doc: 'Reports of mail services on mails that came back, per address',
  },
  messageTest: {
    name: 'message-test',
    points: 30,
    seconds: 3600,
    doc: 'Messages that a user sends to their own address as a test',
  },
  reserve: {
    name: 'reserve',
    points: 10,
    seconds: 60,
    doc: 'Reservations per address without proof of work; beyond it with',
  },
  reserveHard: { name: 'reserve-hard', points: 600, seconds: 60, doc: 'Reservations per address at all' },
  detailsHard: {
    name: 'details-hard',
    points: 1200,
    seconds: 60,
    doc: 'Saved details of orders, per address: two for each reservation',
  },
  ticketMails: {
    name: 'ticket-mails',
    points: 30,
    seconds: 600,
    doc: 'People to whom saved details of orders send tickets, per address without proof of work; beyond it with',
  },
  ticketMailsTo: {
    name: 'ticket-mails-to',
    points: 6,
    seconds: 3600,
    doc: 'Saved details that send tickets to one email address, from anywhere without proof of work; beyond it with',
  },
  emailCorrection: {
    name: 'email-correction',
    points: 10,
    seconds: 3600,
    doc: 'Corrections of the email address of an order, per address. An order allows three in any case',
  },
  invoiceDetails: {
    name: 'invoice-details',
    points: 10,
    seconds: 3600,
    doc: 'Changes of the details of invoices by buyers, per address. An order allows five in any case',
  },
  giveBack: {
    name: 'give-back',
    points: 30,
    seconds: 600,
    doc: 'Tickets given back or asked back by buyers, per address',
  },
  ownTickets: {
    name: 'own-tickets',
    points: 60,
    seconds: 600,
    doc: 'Tickets that buyers name, correct, pass on, take back or send again, per address',
  },
  ticketOpened: {
    name: 'ticket-opened',
    points: 600,
    seconds: 60,
    doc: 'First looks of new holders at tickets that were passed on to them, per address',
  },
  ownTicketMails: {
    name: 'own-ticket-mails',
    points: 20,
    seconds: 3600,
    doc: 'Mails with tickets that the buyer of one order causes by naming, correcting, passing on and sending again',
  },
  resendOwn: {
    name: 'resend-own',
    points: 3,
    seconds: 3600,
    doc: 'Times that the link of one order mails it to its buyer once more',
  },
  newLink: { name: 'new-link', points: 10, seconds: 3600, doc: 'New links of orders, per address' },
  resend: {
    name: 'resend',
    points: 120,
    seconds: 600,
    doc: 'Orders and tickets that the people of an account mail once more',
  },
  resendTo: {
    name: 'resend-to',
    points: 10,
    seconds: 3600,
    doc: 'Orders and tickets that organizers mail once more to one email address',
  },
  findTickets: {
    name: 'find-tickets',
    points: 10,
    seconds: 600,
    doc: 'Requests for the links of lost tickets, per address without proof of work; beyond it with',
  },
  findTicketsTo: {
    name: 'find-tickets-to',
    points: 3,
    seconds: 3600,
    doc: 'Requests for the links of lost tickets, per email address from anywhere without proof of work; beyond it with. An address gets one such mail in 15 minutes in any case',
  },
  findTicketsHard: {
    name: 'find-tickets-hard',
    points: 300,
    seconds: 600,
    doc: 'Requests for the links of lost tickets, per address at all',
  },
  payment: {
    name: 'payment',
    points: 10,
    seconds: 3600,
    doc: 'Payments begun per address without proof of work; beyond it with. An order may begin 5 in any case',
  },
  paymentHard: {
    name: 'payment-hard',
    points: 600,
    seconds: 60,
    doc: 'Openings of the payment page, per address',
  },
  doorRead: { name: 'door-read', points: 3000, seconds: 60, doc: 'Reads by the check-in pages, per address' },
  doorWrite: {
    name: 'door-write',
    points: 2400,
    seconds: 60,
    doc: 'Check-ins and their undoing, per address',
  },
  doorEntry: {
    name: 'door-entry',
    points: 60,
    seconds: 600,
    doc: 'Phones that enter by a link of a check-in list, and PINs tried, per address without proof of work; beyond it with. Five wrong PINs of one phone bring pauses in any case',
  },
  files: { name: 'files', points: 3000, seconds: 60, doc: 'Pictures, per address' },
  offlineScans: {
    name: 'offline-scans',
    points: 120,
    seconds: 60,
    doc: 'Calls with scans that a phone made without a connection, up to 500 each, per phone',
  },
  scan: { name: 'scan', points: 120, seconds: 60, doc: 'Check-ins per device' },
  exportWhole: {
    name: 'export',
    points: 20,
    seconds: 3600,
    doc: 'Exports of all that a list finds, per user',
  },
  exportRows: {
    name: 'export-rows',
    points: 60,
    seconds: 3600,
    doc: 'Exports of rows chosen one by one, per user',
  },
  upload: { name: 'upload', points: 30, seconds: 3600, doc: 'Uploads per address' },
} as const satisfies Record<string, Documented>;

/** Limits of this installation, by name. They replace the defaults. */
export type RateLimits = Readonly<Record<string, { points: number; seconds: number }>>;

const ALL: readonly Documented[] = Object.values(LIMITS_BY_PURPOSE);
const MAX_POINTS = 1_000_000;
const MAX_SECONDS = 86_400;

/** Reads `reserve=10/60,payment=10/3600`. Returns a text that explains the problem if the value is wrong. */
export function parseRateLimits(text: string): RateLimits | string {
  const found: Record<string, { points: number; seconds: number }> = {};
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [, name = '', points, seconds] = /^([a-z-]+)=(\d{1,7})\/(\d{1,5})$/.exec(part) ?? [];
    if (!name) return 'must be a list such as reserve=10/60,payment=10/3600';
    if (!ALL.some((limit) => limit.name === name)) return `names a limit that does not exist: ${name}`;
    if (Object.hasOwn(found, name)) return `names ${name} twice`;
    const limit = { points: Number(points), seconds: Number(seconds) };
    if (limit.points > MAX_POINTS || limit.seconds < 1 || limit.seconds > MAX_SECONDS)
      return `must have at most ${MAX_POINTS} calls and 1 to ${MAX_SECONDS} seconds for ${name}`;
    found[name] = limit;
  }
  return found;
}

/** The rows of the limit table in docs/configuration.md. */
export const describeRateLimits = (): string[] =>
  ALL.map(({ name, points, seconds, doc }) => `| \`${name}\` | \`${points}/${seconds}\` | ${doc}. |`);
