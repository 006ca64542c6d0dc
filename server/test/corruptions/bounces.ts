import type { Corruption, World } from './world.ts';

/** Mails that came back, and what is known of them. */
export function bounceCorruptions({ accountId, eventId, other }: World): Corruption[] {
  const bounced = (given: {
    account?: number;
    address?: string;
    status?: string;
    age?: string;
    words?: string;
  }) => {
    const { account = accountId, address = 'a@example.com', status = 'sent', age = '1 day' } = given;
    return `with mail as (insert into app.mails (account_id, kind, dedupe_key, to_address, locale, status, sent_at)
      values (${accountId}, 'order_confirmation', 'bounced', 'A@example.com', 'en', '${status}', app.now()) returning id)
    insert into app.mail_bounces (account_id, mail_id, address, status, words, via, at)
      select ${account}, id, '${address}', '5.1.1', ${given.words ?? 'null'}, 'ses', app.now() - interval '${age}' from mail`;
  };
  const wrong =
    /Bounce \d+ of mail \d+ is not of the account and the address of the mail, or the mail was not sent/;
  return [
    ['I17', wrong, bounced({ account: other.accountId })],
    ['I17', wrong, bounced({ address: 'b@example.com' })],
    ['I17', wrong, bounced({ status: 'failed' })],
    [
      'I17',
      /Bounce \d+ of mail \d+ keeps the words of its report/,
      bounced({ age: '31 days', words: `'no such mailbox'` }),
    ],
    [
      'I17',
      /Recipient \d+ of message \d+ had bounced twice before/,
      `with mail as (insert into app.mails (account_id, kind, dedupe_key, to_address, locale, status, sent_at)
        select ${accountId}, 'order_confirmation', 'bounced' || n, 'a@example.com', 'en', 'sent', app.now()
        from generate_series(1, 2) n returning id),
      bounced as (insert into app.mail_bounces (account_id, mail_id, address, status, via, at)
        select ${accountId}, id, 'a@example.com', '5.1.1', 'ses', app.now() - interval '1 day' from mail),
      message as (insert into app.messages (account_id, event_id, status, audience, send_at, sent_by)
        select ${accountId}, ${eventId}, 'sending', '{}', app.now(), min(id) from app.users returning *)
      insert into app.message_recipients (account_id, event_id, message_id, recipient_key, address, locale)
        select account_id, event_id, id, 'a@example.com', 'a@example.com', 'en' from message`,
    ],
    [
      'I17',
      /Recipient \d+ of message \d+ is bounced, and mail \d+ did not come back/,
      `with message as (insert into app.messages (account_id, event_id, status, audience, send_at, sent_by, counts, finished_at)
        select ${accountId}, ${eventId}, 'sent', '{}', app.now(), min(id), '{"total": 1, "bounced": 1}', app.now()
        from app.users returning *),
      recipient as (insert into app.message_recipients (account_id, event_id, message_id, recipient_key, address, locale, state)
        select account_id, event_id, id, 'a@example.com', 'a@example.com', 'en', 'bounced' from message returning *)
      insert into app.mails (account_id, kind, dedupe_key, to_address, locale, status, message_recipient_id, sent_at)
        select account_id, 'event_message', 'message:x', 'a@example.com', 'en', 'sent', id, app.now() from recipient`,
    ],
    [
      'I11',
      /The mailbox for reports could not be read for an hour: wrong password/,
      `update app.bounce_mailbox set failing_since = app.now() - interval '61 minutes', problem = 'wrong password'`,
    ],
  ];
}
