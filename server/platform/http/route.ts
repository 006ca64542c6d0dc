import type { Readable } from 'node:stream';
import { HEADERS, LOCALES, type Locale } from '@entrada/contract/constants';
import { type Access, type Endpoint, endpoint as endpointOf } from '@entrada/contract/endpoint';
import { PERMISSIONS, type Permission, roleMay } from '@entrada/contract/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../config/environment.ts';
import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import type { Clock } from '../clock.ts';
import type { Actor, Ctx } from '../context.ts';
import { AppError, fail } from '../errors.ts';
import type { SharedLimiters } from '../limits/shared.ts';
import { compressed } from '../pages/compressed.ts';
import { expectWithinReach } from '../reach/expect.ts';
import type { Counted, Described, RouteOptions } from './declared.ts';
import { sendError } from './errors.ts';
import { type IdempotencyMemory, joined, requestHash } from './idempotency.ts';
import { addressKey, countMisses, LIMITS_BY_PURPOSE, type Limiters } from './limits.ts';
import { parseGiven } from './parse.ts';
import type { Proofs } from './proof-of-work.ts';
import { isUnexplained, proofOf, type SpendSoftly } from './request-proof.ts';
import { type FindSession, identify } from './session.ts';
import { inTime } from './time-budget.ts';

/** What every route needs. app.ts makes it once. */
export type Api = {
  app: FastifyInstance;
  db: Db;
  config: Config;
  clock: Clock;
  limiters: Limiters;
  /** Limits that count over all processes, for rare calls. */
  shared: SharedLimiters;
  proofs: Proofs;
  memory: IdempotencyMemory;
  findSession: FindSession;
  /** How long a caller waits for an answer at most. */
  answerMs: number;
  /** Every route that was bound. The API document is made from them. */
  routes: Described[];
};

export type Call<P = unknown, Q = unknown, B = unknown> = {
  ctx: Ctx;
  params: P;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
  /**
   * The caller's Idempotency-Key. `requestHash` is the hash, in hexadecimal letters, that a repeated request must have;
   * empty where the endpoint takes no key.
   */
  idempotencyKey: string | null;
  requestHash: string;
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

/** One year. Other hosts below the domain are not ours, so they stay as they are. */
const HSTS = 'max-age=31536000';

/** Gives an answer the headers that every answer has. */
export function nameAnswer({ baseUrl }: Config, request: FastifyRequest, reply: FastifyReply): void {
  if (baseUrl.startsWith('https:')) reply.header('strict-transport-security', HSTS);
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
}

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

function authorize(access: Access, actor: Actor, beforeSecondFactor: boolean): void {
  if (access === 'public' || access === 'self') return;
  if (actor.kind !== 'user') throw fail('UNAUTHENTICATED');
  if (actor.lacksSecondFactor && !beforeSecondFactor) throw fail('SECOND_FACTOR_REQUIRED');
  if (access === 'signed-in') return;
  if (!(access in PERMISSIONS) || !roleMay(actor.role, access as Permission)) throw fail('FORBIDDEN');
}

async function enter(
  api: Api,
  { access, beforeSecondFactor = false }: { access: Access; beforeSecondFactor?: boolean },
  request: FastifyRequest,
  { limits = [], readLimit = LIMITS_BY_PURPOSE.publicRead, limitPer }: Counted,
): Promise<Ctx> {
  const isPublic = access === 'public' || access === 'self';
  const isChange = request.method !== 'GET' && request.method !== 'HEAD';
  const all = isPublic && !isChange ? [readLimit, ...limits] : limits;
  const address = addressKey(request);
  for (const limit of all) api.limiters.spend(limit, address);
  if (limitPer) {
    const value = (request.params as Record<string, unknown>)[limitPer.param];
    api.limiters.spend(limitPer.limit, `${address} ${String(value).slice(0, 50)}`);
  }
  const actor = await identify(request, api.config, api.findSession, isChange && !isPublic);
  authorize(access, actor, beforeSecondFactor);
  if (!isPublic) await expectWithinReach(api.db, actor, request.params);
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
  options: RouteOptions = {},
): void {
  api.routes.push({ endpoint, options });
  api.app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { access: endpoint.access },
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    handler: async (request, reply) => {
      const { proof, spendSoftly, giveBack, explained } = proofOf(api, request, options.proof);
      try {
        const ctx = await enter(api, endpoint, request, options);
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
        const hash = endpoint.idempotent ? requestHash({ params, body }) : '';
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
            if (isUnavailable(error)) for (const limit of options.softLimits ?? []) giveBack(limit);
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
        const call = { endpoint, key, hash, params, actor: ctx.actor, address: addressKey(request) };
        const work = perform(api, call, run);
        // An upload may be slow because of its caller, who has a time limit of their own.
        const answer = await (endpoint.multipart ? work : inTime(work, api.answerMs, request.log));
        reply.code(answer.status).header('cache-control', 'no-store');
        if (isNothing(endpoint.response)) return reply.send();
        reply.type('application/json; charset=utf-8');
        const text = JSON.stringify(endpoint.response.parse(answer.body));
        return reply.send(options.compress ? await compressed(request, reply, text) : text);
      } catch (error) {
        // Fastify would come here by a longer way, and a sold-out crowd comes often.
        return sendError(isUnexplained(error) ? await explained(error) : error, request, reply);
      }
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
    hash: string;
    params: unknown;
    actor: Actor;
    address: string;
  },
  run: () => Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown }> {
  const { key, hash } = call;
  if (key === null) return run();
  // The answer is only for the account that asked, or for the address of a visitor.
  const caller = call.actor.kind === 'user' ? `${call.actor.accountId} ${call.actor.userId}` : call.address;
  const scope = `${call.endpoint.method} ${call.endpoint.path} ${JSON.stringify(call.params)} ${caller}`;
  return joined(api.memory, `${scope} ${key}`, hash, run);
}

type Download = {
  contentType: string;
  /** A function sends the body itself, and nothing is sent after it. */
  body: Buffer | string | Readable | ((reply: FastifyReply) => void);
  filename?: string;
  headers?: Record<string, string>;
};

/** Binds an address that answers with a file or text instead of JSON: calendars, PDF, attachments. */
export function download<P extends z.ZodType, Q extends z.ZodType = z.ZodType<Record<string, unknown>>>(
  api: Api,
  declared: { path: string; access: Access; summary: string; params: P; query?: Q } & Counted &
    NonNullable<Described['file']>,
  handler: (call: {
    ctx: Ctx;
    params: z.output<P>;
    query: z.output<Q>;
    request: FastifyRequest;
  }) => Promise<Download>,
): void {
  const { path, access, summary, params, area, name, types, isOfRows = false } = declared;
  const described = endpointOf({ method: 'GET', path, access, summary, status: 200 });
  const asked = declared.query && !isOfRows ? { query: declared.query } : {};
  api.routes.push({
    endpoint: { ...described, params, ...asked },
    options: declared,
    file: { area, name, types, isOfRows },
  });
  api.app.route({
    method: 'GET',
    url: `/api${declared.path}`,
    config: { access: declared.access },
    handler: async (request, reply) => {
      const ctx = await enter(api, { access: declared.access }, request, declared);
      const params = parseParams(declared.params, request.params);
      const query = declared.query
        ? parseGiven(declared.query, request.query)
        : (request.query as z.output<Q>);
      const make = () => handler({ ctx, params, query, request });
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
      if (typeof file.body !== 'function') return reply.send(file.body);
      nameAnswer(api.config, request, reply);
      file.body(reply);
    },
  });
}
