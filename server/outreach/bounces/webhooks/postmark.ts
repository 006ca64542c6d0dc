import { z } from 'zod';
import { TOKEN_FIELD } from '../../../platform/mail/return-path.ts';
import { sameText } from '../../../platform/secrets.ts';
import { permanent, statusIn } from '../core/report.ts';
import { type MailService, parseJson } from './port.ts';

/** The types of Postmark that say that an address takes no mail. The others pass, or are about the sender. */
const PERMANENT = ['HardBounce', 'BadEmailAddress'];

const bounce = z.object({
  RecordType: z.literal('Bounce'),
  Type: z.string(),
  Description: z.string().optional(),
  Details: z.string().optional(),
  Metadata: z.record(z.string(), z.unknown()).default({}),
});

/** The password of HTTP Basic authentication, whoever the user is. */
function passwordOf(header: string | undefined): string {
  const [, given = ''] = /^Basic ([A-Za-z0-9+/=_-]{1,2000})$/i.exec(header ?? '') ?? [];
  const text = Buffer.from(given, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

/** Postmark signs nothing: whoever knows the password is Postmark. */
export const postmark: MailService = ({ bounces: { postmarkSecret } }) => {
  if (postmarkSecret === null) return null;
  return ({ body, headers }) => {
    if (!sameText(passwordOf(headers.authorization), postmarkSecret)) return { is: 'refused' };
    const { data } = bounce.safeParse(parseJson(body));
    if (!data || !PERMANENT.includes(data.Type)) return { is: 'nothing' };
    // Metadata comes back with its names in whichever case.
    const [, token] =
      Object.entries(data.Metadata).find(([name]) => name.toLowerCase() === TOKEN_FIELD) ?? [];
    if (typeof token !== 'string') return { is: 'nothing' };
    const words = data.Details || data.Description || '';
    const status = statusIn(words) ?? (data.Type === 'BadEmailAddress' ? '5.1.3' : null);
    return { is: 'report', report: { token, outcome: permanent(status, words) } };
  };
};
