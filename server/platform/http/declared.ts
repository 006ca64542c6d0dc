import type { Access, Endpoint } from '@entrada/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Limit, Misses } from './limits.ts';
import type { ProofPurpose } from './proof-of-work.ts';

/** What a route declares beside its endpoint. */
export type RouteOptions = {
  /** Each limit counts the call for the caller's address before anything else happens. */
  limits?: readonly Limit[];
  /**
   * These limits count the call too. Over a limit the call needs a proof of work, so that many honest people
   * behind one address can still call. Needs `proof`.
   */
  softLimits?: readonly Limit[];
  /**
   * What a proof is for on this route. If the handler throws PROOF_REQUIRED, the challenge is added here. The
   * handler's params may name a `weight`: the number of calls beyond the limit.
   */
  proof?: ProofPurpose;
  /**
   * Counts the call for the address together with a parameter. It limits frequent reads of one thing, even in
   * a crowd that reads many things.
   */
  limitPer?: { limit: Limit; param: string };
  /** Counts the call for the address if the handler throws one of these errors, against guessing. */
  misses?: Misses;
  /**
   * Replaces the usual limit of public reading if one address stands for many people, for example at a door.
   */
  readLimit?: Limit;
  bodyLimit?: number;
  /** Compresses the reply for a caller that takes it. For long ones. */
  compress?: boolean;
};

export type Counted = Pick<RouteOptions, 'limits' | 'readLimit' | 'limitPer' | 'misses'>;

/** A route as the API document describes it. A file has its own name, because it is no endpoint of the contract. */
export type Described = {
  endpoint: Endpoint;
  options: RouteOptions;
  file?: { area: string; name: string; types: readonly string[]; isOfRows?: boolean };
};

/** Refuses to start if a route below /api declares no access. The result fills with every route there. */
export function denyUndeclared(app: FastifyInstance): string[] {
  const bound: string[] = [];
  app.addHook('onRoute', (declared) => {
    if (!declared.url.startsWith('/api')) return;
    if (declared.method === 'OPTIONS') return;
    if (declared.method !== 'HEAD') bound.push(`${String(declared.method)} ${declared.url}`);
    const access = (declared.config as { access?: Access } | undefined)?.access;
    if (!access)
      throw new Error(`${String(declared.method)} ${declared.url} does not declare who may call it`);
  });
  return bound;
}

/** Refuses to start if the API document would leave a bound route out. */
export function denyUndescribed(bound: readonly string[], routes: readonly Described[]): void {
  const described = new Set(routes.map(({ endpoint: { method, path } }) => `${method} /api${path}`));
  for (const one of bound) if (!described.has(one)) throw new Error(`${one} is not described`);
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyContextConfig {
    access?: Access;
  }
}
