/** Limits that both server and browser check. Each is defined only here. */
export const LIMITS = {
  name: 150,
  firstName: 50,
  lastName: 50,
  email: 254,
  passwordMin: 8,
  passwordMax: 200,
  /** Of an authenticator app or a recovery code, as somebody may type it. */
  factorCode: 40,
  description: 50_000,
  ticketDescription: 5_000,
  staffDescription: 5_000,
  promoCodeMin: 3,
  promoCodeMax: 50,
  /** Tickets of one promo code. */
  promoCodeTickets: 1_000,
  promoPrefix: 20,
  promoRandomMin: 6,
  promoRandomMax: 20,
  promoBatch: 10_000,
  /** Affiliates of one event. Every reservation loads them. */
  affiliates: 1_000,
  moneyMinor: 99_999_999_999,
  quantity: 2_147_483_647,
  perOrder: 1_000,
  /** Attendees that a person adds by hand at once. */
  guests: 100,
  /** Rows of a file of guests. */
  importedRows: 10_000,
  /** People whom one guest of a file brings along. */
  companions: 20,
  /** How many times a buyer can correct the email address of an order. */
  emailCorrections: 3,
  /** The words of a buyer to the person who gets a ticket. */
  passOnNote: 300,
  tiers: 50,
  /** Taxes and fees of one ticket. */
  ticketTaxesAndFees: 50,
  sortedTickets: 5_000,
  /** Tickets of one capacity assignment. */
  capacityTickets: 1_000,
  /** Rows of a list that a request selects by id. */
  selectedRows: 1_000,
  orderLines: 100,
  address: 200,
  onlineDetails: 5_000,
  /** Characters of HTML, like `description`. */
  message: 50_000,
  emailFooter: 5_000,
  seoTitle: 150,
  seoDescription: 500,
  seoKeywords: 500,
  invoicePrefix: 20,
  invoiceIssuer: 500,
  invoiceTaxId: 50,
  /** To whom an order is invoiced. */
  invoiceName: 150,
  invoiceAddress: 500,
  /** How many times a buyer can change that. */
  invoiceChanges: 5,
  continueButtonText: 40,
  questions: 500,
  questionTitle: 500,
  questionDescription: 1_000,
  questionOption: 200,
  questionOptions: 100,
  answerText: 500,
  answerLongText: 5_000,
  /** A note of the team about an order or an attendee. */
  note: 2_000,
  viewName: 60,
  /** Saved views of one person in one list of an event. */
  views: 30,
  /** Views that one person can put in order: their own and those that others share. */
  sortedViews: 500,
  /** Characters of the name of a filter or a column in a saved view, and how many of each it holds. */
  viewPart: 60,
  viewParts: 40,
  /** Open links of one check-in list. */
  doorLinks: 50,
} as const;

/** 24 hours. */
export const DAY_MS = 86_400_000;

/** An event without an end is taken to last this long; the same as app.effective_end in SQL. */
export const OPEN_END_MS = DAY_MS;

export const PAGE = { first: 1, size: 20, maxSize: 100 } as const;

export const IMAGE = {
  maxBytes: 5 * 1024 * 1024,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  coverMinWidth: 600,
  coverMinHeight: 300,
  coverRecommendedWidth: 2160,
  coverRecommendedHeight: 1080,
  maxWidth: 4000,
  maxHeight: 4000,
  /** Widths that every cover is scaled to, in pixels. */
  coverWidths: [480, 768, 960, 1440, 2160],
  logoMinWidth: 100,
  logoMinHeight: 50,
  logoRecommendedWidth: 600,
  logoRecommendedHeight: 600,
  logoWidths: [96, 192, 384],
  maxAlt: 250,
} as const;

/** The first and the last year that the answer to a date question may have. */
export const ANSWER_YEARS = { min: 1900, max: 2199 } as const;

/**
 * How long orders hold their tickets unless the event has its own value. A value below the recommended one is
 * allowed and shows a warning.
 */
