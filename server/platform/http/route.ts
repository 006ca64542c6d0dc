import type { Readable } from 'node:stream';
import { HEADERS, LOCALES, type Locale } from '@entrada/contract/constants';
import type { Access, Endpoint } from '@entrada/contract/endpoint';
import { PERMISSIONS, type Permission, roleMay } from '@entrada/contract/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../config/environment.ts';
import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import type { Clock } from '../clock.ts';
import type { Actor, Ctx } from '../context.ts';
import { AppError, fail } from '../errors.ts';
import { type IdempotencyMemory, joined, requestHash } from './idempotency.ts';
import {
  addressKey,
  countMisses,
  LIMITS_BY_PURPOSE,
  type Limit,
  type Limiters,
  type Misses,
} from './limits.ts';
import { parseGiven } from './parse.ts';
import type { ProofPurpose, Proofs } from './proof-of-work.ts';
import { proofOf, type SpendSoftly } from './request-proof.ts';
import { type FindSession, identify } from './session.ts';

/** What every route needs. app.ts makes it once. */
export type Api = {
  app: FastifyInstance;
  db: Db;
  config: Config;
  clock: Clock;
  limiters: Limiters;
  proofs: Proofs;
  memory: IdempotencyMemory;
  findSession: FindSession;
};

export type Call<P = unknown, Q = unknown, B = unknown> = {
  ctx: Ctx;
  params: P;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The caller's Idempotency-Key. `requestHash` is the hash that a repeated request must have. */
  idempotencyKey: string | null;
  requestHash: Buffer;
  /**
   * Whether the request brought a valid proof of work for this route. The first call uses the proof up; later
   * calls give the same answer.
   */
  proof: () => Promise<boolean>;
  /**
   * Counts the call for its address. Over the limit it throws PROOF_REQUIRED unless the request brought a
   * proof.
   */
  spendSoftly: SpendSoftly;
};

type Options = {
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
};

type Counted = Pick<Options, 'limits' | 'readLimit' | 'limitPer' | 'misses'>;

const KEY = /^[A-Za-z0-9_-]{8,100}$/;

/** A parameter of an address that does not fit names nothing. */
function parseParams<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fail('NOT_FOUND');
}

function localeOf(request: FastifyRequest, actor: Actor, config: Config): Locale {
  const asked = request.headers['x-entrada-locale'];
  const known = (LOCALES as readonly string[]).includes(String(asked)) ? (asked as Locale) : null;
  return known ?? (actor.kind === 'user' ? actor.locale : config.defaultLocale);
}

function authorize(access: Access, actor: Actor): void {
  if (access === 'public' || access === 'self') return;
  if (actor.kind !== 'user') throw fail('UNAUTHENTICATED');
  if (access === 'signed-in') return;
  if (!(access in PERMISSIONS) || !roleMay(actor.role, access as Permission)) throw fail('FORBIDDEN');
}

async function enter(
  api: Api,
  access: Access,
  request: FastifyRequest,
  { limits = [], readLimit = LIMITS_BY_PURPOSE.publicRead, limitPer }: Counted,
): Promise<Ctx> {
  const isPublic = access === 'public' || access === 'self';
  const isChange = request.method !== 'GET' && request.method !== 'HEAD';
  const all = isPublic && !isChange ? [readLimit, ...limits] : limits;
  const address = addressKey(request);
  for (const limit of all) await api.limiters.spend(limit, address);
  if (limitPer) {
    const value = (request.params as Record<string, unknown>)[limitPer.param];
    await api.limiters.spend(limitPer.limit, `${address} ${String(value).slice(0, 50)}`);
  }
  const actor = await identify(request, api.config, api.findSession, isChange && !isPublic);
  authorize(access, actor);
  return {
    db: api.db,
    actor,
    now: api.clock.now(),
    locale: localeOf(request, actor, api.config),
    log: request.log,
    config: api.config,
    requestId: request.id,
  };
}

