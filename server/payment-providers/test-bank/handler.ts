import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BankFault, BankFaults, BankOperation } from './faults.ts';
import { type BankFieldError, type BankProblemCode, sendProblem } from './problems.ts';

/** Every route of the bank decides by a secret in the call itself, and is no part of Entrada's documented API. */
export const BANK_ROUTE = { config: { access: 'self' } } as const;

/** The id in the path; one that the bank cannot have given out becomes the empty one, which nothing has. */
export function idOf(request: FastifyRequest): string {
  const { id = '' } = request.params as { id?: string };
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : '';
}

/** What a call of the bank's API answers: a body, or a problem. */
export type Answer =
  | { status: 200 | 201; body: unknown }
  | { problem: BankProblemCode; errors?: BankFieldError[] };

/**
 * Wraps a call so that a waiting fault can strike before the call has its effect or after it.
 * A call that times out is never answered: the caller hangs up.
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
