import type { Attachment, ParsedMail } from 'mailparser';
import type { Config } from '../../../config/environment.ts';
import { tokenIn } from '../../../platform/mail/return-path.ts';
import { readDeliveryStatus, readPlainReport } from '../core/delivery-status.ts';
import type { Report } from '../core/report.ts';

/** The headers that say to which address a mail was delivered. What its text says of that is not looked at. */
const DELIVERED_TO = [
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-delivered-to',
  'to',
];

/** RFC 3464, and RFC 6533 for addresses with letters beyond ASCII. */
const isStatus = ({ contentType }: Attachment) =>
  contentType === 'message/delivery-status' || contentType === 'message/global-delivery-status';

const linesOf = ({ headerLines }: ParsedMail, names: readonly string[]): string =>
  headerLines.flatMap(({ key, line }) => (names.includes(key) ? [line] : [])).join('\n');

/**
 * What a mail in the mailbox for reports is. `misled`: it did not come to the return path of any mail. `other`: it is no
 * report, such as an answer of somebody who is out of office.
 */
export type ReadMail = { is: 'report'; report: Report } | { is: 'misled' } | { is: 'other' };

/** Reads a mail of the mailbox for reports. Throws what the parser throws. */
export async function readMail(source: Buffer, bounces: Config['bounces']): Promise<ReadMail> {
  const { simpleParser } = await import('mailparser');
  const mail = await simpleParser(source, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipImageLinks: true,
    skipTextLinks: true,
    skipTextToHtml: true,
  });
  const token = tokenIn(bounces, linesOf(mail, DELIVERED_TO));
  if (token === null) return { is: 'misled' };
  const status = mail.attachments.find(isStatus);
  const outcome = status
    ? readDeliveryStatus(status.content.toString('utf8'))
    : readPlainReport(linesOf(mail, ['x-failed-recipients']), mail.text ?? '');
  return outcome ? { is: 'report', report: { token, outcome } } : { is: 'other' };
}
