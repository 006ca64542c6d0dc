import { z } from 'zod';
import { tokenIn } from '../../../platform/mail/return-path.ts';
import { permanent, statusIn } from '../core/report.ts';
import { type MailService, type Parsed, parseJson } from './port.ts';
import { createSnsVerifier, readFromAmazon, type SnsMessage, snsAddress, snsMessage } from './sns.ts';

/** SES names it `eventType` or `notificationType`, by how it was set up. */
const notice = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({ source: z.string() }),
  bounce: z.object({
    bounceType: z.string(),
    bouncedRecipients: z
      .array(z.object({ status: z.string().optional(), diagnosticCode: z.string().optional() }))
      .min(1),
  }),
});

/** Confirms the subscription of the installation's own topic. The address must be one of SNS that does just that. */
async function confirm({ SubscribeURL = '' }: SnsMessage): Promise<Parsed> {
  const url = snsAddress(SubscribeURL, /^\/$/);
  if (url?.searchParams.get('Action') !== 'ConfirmSubscription') return { is: 'refused' };
  await readFromAmazon(url);
  return { is: 'nothing' };
}

/** Amazon SES, by way of SNS. Anybody can have SNS sign something, so only messages of the one topic are believed. */
export const ses: MailService = ({ bounces }) => {
  const { sesTopic } = bounces;
  if (sesTopic === null) return null;
  const isSigned = createSnsVerifier();
  return async ({ body, now }) => {
    const { data: message } = snsMessage.safeParse(parseJson(body));
    if (message?.TopicArn !== sesTopic || !(await isSigned(message, now))) return { is: 'refused' };
    if (message.Type === 'SubscriptionConfirmation') return confirm(message);
    const { data } = notice.safeParse(parseJson(message.Message));
    const isBounce = (data?.notificationType ?? data?.eventType) === 'Bounce';
    if (!data || !isBounce || data.bounce.bounceType !== 'Permanent') return { is: 'nothing' };
    const token = tokenIn(bounces, data.mail.source);
    if (token === null) return { is: 'nothing' };
    const [{ status, diagnosticCode = '' } = {}] = data.bounce.bouncedRecipients;
    const outcome = permanent(status || statusIn(diagnosticCode), diagnosticCode);
    return { is: 'report', report: { token, outcome } };
  };
};
