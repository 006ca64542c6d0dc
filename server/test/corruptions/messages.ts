import type { Corruption, World } from './world.ts';

/** Messages and what became of them. */
export function messageCorruptions(world: World): Corruption[] {
  /** A message with one recipient and its mail. */
  const sent = (given: { state?: string; mail?: string; to?: string; counts?: string; purpose?: string }) => {
    const { state = 'accepted', mail = 'sent', to = 'a@example.com', purpose = 'ticket' } = given;
    const { counts = '{"total": 1, "accepted": 1}' } = given;
    return `with message as (insert into app.messages (account_id, event_id, status, audience, purpose, send_at, sent_by, counts, finished_at)
      select ${world.accountId}, ${world.eventId}, 'sent', '{}', '${purpose}', app.now(), min(id), '${counts}', app.now()
      from app.users returning *),
    recipient as (insert into app.message_recipients (account_id, event_id, message_id, recipient_key, address, locale, state)
      select account_id, event_id, id, 'a@example.com', 'a@example.com', 'en', '${state}' from message returning *)
    insert into app.mails (account_id, kind, dedupe_key, to_address, locale, status, message_recipient_id, sent_at)
      select account_id, 'event_message', 'message:x', '${to}', 'en', '${mail}', id, app.now() from recipient`;
  };
  return [
    ['I16', /Recipient \d+ of message \d+ is accepted, and its mail is failed/, sent({ mail: 'failed' })],
    [
      'I16',
      /Recipient \d+ of message \d+ is waiting, and its mail is sent/,
      sent({ state: 'waiting', counts: '{"total": 1, "waiting": 1}' }),
    ],
    ['I16', /Mail \d+ goes to another address/, sent({ to: 'b@example.com' })],
    [
      'I16',
      /Message \d+ \(event \d+\) says .*its recipients say/,
      sent({ counts: '{"total": 2, "accepted": 2}' }),
    ],
    [
      'I16',
      /Recipient \d+ of message \d+ had ended the news before/,
      `insert into app.unsubscribed (account_id, address, at)
        values (${world.accountId}, 'a@example.com', app.now() - interval '1 day'); ${sent({ purpose: 'news' })}`,
    ],
    [
      'I11',
      /Message \d+ \(event \d+\) should have gone out before/,
      `insert into app.messages (account_id, event_id, status, audience, send_at, sent_by)
        select ${world.accountId}, ${world.eventId}, 'scheduled', '{}', app.now() - interval '3 minutes', min(id) from app.users`,
    ],
  ];
}
