import { randomBytes } from 'node:crypto';
import { getEvent } from '@entrada/contract/catalog/events';
import type { InputOf } from '@entrada/contract/endpoint';
import * as endpoints from '@entrada/contract/sales/event-changes/endpoints';
import { sql } from 'kysely';
import { afterEach } from 'vitest';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { carryOutChange } from './work.ts';

type CallOffBody = InputOf<typeof endpoints.callOffEvent>['body'];
type MoveBody = InputOf<typeof endpoints.moveEvent>['body'];

export const newKey = () => ({ idempotencyKey: randomBytes(12).toString('base64url') });

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A check-in list of all tickets that opens at a time. */
export const listOf = (activatesAt: string | null) => ({
  name: 'Door',
  allTickets: true,
  ticketIds: [],
  description: '',
  activatesAt,
  expiresAt: null,
});

/** The application with a bank that refunds, and what an organizer can do about an event of it. */
export async function useOrganizers() {
  const refunding = await useRefundingApp();
  const { app, db, bank } = refunding;
  keepInvariants(db);
  afterEach(() => {
    bank.behaviour.refund = 'succeeded';
  });

  /** What an organizer can do about an event. */
  function organizerOf({ eventId, token }: { eventId: number; token: string }) {
    const owner = app.as({ token });
    const params = { eventId: String(eventId) };
    const plan = async () => (await owner.call(endpoints.planEventChange, { params })).body.data;
    const list = async () => (await owner.call(endpoints.listEventChanges, { params })).body.data;
    const event = async () => (await owner.call(getEvent, { params })).body.data;
    return {
      owner,
      params,
      plan,
      list,
      event,
      callOff: async (wish: Partial<CallOffBody> = {}, key = newKey()) => {
        const { version, money } = await plan();
        const body: CallOffBody = {
          version,
          money: 'all',
          returnsUntil: null,
          messages: {},
          expectedRefund: money.byProvider.amount,
          ...wish,
        };
        return owner.call(endpoints.callOffEvent, { params, body }, key);
      },
      move: async (wish: Partial<MoveBody> = {}, key = newKey()) => {
        const { version } = await plan();
        const body: MoveBody = { version, money: 'none', returnsUntil: null, messages: {}, ...wish };
        return owner.call(endpoints.moveEvent, { params, body }, key);
      },
      undo: async (changeId: number) =>
        owner.call(endpoints.undoEventChange, { params: { ...params, changeId: String(changeId) } }),
      /** Lets the seconds pass in which it can be taken back, and does all the work. */
      carryOut: async () => {
        await sql`update app.event_changes set begins_at = app.now() where event_id = ${eventId} and status = 'waiting'`.execute(
          db,
        );
        for (const { id } of await list()) await carryOutChange(app.jobCtx, bank.provider, id);
        await app.runJobs();
        return (await list())[0];
      },
    };
  }

  /** The mails to buyers of an event. */
  const mailsAbout = (eventId: number, kind = 'event_changed') =>
    db
      .selectFrom('mails')
      .innerJoin('orders', 'orders.id', 'mails.order_id')
      .select(['mails.to_address', 'mails.subject', 'mails.text_body', 'mails.status'])
      .where('orders.event_id', '=', eventId)
      .where('mails.kind', '=', kind)
      .orderBy('mails.id')
      .execute();

  return { ...refunding, organizerOf, mailsAbout };
}
