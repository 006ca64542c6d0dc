import { WORKER_IS_ALIVE } from '../deadline-invariants.ts';
import type { Invariant } from '../types.ts';

const BOUNCE = `format('Bounce %s of mail %s', b.id, b.mail_id)`;

/** I17: what is known of mails that came back belongs to the account of the mail, and is no longer personal after 30 days. */
export const BOUNCE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I17',
    rule: 'A mail that came back was sent, and counts for its own account and address',
    query: `
      select b.id as mail_bounce_id, b.mail_id,
        ${BOUNCE} || ' is not of the account and the address of the mail, or the mail was not sent' as drift
      from app.mail_bounces b join app.mails m on m.id = b.mail_id
      where m.account_id is distinct from b.account_id or lower(m.to_address) <> b.address or m.status <> 'sent'`,
  },
  {
    id: 'I17',
    rule: 'A recipient whose mail came back says so',
    query: `
      select r.id as message_recipient_id, r.state,
        format('Recipient %s of message %s is %s, and mail %s %s', r.id, r.message_id, r.state, m.id,
          case when b.id is null then 'did not come back' else 'came back' end) as drift
      from app.message_recipients r join app.mails m on m.message_recipient_id = r.id
      left join app.mail_bounces b on b.mail_id = m.id
      where (b.id is not null) <> (r.state = 'bounced')`,
  },
  {
    id: 'I17',
    rule: 'An address from which mails came back twice gets no messages',
    query: `
      with alone as (
        select account_id, address, (array_agg(at order by at))[2] as since from app.mail_bounces
        where lifted_at is null group by account_id, address having count(*) >= 2)
      select r.id as message_recipient_id, r.message_id,
        format('Recipient %s of message %s had bounced twice before', r.id, r.message_id) as drift
      from alone a join app.message_recipients r on r.account_id = a.account_id and lower(r.address) = a.address
      join app.messages m on m.id = r.message_id
      where m.send_at > a.since and r.state <> 'skipped'`,
  },
  {
    id: 'I17',
    rule: 'What a report said is deleted after 30 days',
    // A job does it every hour.
    query: `
      select b.id as mail_bounce_id, b.at, ${BOUNCE} || ' keeps the words of its report' as drift
      from app.mail_bounces b
      where b.words is not null and b.at < app.now() - interval '30 days 3 hours' and ${WORKER_IS_ALIVE}`,
  },
  {
    id: 'I11',
    rule: 'The mailbox for reports of mails that came back is read',
    query: `
      select m.failing_since, m.problem,
        'The mailbox for reports could not be read for an hour: ' || m.problem as drift
      from app.bounce_mailbox m where m.failing_since < app.now() - interval '1 hour' and ${WORKER_IS_ALIVE}`,
  },
];