export const ORDER_TIMEOUT = {
  defaultMinutes: 15,
  recommendedMinutes: 15,
  minMinutes: 1,
  maxMinutes: 120,
} as const;
/** Days that a buyer has to pay without a card. */
export const OFFLINE_DAYS = { min: 1, max: 60, default: 7 } as const;
/** Search engines and other sites cut longer texts. In characters. */
export const SEO_ADVISED = { title: 60, description: 160 } as const;
/** The buyer is warned when `warnSeconds` are left, and may extend the hold once by `extensionSeconds`. */
export const HOLD = { warnSeconds: 120, extensionSeconds: 600 } as const;

export const NOTIFICATIONS = { limit: 5, autoCloseMs: 4000, position: 'bottom-right' } as const;
export const TRANSITIONS = { modalMs: 200, drawerMs: 320 } as const;
export const QUERY = {
  staleMs: 60_000,
  cacheMs: 300_000,
  retries: 3,
  retryDelayMs: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
} as const;

export const LOCALES = ['en', 'de', 'fr', 'pt', 'es', 'zh-cn', 'pt-br'] as const;
export type Locale = (typeof LOCALES)[number];
/** The language of the source texts. It is also used for a message without a translation. */
export const SOURCE_LOCALE: Locale = 'en';

export const COLOR_SCHEMES = ['auto', 'dark', 'light'] as const;
export const COOKIES = {
  session: 'entrada_session',
  xsrf: 'XSRF-TOKEN',
  locale: 'entrada_locale',
  cart: 'entrada_cart',
  affiliates: 'entrada_aff',
} as const;
export const HEADERS = {
  xsrf: 'x-xsrf-token',
  idempotency: 'idempotency-key',
  authToken: 'x-auth-token',
  proof: 'x-entrada-proof',
  /** The token of a phone at the door. */
  doorDevice: 'x-door-device',
} as const;

/** First path segments of the public site. No organizer may use them as a slug. */
export const RESERVED_SLUGS = [
  'admin',
  'api',
  'app',
  'assets',
  'about',
  'account',
  'accounts',
  'auth',
  'billing',
  'blog',
  'build',
  'cart',
  'check-in',
  'checkout',
  'contact',
  'cookies',
  'dashboard',
  'dev',
  'docs',
  'e',
  'embed',
  'entrada',
  'event',
  'events',
  'faq',
  'favicon',
  'files',
  'fonts',
  'health',
  'healthz',
  'help',
  'home',
  'images',
  'img',
  'imprint',
  'legal',
  'locale',
  'login',
  'logout',
  'mail',
  'mailbox',
  'manage',
  'media',
  'metrics',
  'new',
  'order',
  'orders',
  'organizer',
  'organizers',
  'payment',
  'payments',
  'press',
  'pricing',
  'privacy',
  'profile',
  'public',
  'readyz',
  'register',
  'robots',
  'search',
  'security',
  'settings',
  'signin',
  'signup',
  'sitemap',
  'static',
  'status',
  'support',
  'terms',
  'test-bank',
  'ticket',
  'tickets',
  'unsubscribe',
  'user',
  'users',
  'webhooks',
  'welcome',
  'well-known',
  'widget',
  'www',
] as const;

/** Query parameter of the door pages that hides the workspace navigation from then on. */
export const CHECK_IN_APP_PARAM = 'isCheckInApp';
/** Where a browser keeps that it shows the check-in screens only. */
export const CHECK_IN_APP_KEY = 'entrada.door.app';

/** The days that the directory filters by, as each event's own time zone counts them. */
export const DIRECTORY_DAYS = ['today', 'weekend', 'week', 'month'] as const;
export type DirectoryDays = (typeof DIRECTORY_DAYS)[number];

/** The value of the filter `place` for online events. Any other value is a city. */
export const ONLINE_PLACE = 'online';

/** What stands as the device of a scan that somebody of the account made in the workspace. */
export const WORKSPACE_DEVICE = 'workspace';
