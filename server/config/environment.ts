import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Locale } from '@entrada/contract/constants';
import { type BounceSettings, findBounceProblems, toBounceSettings } from './bounces.ts';
import { readOrMakeSecret } from './kept-secret.ts';
import { ConfigError, type Problem } from './problems.ts';
import type { RateLimits } from './rate-limits.ts';
import { MAKE_SECRET, SECRET_LENGTH, weaknessOf } from './secret.ts';
import { findStripeProblems, type StripeSettings, toStripeSettings } from './stripe.ts';
import type { SWITCH } from './values.ts';
import { CONFIG_VARIABLES, type Values, type Variable, type VariableName } from './variables.ts';

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
  /** Connections of the door alone. */
  doorPoolSize: number;
  defaultLocale: Locale;
  /** Signs tokens and cookies. */
  secret: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** How mails that cannot be delivered are learned of. */
  bounces: BounceSettings;
  /** Mails that an account may cause in bulk in one day. */
  bulkMailsPerDay: number;
  messagesPerDay: number;
  messagesPerDayAtFirst: number;
  /** Number of proxies in front, or their addresses; false trusts none. */
  trustProxy: false | number | string[];
  /** Limits that replace the defaults, by name. */
  rateLimits: RateLimits;
  /** True: mails are kept and can be read at /dev/mailbox. */
  mailbox: boolean;
  testBank: boolean;
  /** Null if there is no key. Then the test bank takes payments, or nobody does. */
  stripe: StripeSettings | null;
  /** Whether phones at a door keep its page for times without a network. */
  hasDoorWorker: boolean;
  /** True: the first start creates demo data. */
  seed: boolean;
  /** A database of the places of addresses. */
  placesFile: string | undefined;
  termsUrl: string | undefined;
  privacyUrl: string | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

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
      variable: name as VariableName,
      message: `${parsed.error.issues[0]?.message ?? 'is wrong'}${shown}`,
    });
  }
  return { values: values as Partial<Values>, problems };
}

function findMissing(values: Partial<Values>, env: Record<string, string | undefined>): Problem[] {
  if (values.MODE !== 'production') return [];
  const problems: Problem[] = [];
  const need = (variable: VariableName, why: string) => {
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
  if (!problems.some(({ variable }) => variable.startsWith('BOUNCE_')))
    problems.push(...findBounceProblems(found));
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
    doorPoolSize: values.DOOR_POOL_SIZE,
    defaultLocale: values.DEFAULT_LOCALE,
    secret: values.SECRET,
    smtpUrl: values.SMTP_URL,
    bulkMailsPerDay: values.BULK_MAILS_PER_DAY,
    messagesPerDay: values.MESSAGES_PER_DAY,
    messagesPerDayAtFirst: values.MESSAGES_PER_DAY_AT_FIRST,
    mailFrom: values.MAIL_FROM ?? `Entrada <tickets@${new URL(baseUrl).hostname}>`,
    bounces: toBounceSettings(values),
    trustProxy: values.TRUST_PROXY,
    rateLimits: values.RATE_LIMITS,
    mailbox: isOn(values.MAILBOX, isDemo && values.SMTP_URL === undefined),
    testBank: isOn(values.TEST_BANK, isDemo && values.STRIPE_SECRET_KEY === undefined),
    stripe: toStripeSettings(values),
    seed: isOn(values.SEED, isDemo),
    hasDoorWorker: values.DOOR_WORKER === 'on',
    placesFile: values.PLACES_FILE,
    termsUrl: values.TERMS_URL,
    privacyUrl: values.PRIVACY_URL,
    logLevel: values.LOG_LEVEL,
  };
}

/**
 * Like `parseConfig`. If the environment gives no secret, it uses DATA_DIR/secret, which the first start
 * creates.
 * @throws ConfigError also for a file that cannot be read
 */
export async function loadConfig(env: Record<string, string | undefined>): Promise<Config> {
  const config = parseConfig(env);
  await expectReadable('PLACES_FILE', config.placesFile);
  return { ...config, secret: config.secret ?? (await readOrMakeSecret(config.dataDir)) };
}

async function expectReadable(variable: VariableName, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  await access(path, constants.R_OK).catch(() => {
    throw new ConfigError([{ variable, message: `cannot be read (it is "${path}")` }]);
  });
}
