import { z } from 'zod';
import { urlWith } from './values.ts';

export type BounceSettings = {
  /** To which address reports come; null: mails have no return path of their own. */
  address: { local: string; domain: string } | null;
  imapUrl: string | null;
  /** The only topic of Amazon SNS that is believed. */
  sesTopic: string | null;
  /** The password that Postmark sends with each call. */
  postmarkSecret: string | null;
  /** The signing key of Mailgun's webhooks. */
  mailgunKey: string | null;
};

const LEAST_SECRET = 16;
const secret = z.string().min(LEAST_SECRET, `must have at least ${LEAST_SECRET} characters`);

/** variables.ts merges these into all variables. */
export const BOUNCE_VARIABLES = {
  BOUNCE_ADDRESS: {
    doc: 'Address to which mail servers report what they could not deliver, such as `bounces@example.org`. Each mail has its own return path, `bounces+…@example.org`, which has to reach the same mailbox.',
    default: 'none: mails return to the sender',
    schema: z
      .string()
      // RFC 5321 allows 64 characters before the @; 40 of them are each mail's own.
      .regex(
        /^[A-Za-z0-9._-]{1,24}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/,
        'must be an address with at most 24 characters before the @ and no + in it',
      )
      .optional(),
  },
  BOUNCE_IMAP_URL: {
    doc: 'The mailbox of `BOUNCE_ADDRESS`, read every minute, as `imaps://user:password@host:993/INBOX` (`imap://` begins TLS where the server offers it). It should serve nothing else: what was read is marked as seen, and reports are deleted after 30 days.',
    default: 'none',
    isSecret: true as const,
    schema: urlWith('imap:', 'imaps:').optional(),
  },
  BOUNCE_SES_TOPIC: {
    doc: 'ARN of the Amazon SNS topic to which SES publishes bounces, with `BASE_URL/api/public/webhooks/mail/ses` as its subscriber. The subscription confirms itself. Needs `BOUNCE_ADDRESS` with a domain that SES may send from.',
    default: 'none',
    schema: z
      .string()
      .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/, 'must be the ARN of an SNS topic')
      .optional(),
  },
  BOUNCE_POSTMARK_SECRET: {
    doc: `Password that Postmark sends by HTTP authentication with each webhook, at least ${LEAST_SECRET} characters: add \`https://entrada:PASSWORD@HOST/api/public/webhooks/mail/postmark\` as a webhook for bounces. Postmark signs nothing.`,
    default: 'none',
    isSecret: true as const,
    schema: secret.optional(),
  },
  BOUNCE_MAILGUN_KEY: {
    doc: 'Signing key of Mailgun’s HTTP webhooks. Add `BASE_URL/api/public/webhooks/mail/mailgun` for permanent failures.',
    default: 'none',
    isSecret: true as const,
    schema: secret.optional(),
  },
} as const;

type Name = keyof typeof BOUNCE_VARIABLES;
type Values = { [K in Name]?: z.output<(typeof BOUNCE_VARIABLES)[K]['schema']> };

/** Reports settings of bounces that need another one. */
export function findBounceProblems(values: Values): { variable: Name; message: string }[] {
  if (values.BOUNCE_ADDRESS !== undefined) return [];
  return (['BOUNCE_IMAP_URL', 'BOUNCE_SES_TOPIC'] as const).flatMap((variable) =>
    values[variable] === undefined
      ? []
      : [{ variable, message: 'needs BOUNCE_ADDRESS: reports are matched by the address that they come to' }],
  );
}

/** The settings of bounces for the application. */
export function toBounceSettings(values: Values): BounceSettings {
  const [local = '', domain = ''] = values.BOUNCE_ADDRESS?.split('@') ?? [];
  return {
    address: values.BOUNCE_ADDRESS === undefined ? null : { local, domain },
    imapUrl: values.BOUNCE_IMAP_URL ?? null,
    sesTopic: values.BOUNCE_SES_TOPIC ?? null,
    postmarkSecret: values.BOUNCE_POSTMARK_SECRET ?? null,
    mailgunKey: values.BOUNCE_MAILGUN_KEY ?? null,
  };
}