/**
 * Binds an endpoint of the contract to its handler. Checks the limits, finds the caller, checks the access,
 * and parses parameters, query and body strictly. Handles idempotency. The endpoint's own schema parses the
 * reply, so that nothing undeclared leaves the server.
 */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  api: Api,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<R>>,
  options: Options = {},
): void {
  api.app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { access: endpoint.access },
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    handler: async (request, reply) => {
      const ctx = await enter(api, endpoint.access, request, options);
      const { proof, spendSoftly, giveBack, explain } = proofOf(api, request, options.proof);
      const params = parseParams(endpoint.params, emptyAsNothing(endpoint.params, request.params));
      const query = parseGiven(endpoint.query, emptyAsNothing(endpoint.query, request.query));
      if (
        !endpoint.multipart &&
        isNothing(endpoint.body) &&
        request.body !== undefined &&
        request.body !== null
      ) {
        throw fail('VALIDATION_FAILED', { errors: [{ path: '', code: 'unknown_field' }] });
      }
      const body = endpoint.multipart ? undefined : parseGiven(endpoint.body, request.body ?? undefined);
      const hash = requestHash({ params, body });
      const key = idempotencyKeyOf(request, endpoint);
      // The call is counted here, so that a repeated key that joins a running call does not count again.
      const run = async () => {
        for (const limit of options.softLimits ?? []) await spendSoftly(limit);
        try {
          const { misses } = options;
          const body = await (misses ? countMisses(api.limiters, request, misses, handle) : handle());
          return { status: endpoint.status, body };
        } catch (error) {
          // A caller who has to try again later does not pay for this call.
          if (isUnavailable(error)) for (const limit of options.softLimits ?? []) await giveBack(limit);
          throw error;
        }
      };
      const handle = () =>
        handler({
          ctx,
          params,
          query,
          body: body as z.output<B>,
          request,
          reply,
          idempotencyKey: key,
          requestHash: hash,
          proof,
          spendSoftly,
        });
      const answer = await perform(
        api,
        { endpoint, key, hash, params, actor: ctx.actor, address: addressKey(request) },
        run,
      ).catch(async (error: unknown) => {
        throw await explain(error);
      });
      reply.code(answer.status).header('cache-control', 'no-store');
      if (isNothing(endpoint.response)) return reply.send();
      return reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(endpoint.response.parse(answer.body)));
    },
  });
}

const isUnavailable = (error: unknown) =>
  isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'UNAVAILABLE');

const isNothing = (schema: z.ZodType) => schema instanceof z.ZodUndefined;

/** Fastify gives an empty object if there is no value. An empty schema expects undefined. */
function emptyAsNothing(schema: z.ZodType, value: unknown): unknown {
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);
  return isNothing(schema) && isEmpty ? undefined : value;
}

function idempotencyKeyOf(request: FastifyRequest, endpoint: Endpoint): string | null {
  const given = request.headers[HEADERS.idempotency];
  if (!endpoint.idempotent || given === undefined) return null;
  if (typeof given !== 'string' || !KEY.test(given)) {
    throw fail('VALIDATION_FAILED', { errors: [{ path: 'Idempotency-Key', code: 'invalid_format' }] });
  }
  return given;
}

async function perform(
  api: Api,
  call: {
    endpoint: Endpoint;
    key: string | null;
    hash: Buffer;
    params: unknown;
    actor: Actor;
    address: string;
  },
  run: () => Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown }> {
  const { key, hash } = call;
  if (key === null) return run();
  // The answer is only for the account that asked, or for the address of a visitor.
  const caller = call.actor.kind === 'user' ? call.actor.accountId : call.address;
  const scope = `${call.endpoint.method} ${call.endpoint.path} ${JSON.stringify(call.params)} ${caller}`;
  return joined(api.memory, `${scope} ${key}`, hash, run);
}

type Download = {
  contentType: string;
  body: Buffer | string | Readable;
  filename?: string;
  headers?: Record<string, string>;
};

/** Binds an address that answers with a file or text instead of JSON: calendars, PDF, attachments. */
export function download<P extends z.ZodType, Q extends z.ZodType = z.ZodType<Record<string, unknown>>>(
  api: Api,
  declared: { path: string; access: Access; params: P; query?: Q } & Counted,
  handler: (call: { ctx: Ctx; params: z.output<P>; query: z.output<Q> }) => Promise<Download>,
): void {
  api.app.route({
    method: 'GET',
    url: `/api${declared.path}`,
    config: { access: declared.access },
    handler: async (request, reply) => {
      const ctx = await enter(api, declared.access, request, declared);
      const params = parseParams(declared.params, request.params);
      const query = declared.query
        ? parseGiven(declared.query, request.query)
        : (request.query as z.output<Q>);
      const make = () => handler({ ctx, params, query });
      const { misses } = declared;
      const file = await (misses ? countMisses(api.limiters, request, misses, make) : make());
      reply
        .header('cache-control', 'no-store')
        .headers(file.headers ?? {})
        .type(file.contentType);
      if (file.filename)
        reply.header(
          'content-disposition',
          `attachment; filename="${file.filename.replace(/[^\w.-]/g, '_')}"`,
        );
      return reply.send(file.body);
    },
  });
}

/** Refuses to start if a route below /api declares no access. */
export function denyUndeclared(app: FastifyInstance): void {
  app.addHook('onRoute', (declared) => {
    if (!declared.url.startsWith('/api')) return;
    if (declared.method === 'OPTIONS') return;
    const access = (declared.config as { access?: Access } | undefined)?.access;
    if (!access)
      throw new Error(`${String(declared.method)} ${declared.url} does not declare who may call it`);
  });
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyContextConfig {
    access?: Access;
  }
}
