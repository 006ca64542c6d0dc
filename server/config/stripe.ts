import { HUNDRED_PERCENT, isRate, parseRate } from '@entrada/contract/rates';
import { z } from 'zod';

export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  webhookSecrets: string[];
  /** Whether organizers connect their own accounts. */
  connect: boolean;
  /** The installation's share of each charge on a connected account, an exact decimal percentage. */
  applicationFeePercent: string | null;
  apiBase: string | undefined;
  /** Whether the keys are test keys. Test keys move no real money. */
  isTestMode: boolean;
};

const stripeKey = (kinds: string, wanted: string) =>
  z
    .string()
    .regex(
      new RegExp(`^(?:${kinds})_(?:test|live)_[A-Za-z0-9_]+$`),
      `must be a key that starts with ${wanted}`,
    );

const webhookSecrets = z
  .string()
  .transform((value) => value.split(',').map((secret) => secret.trim()))
  .refine(
    (secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)),
    'must be one or several signing secrets that start with whsec_, separated by commas',
  );

/** variables.ts merges these into all variables. */
export const STRIPE_VARIABLES = {
  STRIPE_SECRET_KEY: {
    doc: 'Secret or restricted key of your Stripe account: Stripe takes the payments. With a test key (`sk_test_`) no real money moves, and pages say so.',
    default: 'none: no Stripe',
    isSecret: true as const,
    schema: stripeKey('sk|rk', 'sk_test_ or sk_live_').optional(),
  },
  STRIPE_PUBLISHABLE_KEY: {
    doc: 'The key of the same account and mode that the browser is given.',
    default: 'required with `STRIPE_SECRET_KEY`',
    schema: stripeKey('pk', 'pk_test_ or pk_live_').optional(),
  },
  STRIPE_WEBHOOK_SECRET: {
    doc: 'Signing secrets of the webhook endpoints at Stripe that point to `BASE_URL/api/public/webhooks/stripe`, separated by commas: one for events of your own account and, with `STRIPE_CONNECT`, one for those of connected accounts. Events to send: `payment_intent.*`, `charge.refunded`, `refund.*`, `charge.dispute.*`; for connected accounts also `account.updated` and `account.application.deauthorized`.',
    default: 'required with `STRIPE_SECRET_KEY`',
    isSecret: true as const,
    schema: webhookSecrets.optional(),
  },
  STRIPE_CONNECT: {
    doc: 'Whether organizers connect Stripe accounts of their own, which are charged directly (`on`), or your account takes every payment (`off`), which is enough for one organizer.',
    default: '`off`',
    schema: z.enum(['on', 'off'], { error: 'must be one of: on, off' }).default('off'),
  },
  STRIPE_APPLICATION_FEE_PERCENT: {
    doc: 'What you keep of each charge on a connected account, in percent with up to four places, as `2.5`. Rounded half up to the minor unit; refunds return it in proportion.',
    default: 'nothing',
    schema: z
      .string()
      .refine(
        (value) => isRate(value) && parseRate(value) <= HUNDRED_PERCENT,
        'must be a percentage from 0 to 100 with at most four places, as 2.5',
      )
      .optional(),
  },
  STRIPE_API_BASE: {
    doc: 'Address of a server that stands in for Stripe, for tests. Not with live keys.',
    default: '`https://api.stripe.com`',
    schema: z
      .string()
      .refine(
        (value) => /^https?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value),
        'must be an http or https address without a path',
      )
      .optional(),
  },
} as const;

type Name = keyof typeof STRIPE_VARIABLES;
type Values = { [K in Name]?: z.output<(typeof STRIPE_VARIABLES)[K]['schema']> };
type Problem = { variable: Name; message: string };

/** Reports Stripe settings that are missing or do not fit the others. */
export function findStripeProblems(values: Values): Problem[] {
  const problems: Problem[] = [];
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = values;
  const add = (variable: Name, message: string) => problems.push({ variable, message });
  if (secret === undefined) {
    const beside = STRIPE_OTHERS.filter((name) => values[name] !== undefined && values[name] !== 'off');
    for (const name of beside) add(name, 'has no meaning without STRIPE_SECRET_KEY');
    return problems;
  }
  const isTest = isTestKey(secret);
  if (publishable === undefined) add('STRIPE_PUBLISHABLE_KEY', 'is required with STRIPE_SECRET_KEY');
  else if (isTestKey(publishable) !== isTest)
    add('STRIPE_PUBLISHABLE_KEY', 'must be of the same mode as STRIPE_SECRET_KEY: both test or both live');
  if (values.STRIPE_WEBHOOK_SECRET === undefined)
    add(
      'STRIPE_WEBHOOK_SECRET',
      'is required with STRIPE_SECRET_KEY: it shows that a webhook comes from Stripe',
    );
  if (values.STRIPE_APPLICATION_FEE_PERCENT !== undefined && values.STRIPE_CONNECT !== 'on')
    add(
      'STRIPE_APPLICATION_FEE_PERCENT',
      'needs STRIPE_CONNECT=on: of your own account there is nothing to keep',
    );
  if (values.STRIPE_API_BASE !== undefined && !isTest)
    add('STRIPE_API_BASE', 'is for tests and cannot be set with a live key');
  return problems;
}

const STRIPE_OTHERS = [
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT',
  'STRIPE_APPLICATION_FEE_PERCENT',
  'STRIPE_API_BASE',
] as const satisfies Name[];

const isTestKey = (key: string) => /^[a-z]+_test_/.test(key);

/** The Stripe settings for the application, from values without problems. Null without a key. */
export function toStripeSettings(values: Values): StripeSettings | null {
  const secretKey = values.STRIPE_SECRET_KEY;
  if (secretKey === undefined) return null;
  return {
    secretKey,
    publishableKey: values.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecrets: values.STRIPE_WEBHOOK_SECRET ?? [],
    connect: values.STRIPE_CONNECT === 'on',
    applicationFeePercent: values.STRIPE_APPLICATION_FEE_PERCENT ?? null,
    apiBase: values.STRIPE_API_BASE,
    isTestMode: isTestKey(secretKey),
  };
}
