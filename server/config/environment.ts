import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { LOCALES, type Locale } from '@entrada/contract/constants';
import { z } from 'zod';
import { describeDataDir } from './data-dir.ts';
import { describeRateLimits, parseRateLimits, type RateLimits } from './rate-limits.ts';
import { MAKE_SECRET, weaknessOf } from './secret.ts';
import { findStripeProblems, STRIPE_VARIABLES, type StripeSettings, toStripeSettings } from './stripe.ts';

export type Config = {
  mode: 'demo' | 'production';
  role: 'web' | 'worker' | 'both';
  host: string;
  port: number;
  /** An origin without a trailing slash. */
  baseUrl: string;
  /** An absolute path. */
  dataDir: string;
  /** Absent if the embedded server is used. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  defaultLocale: Locale;
  /** Signs tokens and cookies. */
  secret: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Mails that an account may cause in bulk in one day. */
  bulkMailsPerDay: number;
  /** Number of proxies in front, or their addresses; false trusts none. */
  trustProxy: false | number | string[];
  /** Limits that replace the defaults, by name. */
  rateLimits: RateLimits;
  /** True: mails are kept and can be read at /dev/mailbox. */
  mailbox: boolean;
  testBank: boolean;
  /** Null if there is no key. Then the test bank takes payments, or nobody does. */
  stripe: StripeSettings | null;
  /** True: the first start creates demo data. */
  seed: boolean;
  termsUrl: string | undefined;
  privacyUrl: string | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

type Variable = {
  /** Whole sentences for docs/configuration.md. */
  doc: string;
  /** The default as documented: a value in backquotes, or words. */
  default: string;
  /** The value may contain a password, so errors never show it. */
  isSecret?: true;
  schema: z.ZodType;
};

const SECRET_LENGTH = 32;

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` });

const urlWith = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    abort: true,
  });

function parseProxies(value: string): false | number | string[] | undefined {
  if (/^\d+$/.test(value)) return Number(value) === 0 ? false : Number(value);
  const ranges = value.split(',').map((range) => range.trim());
  const isRange = (range: string) => {
    const [address = '', bits, ...rest] = range.split('/');
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  };
  return ranges.every(isRange) ? ranges : undefined;
}

const proxies = z.string().transform((value, context): false | number | string[] => {
  const parsed = parseProxies(value);
  if (parsed !== undefined) return parsed;
  context.addIssue({
    code: 'custom',
    message: 'must be a number of proxies or a list of addresses such as 10.0.0.0/8',
  });
  return z.NEVER;
});

const rateLimits = z.string().transform((value, context): RateLimits => {
  const parsed = parseRateLimits(value);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: parsed });
  return z.NEVER;
});

const SWITCH = ['auto', 'on', 'off'] as const;

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
    doc: `Signs links and cookies: at least ${SECRET_LENGTH} random characters, the same for every process. \`${MAKE_SECRET}\` makes one; production refuses one that is easy to guess. Changing it ends all sessions and open links.`,
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
    doc: 'Ordinary connections that one process opens at most. Reservations (8), free orders (2), the door (3), webhooks (2) and jobs have a few of their own.',
    default: '`10`',
    schema: integer(2, 500).default(10),
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

type Name = keyof typeof CONFIG_VARIABLES;
type Values = { [K in Name]: z.output<(typeof CONFIG_VARIABLES)[K]['schema']> };
type Problem = { variable: Name; message: string };

export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    const lines = problems.map(({ variable, message }) => `  ${variable} ${message}`);
    super(`The configuration is not complete or not right:\n${lines.join('\n')}\nSee docs/configuration.md.`);
    this.problems = problems;
  }
}

function readValues(env: Record<string, string | undefined>): {
  values: Partial<Values>;
  problems: Problem[];
} {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, variable] of Object.entries<Variable>(CONFIG_VARIABLES)) {
    // Most tools set an empty variable to mean "not set".
    const given = env[name]?.trim() || undefined;
    const parsed = variable.schema.safeParse(given);
    if (parsed.success) {
      values[name] = parsed.data;
      continue;
    }
    const shown = variable.isSecret ? '' : ` (it is "${given}")`;
    problems.push({
      variable: name as Name,
      message: `${parsed.error.issues[0]?.message ?? 'is wrong'}${shown}`,
    });
  }
  return { values: values as Partial<Values>, problems };
}

