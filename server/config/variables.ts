import { LOCALES } from '@entrada/contract/constants';
import { z } from 'zod';
import { BOUNCE_VARIABLES } from './bounces.ts';
import { MAKE_SECRET, SECRET_LENGTH } from './secret.ts';
import { STRIPE_VARIABLES } from './stripe.ts';
import { integer, oneOf, proxies, rateLimits, SWITCH, urlWith } from './values.ts';

/** What one variable means, and which values it takes. */
export type Variable = {
  /** Whole sentences for docs/configuration.md. */
  doc: string;
  /** The default as documented: a value in backquotes, or words. */
  default: string;
  /** The value may contain a password, so errors never show it. */
  isSecret?: true;
  schema: z.ZodType;
};

/** Every variable that Entrada reads, in the order of docs/configuration.md. */
export const CONFIG_VARIABLES = {
  MODE: {
    doc: '`demo` shows everything with made-up data. `production` needs `BASE_URL`, `SECRET` and `SMTP_URL`, and has no demo data, mailbox or test bank.',
    default: '`demo`',
    schema: oneOf(['demo', 'production']).default('demo'),
  },
  PORT: {
    doc: 'Port of the web server. `0` takes a free one.',
    default: '`3000`',
    schema: integer(0, 65_535).default(3000),
  },
  HOST: {
    doc: 'Address that the web server listens on.',
    default: '`127.0.0.1`; in production `0.0.0.0`',
    schema: z
      .string()
      .regex(/^[a-zA-Z0-9.:-]+$/, 'must be an address or a host name')
      .optional(),
  },
  BASE_URL: {
    doc: 'Address under which visitors reach this installation, without a path. Links in emails start with it; with `https` cookies are sent over https only, and browsers are told to stay with https for a year.',
    default: '`http://localhost:PORT`; required in production',
    schema: urlWith('http:', 'https:')
      .refine((value) => {
        const { pathname, search, hash, username } = new URL(value);
        return pathname === '/' && search === '' && hash === '' && username === '';
      }, 'must have nothing after the host name and port')
      .transform((value) => new URL(value).origin)
      .optional(),
  },
  SECRET: {
    doc: `Signs links and cookies: at least ${SECRET_LENGTH} random characters, the same for every process. \`${MAKE_SECRET}\` makes one; production refuses one that is easy to guess. Changing it ends all sessions and open links; tickets stay valid.`,
    default: 'made at random in `DATA_DIR/secret`; required in production',
    isSecret: true,
    schema: z.string().min(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters`).optional(),
  },
  DATA_DIR: {
    doc: 'Directory for uploads and the embedded database.',
    default: '`.data`',
    schema: z.string().default('.data'),
  },
  DATABASE_URL: {
    doc: 'PostgreSQL 15 or later, as `postgres://user:password@host:5432/database`. Without it Entrada runs its own in `DATA_DIR`.',
    default: 'embedded PostgreSQL',
    isSecret: true,
    schema: urlWith('postgres:', 'postgresql:').optional(),
  },
  DATABASE_POOL_SIZE: {
    doc: 'Ordinary connections that one process opens at most. Reservations (8), free orders (2), card payments (8), the door (`DOOR_POOL_SIZE`), webhooks (2) and jobs have a few of their own: with the defaults a process opens 33 at most, beside those of its jobs.',
    default: '`10`',
    schema: integer(2, 500).default(10),
  },
  DOOR_POOL_SIZE: {
    doc: 'Connections of the door alone, so that nothing else stops a scan: scans, searches, counts. A scan waits two seconds for one at most. `DATABASE_POOL_SIZE` leaves them out.',
    default: '`3`',
    schema: integer(1, 100).default(3),
  },
  DEFAULT_LOCALE: {
    doc: `Language where neither the visitor nor their browser names one of ours: ${LOCALES.map((locale) => `\`${locale}\``).join(', ')}.`,
    default: '`es`',
    schema: oneOf(LOCALES).default('es'),
  },
  SMTP_URL: {
    doc: 'Mail server, as `smtp://user:password@host:587` or `smtps://` for TLS from the start.',
    default: 'none: mail goes to the built-in mailbox; required in production',
    isSecret: true,
    schema: urlWith('smtp:', 'smtps:').optional(),
  },
  MAIL_FROM: {
    doc: 'Sender of all mail, as `Name <address>` or the bare address.',
    default: '`Entrada <tickets@HOST NAME OF BASE_URL>`',
    schema: z
      .string()
      .regex(
        /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an address or: Name <address>',
      )
      .optional(),
  },
  BULK_MAILS_PER_DAY: {
    doc: 'Mails that one account may cause in one day (UTC) by actions on many rows and by adding guests. Those beyond wait for the next day. The mails of a purchase are not counted.',
    default: '`20000`',
    schema: integer(1, 10_000_000).default(20_000),
  },
  MESSAGES_PER_DAY: {
    doc: 'Mails of messages to attendees and buyers that one account may send in one day (UTC). Those beyond wait for the next day.',
    default: '`10000`',
    schema: integer(1, 10_000_000).default(10_000),
  },
  MESSAGES_PER_DAY_AT_FIRST: {
    doc: 'The same in the first seven days of an account.',
    default: '`500`',
    schema: integer(1, 10_000_000).default(500),
  },
  ...BOUNCE_VARIABLES,
  MAILBOX: {
    doc: 'Built-in mailbox at `/dev/mailbox`, where anybody who reaches it reads every message. `auto`: in demo mode without `SMTP_URL`.',
    default: '`auto`',
    schema: oneOf(SWITCH).default('auto'),
  },
  TEST_BANK: {
    doc: 'Built-in payment provider with test cards; no real money moves. `auto`: in demo mode without `STRIPE_SECRET_KEY`. One provider takes all payments, so `on` beside a Stripe key is an error.',
    default: '`auto`',
    schema: oneOf(SWITCH).default('auto'),
  },
  ...STRIPE_VARIABLES,
  SEED: {
    doc: 'Demo data on the first start. `auto`: in demo mode.',
    default: '`auto`',
    schema: oneOf(SWITCH).default('auto'),
  },
  TRUST_PROXY: {
    doc: 'Proxies in front that may name the visitor’s address: how many of them, or their addresses as `10.0.0.0/8,192.168.1.4`.',
    default: '`0`: none',
    schema: proxies.default(false),
  },
  RATE_LIMITS: {
    doc: 'Limits in place of the defaults below, as `reserve=10/60,payment=10/3600`: name, calls, and the seconds that they are counted for.',
    default: 'the defaults below',
    schema: rateLimits.default({}),
  },
  STORAGE: {
    doc: 'Where uploads are kept. `local`: in `DATA_DIR`.',
    default: '`local`',
    schema: oneOf(['local']).default('local'),
  },
  DOOR_WORKER: {
    doc: 'Whether phones at a door keep its page, so that it opens without a network (`on`). `off` takes that back from all phones: at their next visit they remove what they kept of the page. See docs/offline-door.md.',
    default: '`on`',
    schema: oneOf(['on', 'off']).default('on'),
  },
  PLACES_FILE: {
    doc: 'Path of a database in MaxMind’s format (`.mmdb`, by country or city), such as GeoLite2 or DB-IP Lite, which tells people where their sessions were opened. You download it, renew it and keep its licence; a new file counts within a minute. Logins read it, at most once a minute, and let it go. Behind a proxy set `TRUST_PROXY`.',
    default: 'none: sessions show the time zone of their browser',
    schema: z.string().optional(),
  },
  TERMS_URL: {
    doc: 'Your own terms of use instead of the built-in page.',
    default: 'built-in page',
    schema: urlWith('http:', 'https:').optional(),
  },
  PRIVACY_URL: {
    doc: 'Your own privacy policy instead of the built-in page.',
    default: 'built-in page',
    schema: urlWith('http:', 'https:').optional(),
  },
  ROLE: {
    doc: 'What this process does: answer requests (`web`), send mail and run other jobs (`worker`), or `both`.',
    default: '`both`',
    schema: oneOf(['web', 'worker', 'both']).default('both'),
  },
  LOG_LEVEL: {
    doc: 'Least important messages to log: `trace`, `debug`, `info`, `warn`, `error` or `silent`.',
    default: '`info`',
    schema: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof CONFIG_VARIABLES;
/** The values of all variables. */
export type Values = { [K in VariableName]: z.output<(typeof CONFIG_VARIABLES)[K]['schema']> };
