import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BankFault, BankFaults, BankOperation } from './faults.ts';
import { type BankFieldError, type BankProblemCode, sendProblem } from './problems.ts';

/**
 * Every route of the bank checks a secret in the call itself. These routes are not part of Entrada's
 * documented API.
 */
export const BANK_ROUTE = { config: { access: 'self' } } as const;

/** The id in the path. An impossible id becomes an empty text, which is nobody's id. */
export function idOf(request: FastifyRequest): string {
  const { id = '' } = request.params as { id?: string };
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : '';
}

/** The answer of the bank's API to a call: a body, or a problem. */
export type Answer =
  | { status: 200 | 201; body: unknown }
  | { problem: BankProblemCode; errors?: BankFieldError[] };

/**
 * Wraps a call, so that a queued fault can happen before or after the effect of the call. A call that times
 * out never gets an answer, so the caller disconnects.
 */
export function handle(
  faults: BankFaults | undefined,
  operation: BankOperation,
  call: (request: FastifyRequest) => Promise<Answer>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store');
    const fault = faults?.take(operation) ?? null;
    if (fault === 'status_429') return sendProblem(reply.header('retry-after', '1'), 'RATE_LIMITED');
    if (fault?.endsWith('_before')) return strike(fault, reply);
    const answer = await call(request);
    if (fault) return strike(fault, reply);
    if ('problem' in answer) return sendProblem(reply, answer.problem, answer.errors);
    return reply.status(answer.status).type('application/json').send(JSON.stringify(answer.body));
  };
}

function strike(fault: BankFault, reply: FastifyReply): FastifyReply {
  if (fault.startsWith('status_500')) return sendProblem(reply, 'INTERNAL');
  reply.hijack();
  if (fault.startsWith('disconnect')) reply.raw.destroy();
  return reply;
}