function findMissing(values: Partial<Values>, env: Record<string, string | undefined>): Problem[] {
  if (values.MODE !== 'production') return [];
  const problems: Problem[] = [];
  const need = (variable: Name, why: string) => {
    if (!env[variable]?.trim()) problems.push({ variable, message: `is required in production: ${why}` });
  };
  need('BASE_URL', 'the address under which visitors reach this installation');
  need('SECRET', `at least ${SECRET_LENGTH} random characters`);
  const weakness = values.SECRET === undefined ? null : weaknessOf(values.SECRET);
  if (weakness)
    problems.push({
      variable: 'SECRET',
      message: `is easy to guess: it ${weakness}. Take the output of: ${MAKE_SECRET}`,
    });
  if (values.MAILBOX !== 'on') need('SMTP_URL', 'the mail server that delivers the tickets');
  if (values.SEED === 'on')
    problems.push({
      variable: 'SEED',
      message: 'cannot be on in production: demo data belongs to demo mode',
    });
  return problems;
}

/**
 * Reads the environment and changes nothing. Outside production the secret may still be undefined:
 * `loadConfig` creates one.
 * @throws ConfigError with all problems together, each with the name of its variable
 */
export function parseConfig(
  env: Record<string, string | undefined>,
): Omit<Config, 'secret'> & { secret: string | undefined } {
  const { values: found, problems } = readValues(env);
  problems.push(...findMissing(found, env));
  // A wrong Stripe value is already reported, so no further Stripe problems are searched.
  if (!problems.some(({ variable }) => variable.startsWith('STRIPE_'))) {
    problems.push(...findStripeProblems(found));
    if (found.STRIPE_SECRET_KEY !== undefined && found.TEST_BANK === 'on')
      problems.push({ variable: 'TEST_BANK', message: 'cannot be on beside STRIPE_SECRET_KEY' });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // If there are no problems, every variable has a value.
  const values = found as Values;
  const isDemo = values.MODE === 'demo';
  const baseUrl = values.BASE_URL ?? `http://localhost:${values.PORT}`;
  const isOn = (choice: (typeof SWITCH)[number], automatic: boolean) =>
    choice === 'auto' ? automatic : choice === 'on';
  return {
    mode: values.MODE,
    role: values.ROLE,
    host: values.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
    port: values.PORT,
    baseUrl,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    defaultLocale: values.DEFAULT_LOCALE,
    secret: values.SECRET,
    smtpUrl: values.SMTP_URL,
    bulkMailsPerDay: values.BULK_MAILS_PER_DAY,
    mailFrom: values.MAIL_FROM ?? `Entrada <tickets@${new URL(baseUrl).hostname}>`,
    trustProxy: values.TRUST_PROXY,
    rateLimits: values.RATE_LIMITS,
    mailbox: isOn(values.MAILBOX, isDemo && values.SMTP_URL === undefined),
    testBank: isOn(values.TEST_BANK, isDemo && values.STRIPE_SECRET_KEY === undefined),
    stripe: toStripeSettings(values),
    seed: isOn(values.SEED, isDemo),
    termsUrl: values.TERMS_URL,
    privacyUrl: values.PRIVACY_URL,
    logLevel: values.LOG_LEVEL,
  };
}

async function readOrMakeSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  try {
    // A link exists completely or not at all. If two first starts run together, one creates the secret and
    // both read the same one.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < SECRET_LENGTH)
    throw new ConfigError([
      { variable: 'SECRET', message: `in ${file} is too short: remove the file to get a new one` },
    ]);
  return secret;
}

/**
 * Like `parseConfig`. If the environment gives no secret, it uses DATA_DIR/secret, which the first start
 * creates.
 */
export async function loadConfig(env: Record<string, string | undefined>): Promise<Config> {
  const config = parseConfig(env);
  return { ...config, secret: config.secret ?? (await readOrMakeSecret(config.dataDir)) };
}

/** The text of docs/configuration.md. A test checks that the file is equal to it. */
export function describeConfiguration(): string {
  const rows = Object.entries(CONFIG_VARIABLES).map(
    ([name, variable]) => `| \`${name}\` | ${variable.default} | ${variable.doc} |`,
  );
  return `# Configuration

Entrada is configured by environment variables, all optional in demo mode. An empty variable counts as not set. A wrong
value stops the start with an error that names every variable in question.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}

${describeDataDir()}

## Rate limits

An IPv6 address counts by its /64. Counts are kept in memory, for each process of its own. Where "proof of work" stands,
the browser solves a small puzzle by itself and goes on, so that nobody is shut out for sharing an address with a crowd.

| Name in \`RATE_LIMITS\` | Default | What is counted |
|---|---|---|
${describeRateLimits().join('\n')}

The tables are written from \`server/config/environment.ts\` and \`server/config/rate-limits.ts\`: after a change run \`npm run unit -- server/config/environment.test.ts -u\`.
`;
}
