/** A report as mail servers write them, to a return path. */
type Given = { to: string; status: string; type?: string; headers?: string };

const lines = (...all: readonly string[]) => all.join('\r\n');

/** A multipart/report (RFC 6522) around a delivery status. */
export const dsn = ({ to, status, type = 'message/delivery-status', headers = '' }: Given): string =>
  lines(
    'Return-Path: <>',
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    ...(headers ? [headers] : []),
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="9C1E320A4F.1700"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--9C1E320A4F.1700',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '--9C1E320A4F.1700',
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: 8bit',
    '',
    status.replaceAll('\n', '\r\n'),
    '--9C1E320A4F.1700',
    'Content-Type: message/rfc822',
    '',
    'From: tickets@example.org',
    'Subject: Your tickets',
    'Content-Type: text/plain',
    '',
    'Your tickets.',
    '--9C1E320A4F.1700--',
    '',
  );

export const POSTFIX = `Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 9C1E320A4F
Arrival-Date: Mon, 23 Nov 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; ana@gmial.example
Original-Recipient: rfc822;ana@gmial.example
Action: failed
Status: 5.4.4
Diagnostic-Code: X-Postfix; Host or domain name not found. Name service error for
    name=gmial.example type=AAAA: Host not found
`;

export const EXCHANGE = `Reporting-MTA: dns;AM0PR01MB1234.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;mail.example.org
Arrival-Date: Mon, 23 Nov 2026 12:00:00 +0000

Final-Recipient: rfc822;ana@firma.example
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ana@firma.example not found by SMTP address lookup
X-Display-Name: ana@firma.example
`;

export const GMAIL = `Reporting-MTA: dns; googlemail.com
Arrival-Date: Mon, 23 Nov 2026 04:00:00 -0800 (PST)
X-Original-Message-ID: <mail-1@example.org>

Final-Recipient: rfc822; ana@gmail.com
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (2a00:1450:400c:c00::1a, the
 server for the domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1 unnecessary spaces.
Last-Attempt-Date: Mon, 23 Nov 2026 04:00:01 -0800 (PST)
`;

export const EXIM = `Reporting-MTA: dns; mx.example.net

Action: failed
Final-Recipient: rfc822;ana@example.net
Status: 5.0.0
Remote-MTA: dns; mail.example.net
Diagnostic-Code: smtp; 550 5.2.1 This mailbox is disabled
`;

/** RFC 6533: an address with letters beyond ASCII. */
export const INTERNATIONAL = `Reporting-MTA: dns; mx.españa.example

Final-Recipient: utf-8; josé@españa.example
Original-Recipient: utf-8; josé@españa.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <josé@españa.example> no existe aquí
`;

export const DELAYED = `Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ana@example.com
Action: delayed
Status: 4.4.1
Diagnostic-Code: X-Postfix; connect to example.com[192.0.2.1]:25: Connection timed out
Will-Retry-Until: Sat, 28 Nov 2026 12:00:00 +0000 (UTC)
`;

export const GAVE_UP = DELAYED.replace('Action: delayed', 'Action: failed').replace('4.4.1', '4.4.7');

export const DELIVERED = `Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ana@example.com
Action: delivered
Status: 2.0.0
`;

/** As Exim wrote them before it knew of delivery statuses. */
export const oldExim = (to: string): string =>
  lines(
    'Return-Path: <>',
    'X-Failed-Recipients: ana@example.net',
    'Auto-Submitted: auto-replied',
    'From: Mail Delivery System <Mailer-Daemon@mx.example.net>',
    `To: ${to}`,
    'Subject: Mail delivery failed: returning message to sender',
    '',
    'A message that you sent could not be delivered to one or more of its',
    'recipients. This is a permanent error. The following address(es) failed:',
    '',
    '  ana@example.net',
    '    SMTP error from remote mail server after RCPT TO:<ana@example.net>:',
    '    550 5.1.1 No such user here',
    '',
  );

export const outOfOffice = (to: string): string =>
  lines(
    'From: Ana Soler <ana@example.com>',
    `To: ${to}`,
    'Subject: Automatic reply: Your tickets',
    'Auto-Submitted: auto-replied',
    'X-Auto-Response-Suppress: All',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'I am away until Monday. Error 550 5.1.1 is only a number here.',
    '',
  );
