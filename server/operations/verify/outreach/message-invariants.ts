import { WORKER_IS_ALIVE } from '../deadline-invariants.ts';
import type { Invariant } from '../types.ts';

const MESSAGE = `format('Message %s (event %s)', m.id, m.event_id)`;

/** I16: a message reaches each of its recipients by one mail, and counts what became of them. */
export const MESSAGE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I16',
    rule: 'A recipient of a message is in the state of the one mail that was queued for it',
    query: `
      select r.id as message_recipient_id, r.message_id, r.state, l.status,
        format('Recipient %s of message %s is %s, and its mail %s', r.id, r.message_id, r.state,
          coalesce('is ' || l.status, 'does not exist')) as drift
      from app.message_recipients r left join app.mails l on l.message_recipient_id = r.id
      where case r.state when 'waiting' then l.id is not null
        when 'skipped' then l.id is not null and (l.status <> 'failed' or r.reason <> 'GONE')
        when 'queued' then l.status is distinct from 'queued' when 'sending' then l.status is distinct from 'queued'
        when 'refused' then l.status is distinct from 'failed' else l.status is distinct from 'sent' end`,
  },
  {
    id: 'I16',
    rule: 'The mail of a message goes to the address of its recipient',
    query: `
      select l.id as mail_id, r.id as message_recipient_id,
        format('Mail %s goes to another address than recipient %s of message %s', l.id, r.id, r.message_id) as drift
      from app.mails l join app.message_recipients r on r.id = l.message_recipient_id
      where l.to_address <> r.address or l.account_id <> r.account_id`,
  },
  {
    id: 'I16',
    rule: 'A message that was sent counts each of its recipients once, and none waits',
    query: `
      with counted as (
        select message_id, jsonb_object_agg(state, n) || jsonb_build_object('total', sum(n)) as counts from (
          select message_id, state, count(*) as n from app.message_recipients group by message_id, state) s group by message_id)
      select m.id as message_id, m.counts,
        ${MESSAGE} || format(' says %s, its recipients say %s', m.counts, coalesce(c.counts, '{"total": 0}')) as drift
      from app.messages m left join counted c on c.message_id = m.id
      where m.status = 'sent' and (m.counts <> coalesce(c.counts, '{"total": 0}')
        or coalesce(c.counts, '{}') ?| array['waiting', 'queued', 'sending'])`,
  },
  {
    id: 'I16',
    rule: 'Nobody who ended the news of an account gets them',
    query: `
      select r.id as message_recipient_id, r.message_id,
        format('Recipient %s of message %s had ended the news before', r.id, r.message_id) as drift
      from app.message_recipients r join app.messages m on m.id = r.message_id and m.purpose = 'news'
      join app.unsubscribed u on u.account_id = r.account_id and u.address = lower(r.address)
      join app.mails l on l.message_recipient_id = r.id and l.status = 'sent'
      where u.at < l.created_at`,
  },
  {
    id: 'I11',
    rule: 'No message waits beyond its moment',
    query: `
      select m.id as message_id, m.send_at, ${MESSAGE} || ' should have gone out before' as drift
      from app.messages m where m.status = 'scheduled' and m.send_at < app.now() - interval '2 minutes' and ${WORKER_IS_ALIVE}`,
  },
];
