import type { createEvent as createEndpoint, EventDetail } from '@entrada/contract/catalog/events';
import { roleMay } from '@entrada/contract/permissions';
import type { z } from 'zod';
import { inTransaction } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { AppError, fail } from '../../platform/errors.ts';
import { addEvent, getEvent, lockEvent } from '../events/service.ts';
import { moveEvents } from '../lifecycle/change-service.ts';
import { addTicket } from './service.ts';

type Input = z.output<(typeof createEndpoint)['body']>;

/**
 * Creates a draft event, with a first ticket and published at once if that is asked for: all of it or nothing. Records
 * each step. NOT_FOUND for a foreign organizer; FORBIDDEN if the role may not add tickets; for the ticket the errors of
 * `createTicket`, with paths that begin with `ticket`; for publishing EMAIL_NOT_CONFIRMED and EVENT_NEEDS_TICKET. Locks
 * the new event.
 */
export function createEvent(
  ctx: Ctx,
  provider: Pick<PaymentProvider, 'checkAmount'> | null,
  { ticket, publish = false, ...draft }: Input,
): Promise<EventDetail> {
  const scope = scopeOf(ctx.actor);
  if (ticket && !roleMay(userOf(ctx.actor).role, 'tickets.write')) throw fail('FORBIDDEN');
  return inTransaction(ctx.db, async (tx) => {
    const id = await addEvent(tx, ctx, draft);
    const event = await lockEvent(tx, scope, id);
    if (ticket) await addTicket(tx, ctx, provider, { event, input: ticket }).catch(throwAsTicket);
    const refused = publish ? await moveEvents(tx, ctx, { events: [event], to: 'public' }) : new Map();
    for (const refusal of refused.values()) throw refusal;
    return getEvent(ctx, id, tx);
  });
}

/** A refusal of the ticket, with the paths that its fields have in the body of the event. */
function throwAsTicket(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { code, errors, params } = error;
  const path = params?.['path'];
  throw fail(code, {
    ...(params && { params: typeof path === 'string' ? { ...params, path: `ticket.${path}` } : params }),
    ...(errors && { errors: errors.map((one) => ({ ...one, path: `ticket.${one.path}` })) }),
    cause: error,
  });
}
