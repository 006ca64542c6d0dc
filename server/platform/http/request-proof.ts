import { HEADERS } from '@entrada/contract/constants';
import type { FastifyRequest } from 'fastify';
import { AppError, fail } from '../errors.ts';
import { addressKey, type Limit, type Limiters } from './limits.ts';
import type { ProofPurpose, Proofs } from './proof-of-work.ts';

/**
 * Counts a call, or as many `points`, for the caller's address or another key. Over the limit the request needs a proof
 * of work.
 */
export type SpendSoftly = (limit: Limit, by?: { key?: string; points?: number }) => Promise<void>;

/** Whether this asks for a proof and does not say which. `proofOf` adds it. */
export const isUnexplained = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'PROOF_REQUIRED' && !error.params?.['challenge'];

/** The proof of work of one request. It is checked once, and asked for if it is missing. */
export function proofOf(
  api: { limiters: Limiters; proofs: Proofs },
  request: FastifyRequest,
  purpose: ProofPurpose | undefined,
) {
  const address = addressKey(request);
  let answer: Promise<boolean> | undefined;
  const proof = () => {
    const header = request.headers[HEADERS.proof];
    answer ??= purpose
      ? api.proofs.accept(typeof header === 'string' ? header : undefined, purpose, address)
      : Promise.resolve(false);
    return answer;
  };
  const demand = async (weight: number, retryAfter?: number) => {
    if (!purpose) throw new Error(`${request.routeOptions.url} asks for a proof and names no purpose`);
    const challenge = await api.proofs.challenge(purpose, address, weight);
    return fail('PROOF_REQUIRED', { params: { challenge }, ...(retryAfter && { retryAfter }) });
  };
  const spendSoftly: SpendSoftly = async (limit, { key = address, points = 1 } = {}) => {
    const { over, secondsLeft } = api.limiters.count(limit, key, points);
    if (over === 0 || (await proof())) return;
    // A refused call does not count. Otherwise asking for a challenge would raise its price.
    api.limiters.uncount(limit, key, points);
    throw await demand(over - 1, secondsLeft);
  };
  const giveBack = (limit: Limit) => api.limiters.uncount(limit, address);
  const explained = (error: AppError) => demand(Number(error.params?.['weight'] ?? 0), error.retryAfter);
  return { proof, spendSoftly, giveBack, explained };
}
