import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { TOKEN_FIELD, tokenIn } from '../../../platform/mail/return-path.ts';
import { sameText } from '../../../platform/secrets.ts';
import { permanent, statusIn } from '../core/report.ts';
import { type MailService, parseJson } from './port.ts';

/** Mailgun repeats a call for eight hours, and clocks differ a little. */
const MOST_AGE_MS = 12 * 3_600_000;
const AHEAD_MS = 300_000;
/** A call that is not known any more and comes again changes nothing: its mail came back already. */
const MOST_KNOWN = 20_000;

const call = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,12}$/),
    token: z.string().max(200),
    signature: z.string(),
  }),
  'event-data': z.object({
    event: z.string(),
    severity: z.string().optional(),
    envelope: z.object({ sender: z.string().optional() }).optional(),
    'delivery-status': z
      .object({
        'enhanced-code': z.string().optional(),
        message: z.string().optional(),
        description: z.string().nullish(),
      })
      .default({}),
    'user-variables': z.record(z.string(), z.unknown()).default({}),
  }),
});

/** Mailgun signs the moment and a token of each call, not its body, so no token is taken twice. */
export const mailgun: MailService = ({ bounces }) => {
  const { mailgunKey } = bounces;
  if (mailgunKey === null) return null;
  const taken = new Set<string>();
  return ({ body, now }) => {
    const { data } = call.safeParse(parseJson(body));
    if (!data) return { is: 'refused' };
    const { timestamp, token: once, signature } = data.signature;
    const wanted = createHmac('sha256', mailgunKey).update(`${timestamp}${once}`).digest('hex');
    const age = now.getTime() - Number(timestamp) * 1000;
    if (!sameText(signature, wanted) || age > MOST_AGE_MS || age < -AHEAD_MS) return { is: 'refused' };
    const { event, severity, envelope, ...rest } = data['event-data'];
    if (taken.has(once) || event !== 'failed' || severity !== 'permanent') return { is: 'nothing' };
    const named = rest['user-variables'][TOKEN_FIELD];
    const token = typeof named === 'string' ? named : tokenIn(bounces, envelope?.sender ?? '');
    if (token === null) return { is: 'nothing' };
    const { 'enhanced-code': code, message, description } = rest['delivery-status'];
    const words = message || description || '';
    const outcome = permanent(code || statusIn(words), words);
    const accept = () => {
      taken.add(once);
      if (taken.size > MOST_KNOWN) for (const oldest of taken) return void taken.delete(oldest);
    };
    return { is: 'report', report: { token, outcome }, accept };
  };
};
