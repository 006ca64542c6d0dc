import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeConfiguration } from './description.ts';
import { loadConfig, parseConfig } from './environment.ts';
import { ConfigError } from './problems.ts';
import { CONFIG_VARIABLES } from './variables.ts';

const production = {
  MODE: 'production',
  BASE_URL: 'https://tickets.example.org/',
  SECRET: 'Yk3v9QmT7sXw2LhB8nRc4JdF6gPz1Ua5',
  SMTP_URL: 'smtp://mail.example.org',
};

function problemsOf(env: Record<string, string>): Record<string, string> {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError)
      return Object.fromEntries(error.problems.map(({ variable, message }) => [variable, message]));
    throw error;
  }
  return {};
}

test('demo mode needs nothing, binds to loopback and has all the aids', () => {
  expect(parseConfig({})).toMatchObject({
    mode: 'demo',
    host: '127.0.0.1',
    port: 3000,
    baseUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    defaultLocale: 'es',
    mailFrom: 'Entrada <tickets@localhost>',
    trustProxy: false,
    mailbox: true,
    testBank: true,
    seed: true,
  });
  expect(parseConfig({ PORT: '', SMTP_URL: 'smtp://localhost:25' })).toMatchObject({
    port: 3000,
    mailbox: false,
  });
});

test('limits are taken by name, and a wrong one stops the start', () => {
  expect(parseConfig({}).rateLimits).toEqual({});
  expect(parseConfig({ RATE_LIMITS: 'reserve=1/60, payment=20/3600' }).rateLimits).toEqual({
    reserve: { points: 1, seconds: 60 },
    payment: { points: 20, seconds: 3600 },
  });
  for (const [text, why] of [
    ['reserve', 'must be a list'],
    ['reserve=10', 'must be a list'],
    ['reserve=-1/60', 'must be a list'],
    ['reserve=10/60,', 'must be a list'],
    ['toString=1/60', 'must be a list'],
    ['constructor=1/60', 'does not exist: constructor'],
    ['tickets=1/60', 'does not exist: tickets'],
    ['reserve=1/60,reserve=2/60', 'twice'],
    ['reserve=1/0', 'seconds'],
    ['reserve=9999999/60', 'at most 1000000'],
  ] as const) {
    expect(problemsOf({ RATE_LIMITS: text })).toEqual({ RATE_LIMITS: expect.stringContaining(why) });
  }
});

test('production needs an address, a secret and a mail server, and has no aids unless allowed', () => {
  expect(problemsOf({ MODE: 'production' })).toEqual({
    BASE_URL: expect.stringContaining('required in production'),
    SECRET: expect.stringContaining('at least 32'),
    SMTP_URL: expect.stringContaining('required in production'),
  });
  expect(parseConfig(production)).toMatchObject({
    host: '0.0.0.0',
    baseUrl: 'https://tickets.example.org',
    mailFrom: 'Entrada <tickets@tickets.example.org>',
    mailbox: false,
    testBank: false,
    seed: false,
  });
  expect(parseConfig({ ...production, SMTP_URL: '', MAILBOX: 'on', TEST_BANK: 'on' })).toMatchObject({
    mailbox: true,
    testBank: true,
  });
  expect(problemsOf({ ...production, SEED: 'on' })).toHaveProperty('SEED');
});

test.each([
  ['x'.repeat(40), 'only 1 different'],
  ['AbAbaBababababcABabababababababab', 'only 3 different'],
  ['correct-horse'.repeat(3), 'repeats itself'],
  ['please-change-me-please-and-do-it-now', 'words of an example'],
  ['a-very-secret-Password-of-our-company', 'words of an example'],
  ['abcdefghijklmnopqrstuvwxyz0123456789', 'counts up'],
  ['zyxwvutsrqponmlkjihgfedcba9876543210', 'counts up or down'],
])('production refuses the secret %s, and a demo takes it', (secret, why) => {
  const problem = problemsOf({ ...production, SECRET: secret })['SECRET'];
  expect(problem).toContain(why);
  expect(problem).toContain('openssl rand -base64 32');
  expect(problem).not.toContain(secret);
  expect(problemsOf({ SECRET: secret })).toEqual({});
});

test('production takes random secrets of every usual form', () => {
  for (let run = 0; run < 300; run += 1) {
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      const secret = randomBytes(form === 'hex' ? 16 : 24).toString(form);
      expect(problemsOf({ ...production, SECRET: secret })).toEqual({});
    }
  }
});

test.each([
  ['MODE', 'prod'],
  ['PORT', '70000'],
  ['PORT', '80a'],
  ['HOST', 'a b'],
  ['BASE_URL', 'example.org'],
  ['BASE_URL', 'https://example.org/tickets'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_POOL_SIZE', '1'],
  ['DEFAULT_LOCALE', 'xx'],
  ['SECRET', 'short'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'Entrada'],
  ['MAIL_FROM', 'a@b\r\nBcc: c@d'],
  ['MAILBOX', 'yes'],
  ['TRUST_PROXY', 'proxy.local'],
  ['TRUST_PROXY', '10.0.0.0/40'],
  ['STORAGE', 's3'],
  ['TERMS_URL', 'javascript:alert(1)'],
  ['ROLE', 'all'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name', (variable, value) => {
  expect(Object.keys(problemsOf({ [variable]: value }))).toEqual([variable]);
});

test('all problems come at once, and none shows a secret', () => {
  const error = (() => {
    try {
      parseConfig({ PORT: 'x', SECRET: 'hunter2', SMTP_URL: 'mail://user:hunter2@host' });
    } catch (caught) {
      return String(caught);
    }
    return '';
  })();
  expect(error).toMatch(/PORT .*SECRET .*SMTP_URL /s);
  expect(error).not.toContain('hunter2');
});

test('proxies are a number of hops or addresses', () => {
  expect(parseConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  expect(parseConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false);
  expect(parseConfig({ TRUST_PROXY: '10.0.0.0/8, fd00::/8' }).trustProxy).toEqual(['10.0.0.0/8', 'fd00::/8']);
});

test('the secret is made once and kept for its owner alone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'entrada-config-'));
  const made = await Promise.all([loadConfig({ DATA_DIR: dataDir }), loadConfig({ DATA_DIR: dataDir })]);
  const kept = (await readFile(join(dataDir, 'secret'), 'utf8')).trim();
  expect(made.map(({ secret }) => secret)).toEqual([kept, kept]);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  expect((await loadConfig({ DATA_DIR: dataDir, SECRET: 'y'.repeat(40) })).secret).toBe('y'.repeat(40));
  await rm(dataDir, { recursive: true });
});

test('a file of places that cannot be read is told at the start', async () => {
  const wrong = { SECRET: 'y'.repeat(40), PLACES_FILE: '/nowhere/places.mmdb' };
  await expect(loadConfig(wrong)).rejects.toThrow(
    'PLACES_FILE cannot be read (it is "/nowhere/places.mmdb")',
  );
  const right = { ...wrong, PLACES_FILE: import.meta.filename };
  expect((await loadConfig(right)).placesFile).toBe(import.meta.filename);
});

test('docs/configuration.md lists exactly what is read', async () => {
  const documented = describeConfiguration();
  expect([...documented.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1])).toEqual(
    Object.keys(CONFIG_VARIABLES),
  );
  await expect(documented).toMatchFileSnapshot('../../docs/configuration.md');
});

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_one, whsec_two',
};

test('with a Stripe key Stripe takes the payments, and the test bank is off', () => {
  expect(parseConfig({}).stripe).toBeNull();
  expect(parseConfig(stripe)).toMatchObject({
    testBank: false,
    stripe: {
      secretKey: 'sk_test_abc',
      publishableKey: 'pk_test_abc',
      webhookSecrets: ['whsec_one', 'whsec_two'],
      connect: false,
      applicationFeePercent: null,
      apiBase: undefined,
      isTestMode: true,
    },
  });
  const connected = { ...stripe, STRIPE_CONNECT: 'on', STRIPE_APPLICATION_FEE_PERCENT: '2.5000' };
  expect(parseConfig(connected).stripe).toMatchObject({ connect: true, applicationFeePercent: '2.5000' });
  const live = { ...stripe, STRIPE_SECRET_KEY: 'rk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' };
  expect(parseConfig(live).stripe?.isTestMode).toBe(false);
});

test.each([
  [{ STRIPE_PUBLISHABLE_KEY: '' }, { STRIPE_PUBLISHABLE_KEY: 'is required with' }],
  [{ STRIPE_WEBHOOK_SECRET: '' }, { STRIPE_WEBHOOK_SECRET: 'is required with' }],
  [{ STRIPE_SECRET_KEY: 'sk_live_abc' }, { STRIPE_PUBLISHABLE_KEY: 'same mode' }],
  [{ STRIPE_SECRET_KEY: 'pk_test_abc' }, { STRIPE_SECRET_KEY: 'sk_test_ or sk_live_' }],
  [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_abc' }, { STRIPE_PUBLISHABLE_KEY: 'pk_test_ or pk_live_' }],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_a,b' }, { STRIPE_WEBHOOK_SECRET: 'whsec_' }],
  [{ TEST_BANK: 'on' }, { TEST_BANK: 'beside' }],
  [{ STRIPE_APPLICATION_FEE_PERCENT: '2' }, { STRIPE_APPLICATION_FEE_PERCENT: 'STRIPE_CONNECT=on' }],
  [
    { STRIPE_CONNECT: 'on', STRIPE_APPLICATION_FEE_PERCENT: '2.12345' },
    { STRIPE_APPLICATION_FEE_PERCENT: 'four places' },
  ],
  [
    { STRIPE_CONNECT: 'on', STRIPE_APPLICATION_FEE_PERCENT: '100.0001' },
    { STRIPE_APPLICATION_FEE_PERCENT: '0 to 100' },
  ],
  [
    {
      STRIPE_SECRET_KEY: 'sk_live_a',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_a',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    },
    { STRIPE_API_BASE: 'live key' },
  ],
  [{ STRIPE_API_BASE: 'http://127.0.0.1:1/v1' }, { STRIPE_API_BASE: 'without a path' }],
  [
    { STRIPE_SECRET_KEY: '' },
    { STRIPE_PUBLISHABLE_KEY: 'without STRIPE_SECRET_KEY', STRIPE_WEBHOOK_SECRET: 'without' },
  ],
] as [Record<string, string>, Record<string, string>][])(
  'what does not fit is named: %o',
  (change, named) => {
    const problems = problemsOf({ ...stripe, ...change });
    expect(Object.keys(problems).sort()).toEqual(Object.keys(named).sort());
    for (const [variable, words] of Object.entries(named)) expect(problems[variable]).toContain(words);
    // The message never shows a secret.
    expect(JSON.stringify(problems)).not.toContain('whsec_a,b');
  },
);
